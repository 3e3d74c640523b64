package hash

import (
	"unsafe"

	"github.com/mars-project/mars-go/mem"
)

// A vec is a slice whose memory comes from an allocator and grows by moving.
type vec[T any] struct {
	block *mem.Block
	all   []T
}

// grow makes room for n elements, keeping the first k.
func (v *vec[T]) grow(al mem.Allocator, n, k int) error {
	var t T
	b, err := al.Alloc(n * int(unsafe.Sizeof(t)))
	if err != nil {
		return err
	}
	to := mem.View[T](b, 0, n)
	copy(to, v.all[:k])
	v.free(al)
	v.block, v.all = b, to
	return nil
}

func (v *vec[T]) free(al mem.Allocator) {
	mem.Free(al, v.block)
	v.block, v.all = nil, nil
}
