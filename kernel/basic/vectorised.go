package basic

import (
	"github.com/mars-project/mars-go/kernel/asm"
)

// vectorised is the kernel of package asm for a loop at a level, or the portable loop where it has none.
func vectorised(level asm.Level, name, types string, portable Func) Func {
	if f := asm.Elementwise(level, name, types); f != nil {
		return f
	}
	return portable
}
