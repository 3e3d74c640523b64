package frame

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// buffer is a block that grows by doubling.
type buffer[T any] struct {
	al    mem.Allocator
	block *mem.Block
	data  []T // whole capacity
	n     int
	err   error // the first failure; nothing is kept from then on
}

// room makes place for n more elements and reports whether there is any.
func (b *buffer[T]) room(n int) bool {
	if b.n+n <= len(b.data) {
		return b.err == nil
	}
	if b.err != nil {
		return false
	}
	size := max(2*len(b.data), b.n+n, 64)
	var z T
	blk, err := b.al.Alloc(size * sizeOf(z))
	if err != nil {
		b.err, b.data, b.n = err, nil, 0
		return false
	}
	data := mem.View[T](blk, 0, size)
	copy(data, b.data[:b.n])
	mem.Free(b.al, b.block)
	b.block, b.data = blk, data
	return true
}

func (b *buffer[T]) add(v T) {
	if b.n == len(b.data) && !b.room(1) {
		return
	}
	b.data[b.n] = v
	b.n++
}

// done is the block, copied to its exact size where more than half would be waste.
func (b *buffer[T]) done() (*mem.Block, error) {
	if b.err != nil {
		return nil, b.err
	}
	if b.block != nil && 2*b.n >= len(b.data) {
		return b.block, nil
	}
	var z T
	blk, err := b.al.Alloc(b.n * sizeOf(z))
	if err != nil {
		return nil, err
	}
	copy(mem.View[T](blk, 0, b.n), b.data[:b.n])
	mem.Free(b.al, b.block)
	b.block, b.data = blk, mem.View[T](blk, 0, b.n)
	return blk, nil
}

// bitBuffer is a validity bitmap that comes to be with the first missing row.
type bitBuffer struct {
	al    mem.Allocator
	words buffer[uint64]
	n     int
	any   bool // a row is missing
}

func (b *bitBuffer) add(there bool) {
	if !there && !b.any {
		b.any = true
		b.words = buffer[uint64]{al: b.al}
		for range (b.n + 63) / 64 {
			b.words.add(^uint64(0))
		}
	}
	if b.any {
		if b.n>>6 >= b.words.n {
			b.words.add(^uint64(0))
		}
		if !there && b.words.err == nil {
			b.words.data[b.n>>6] &^= 1 << (b.n & 63)
		}
	}
	b.n++
}

func (b *bitBuffer) done() (Bitmap, error) {
	if !b.any {
		return Bitmap{}, nil
	}
	blk, err := b.words.done()
	return Bitmap{Block: blk}, err
}

// firstError is the first that is not nil.
func firstError(es ...error) error {
	for _, e := range es {
		if e != nil {
			return e
		}
	}
	return nil
}

func invalid(format string, args ...any) error { return errs.New(errs.Invalid, format, args...) }
