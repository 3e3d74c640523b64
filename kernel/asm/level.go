package asm

import (
	"fmt"
	"os"
	"slices"
)

// A Level is a set of instructions; a higher one includes those below.
type Level uint8

const (
	Portable Level = iota // Go only
	AVX2                  // AVX2 and FMA
	AVX512                // AVX-512 F, DQ, BW and VL
)

var names = []string{"portable", "avx2", "avx512"}

func (l Level) String() string { return names[l] }

// active is the level of this process.
var active = choose(os.Getenv("MARS_CPU"), Best())

// Active is the level of this process: the best one of the CPU, or what the variable MARS_CPU says: portable,
// avx2 or avx512. A program with a word there that is not known, or with more than the CPU can, stops at its
// start.
func Active() Level { return active }

// Levels are those that this CPU can run, lowest first.
func Levels() []Level {
	return []Level{Portable, AVX2, AVX512}[:Best()+1]
}

func choose(want string, best Level) Level {
	if want == "" {
		return best
	}
	i := slices.Index(names, want)
	if i < 0 {
		panic(fmt.Sprintf("MARS_CPU=%s: want portable, avx2 or avx512", want))
	}
	if l := Level(i); l <= best {
		return l
	}
	panic(fmt.Sprintf("MARS_CPU=%s: this CPU has no more than %s", want, best))
}
