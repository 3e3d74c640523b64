package group

import (
	"unsafe"

	"github.com/mars-project/mars-go/mem"
)

func sizeof[T any](t T) int { return int(unsafe.Sizeof(t)) }

// zeros is scratch that holds zeros.
func zeros[T any](al mem.Allocator, n int) ([]T, func(), error) {
	v, free, err := mem.Scratch[T](al, n)
	clear(v)
	return v, free, err
}
