package hash

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
	return mem.View[T](b, 0, n), func() { giveBack(al, b) }, nil
}

func giveBack(al mem.Allocator, b *mem.Block) {
	if f, ok := al.(interface{ Free(*mem.Block) bool }); ok && b != nil {
		f.Free(b)
	}
}

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
	giveBack(al, v.block)
	v.block, v.all = nil, nil
}
