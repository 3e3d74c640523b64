package csv

import (
	"unsafe"

	"github.com/mars-project/mars-go/mem"
)

// A vec is values in a block of the allocator that grows by halves.
type vec[T any] struct {
	al   mem.Allocator
	blk  *mem.Block
	data []T
	n    int
	hint int // rows expected in all
}

// room is the place of n more values; the caller fills it and then adds to v.n what it filled.
func (v *vec[T]) room(n int) ([]T, error) {
	if v.n+n > len(v.data) {
		size := max(v.n+n, v.hint, len(v.data)+len(v.data)/2)
		var z T
		b, err := v.al.Alloc(size * int(unsafe.Sizeof(z)))
		if err != nil {
			return nil, err
		}
		data := mem.View[T](b, 0, size)
		copy(data, v.data[:v.n])
		if v.blk != nil {
			mem.Free(v.al, v.blk)
		}
		v.blk, v.data = b, data
	}
	return v.data[v.n : v.n+n], nil
}

// done is the block, copied where more than an eighth of it would be waste.
func (v *vec[T]) done() (*mem.Block, error) {
	if v.blk != nil && v.n >= len(v.data)-len(v.data)/8 {
		return v.blk, nil
	}
	var z T
	b, err := v.al.Alloc(v.n * int(unsafe.Sizeof(z)))
	if err != nil {
		return nil, err
	}
	copy(mem.View[T](b, 0, v.n), v.data[:v.n])
	if v.blk != nil {
		mem.Free(v.al, v.blk)
	}
	v.blk, v.data = b, mem.View[T](b, 0, v.n)
	return b, nil
}

// all is what was filled.
func (v *vec[T]) all() []T { return v.data[:v.n] }

// drop gives the block back.
func (v *vec[T]) drop() {
	if v.blk != nil {
		mem.Free(v.al, v.blk)
		v.blk, v.data, v.n = nil, nil, 0
	}
}
