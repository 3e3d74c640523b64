package arrow

import (
	"sort"
	"unsafe"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// An arena lets arrow-go allocate blocks, and finds the block that a buffer of its arrays lies in, so that
// columns share it. Its Allocate cannot fail but by a panic, which guard turns into an error.
type arena struct {
	al     mem.Allocator
	limit  int64        // of one allocation
	packed int64        // what so many bytes of a file unpack to at most; 0: nobody knows
	blocks []*mem.Block // in order of address
	kept   map[*mem.Block]bool
	err    error // the first refusal
}

func newArena(al mem.Allocator, limit int64) *arena {
	return &arena{limit: limit, al: al, kept: map[*mem.Block]bool{}}
}

func addr(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }

// Allocate is part of arrow's memory.Allocator. The memory is zeroed, as arrow-go takes for granted.
func (m *arena) Allocate(size int) []byte {
	if size == 0 {
		return []byte{}
	}
	if m.packed > 0 && int64(size) > m.packed {
		m.refuse(damaged("a buffer of %d bytes, more than the file can unpack to", size))
	}
	if int64(size) > m.limit {
		m.refuse(errs.New(errs.Invalid, "a buffer of %d bytes passes the limit of %d", size, m.limit))
	}
	blk, err := m.al.Alloc(size)
	if err != nil {
		m.refuse(err)
	}
	b := blk.Bytes()
	clear(b)
	i := m.place(addr(b))
	m.blocks = append(m.blocks, nil)
	copy(m.blocks[i+1:], m.blocks[i:])
	m.blocks[i] = blk
	return b
}

func (m *arena) refuse(err error) {
	if m.err == nil {
		m.err = err
	}
	panic(err)
}

// guard turns a panic of arrow-go over damaged bytes, or a refused allocation, into an error.
func (m *arena) guard(err *error) {
	p := recover()
	switch {
	case m.err != nil:
		*err, m.err = m.err, nil
	case p != nil:
		*err = errs.New(errs.Invalid, "damaged Arrow data: %v", p)
	}
}

// place is how many blocks start before address a.
func (m *arena) place(a uintptr) int {
	return sort.Search(len(m.blocks), func(i int) bool { return addr(m.blocks[i].Bytes()) >= a })
}

// Reallocate is part of arrow's memory.Allocator.
func (m *arena) Reallocate(size int, b []byte) []byte {
	if size <= cap(b) && size > 0 {
		return b[:size]
	}
	c := m.Allocate(size)
	copy(c, b)
	m.Free(b)
	return c
}

// Free is part of arrow's memory.Allocator: a block that no column shares goes back early, where the
// allocator takes it.
func (m *arena) Free(b []byte) {
	if cap(b) == 0 {
		return
	}
	i := m.place(addr(b))
	if i == len(m.blocks) || addr(m.blocks[i].Bytes()) != addr(b) {
		return
	}
	blk := m.blocks[i]
	if m.kept[blk] {
		return
	}
	m.blocks = append(m.blocks[:i], m.blocks[i+1:]...)
	mem.Free(m.al, blk)
}

// share is the block that holds b, and the place of b there; false when b lies elsewhere.
func (m *arena) share(b []byte) (blk *mem.Block, off int, ok bool) {
	i := m.place(addr(b)+1) - 1
	if i < 0 {
		return nil, 0, false
	}
	blk = m.blocks[i]
	off = int(addr(b) - addr(blk.Bytes()))
	if off+len(b) > blk.Len() || len(b) == 0 {
		return nil, 0, false
	}
	m.kept[blk] = true
	return blk, off, true
}

// block is b as a block and an offset: shared, or copied when it lies in foreign memory or is not aligned to
// size.
func (m *arena) block(b []byte, size int) (*mem.Block, int, error) {
	if len(b) == 0 {
		return mem.Wrap(nil), 0, nil
	}
	if blk, off, ok := m.share(b); ok && off%size == 0 {
		return blk, off, nil
	}
	blk, err := m.al.Alloc(len(b))
	if err != nil {
		return nil, 0, err
	}
	copy(blk.Bytes(), b)
	return blk, 0, nil
}

// elems are n elements that lie in b: shared, or copied when they are not aligned.
func elems[T any](b []byte, n int) []T {
	var z T
	if n > 0 && addr(b)%unsafe.Alignof(z) != 0 {
		out := make([]T, n)
		copy(mem.WrapOf(out).Bytes(), b)
		return out
	}
	return mem.View[T](mem.Wrap(b), 0, n)
}
