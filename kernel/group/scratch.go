package group

import (
	"unsafe"

	"github.com/mars-project/mars-go/mem"
)

func sizeof[T any](t T) int { return int(unsafe.Sizeof(t)) }

// scratch is n elements from al, and a function that gives them back where al can take blocks back early.
func scratch[T any](al mem.Allocator, n int) ([]T, func(), error) {
	var t T
	b, err := al.Alloc(n * sizeof(t))
	if err != nil {
		return nil, nil, err
	}
	free := func() {}
	if f, ok := al.(interface{ Free(*mem.Block) bool }); ok {
		free = func() { f.Free(b) }
	}
	return mem.View[T](b, 0, n), free, nil
}

// zeros is scratch that holds zeros.
func zeros[T any](al mem.Allocator, n int) ([]T, func(), error) {
	v, free, err := scratch[T](al, n)
	clear(v)
	return v, free, err
}
