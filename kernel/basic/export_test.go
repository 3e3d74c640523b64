package basic

import (
	"reflect"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
)

// ResolveAt is Resolve as it is in a process of a level.
func ResolveAt(level asm.Level) func(name string, in ...dtype.DType) (Loop, error) {
	index := indexRows(rows, level)
	return func(name string, in ...dtype.DType) (Loop, error) { return resolve(index, name, in) }
}

// SameCode reports that two loops run the same code.
func SameCode(a, b Loop) bool {
	return reflect.ValueOf(a.run).Pointer() == reflect.ValueOf(b.run).Pointer()
}

// PairAt is Pair as it is in a process of a level.
func PairAt(level asm.Level, first, second *Loop, at int) (Loop, bool) {
	return pairAt(level, first, second, at)
}

// Chain is the two loops of a pair one after the other.
func Chain(pair, first, second Loop, at int) Loop {
	size := first.Out[0].Size()
	pair.run = func(n int, in, out []Vec) {
		k := len(first.In)
		middle := Bytes(make([]byte, n*size+8))
		if err := first.Run(n, in[:k], []Vec{middle}); err != nil {
			panic(err)
		}
		args := append([]Vec{middle}, in[k:]...)
		if at == 1 {
			args[0], args[1] = args[1], args[0]
		}
		if err := second.Run(n, args, out); err != nil {
			panic(err)
		}
	}
	return pair
}

// CastAt is Cast as it is in a process of a level.
func CastAt(level asm.Level, to, from dtype.DType) (Loop, error) { return castAt(level, to, from) }
