package basic

import (
	"reflect"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
)

// ResolveAt is Resolve as it is in a process of a level.
func ResolveAt(level asm.Level) func(name string, in ...dtype.DType) (Loop, error) {
	index := indexRows(level)
	return func(name string, in ...dtype.DType) (Loop, error) { return resolve(index, name, in) }
}

// SameCode reports that two loops run the same code.
func SameCode(a, b Loop) bool {
	return reflect.ValueOf(a.run).Pointer() == reflect.ValueOf(b.run).Pointer()
}
