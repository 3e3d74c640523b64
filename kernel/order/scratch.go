package order

import (
	"unsafe"

	"github.com/mars-project/mars-go/mem"
)

// scratch is n elements from al, and a function that gives them back where al can take blocks back early.
func scratch[T any](al mem.Allocator, n int) ([]T, func(), error) {
	var t T
	b, err := al.Alloc(n * int(unsafe.Sizeof(t)))
	if err != nil {
		return nil, nil, err
	}
	return mem.View[T](b, 0, n), func() { release(al, b) }, nil
}

func release(al mem.Allocator, b *mem.Block) {
	if f, ok := al.(interface{ Free(*mem.Block) bool }); ok {
		f.Free(b)
	}
}
