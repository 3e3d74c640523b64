package parquet

import (
	"unsafe"

	"github.com/mars-project/mars-go/mem"
)

// scratch is memory that is used again and again.
type scratch[T any] struct {
	al    mem.Allocator
	block *mem.Block
}

// room is n elements of undefined contents; what was there before is gone.
func (s *scratch[T]) room(al mem.Allocator, n int) ([]T, error) {
	var z T
	size := int(unsafe.Sizeof(z))
	if s.block == nil || s.block.Len() < n*size {
		b, err := al.Alloc(max(n*size, 4<<10))
		if err != nil {
			return nil, err
		}
		mem.Free(s.al, s.block)
		s.al, s.block = al, b
	}
	return mem.View[T](s.block, 0, n), nil
}

// close gives the memory back.
func (s *scratch[T]) close() {
	mem.Free(s.al, s.block)
	s.block = nil
}
