package mem

import (
	"fmt"
	"math"
	"sync/atomic"
	"unsafe"
)

// Align is the alignment of every block that a Pool or Heap makes: a cache line, and the widest vector
// register.
const Align = 64

// An Allocator gives out blocks. The contents of a block are undefined unless an implementation says more.
// The caller owns the one reference of the block, except with a Scope, which keeps it. n == 0 is fine.
//
// Outcomes: 1. A block of n bytes. 2. Pressure: no room now. 3. OutOfMemory: more than the budget even alone.
type Allocator interface {
	Alloc(n int) (*Block, error)
}

// A Block is a run of bytes with a reference count. Blocks of the Go heap (Heap, Wrap) have no count:
// Retain and Release do nothing there, and the garbage collector frees them.
type Block struct {
	data  []byte
	refs  atomic.Int32
	scope int32 // place in the scope that owns it
	slot  int32 // place in the slab
	holds int32 // how often the tally counts it
	size  int64 // bytes taken from the budget
	pool  *Pool
	grant *Grant // who pays; nil: the pool itself
	run   *run
	slab  *slab

	shared *Shared // whose memory it is; nil: the pool's own

	tally atomic.Pointer[Tally] // that counts its holders here; nil: none does
}

// Bytes is the memory. It must not be used after the last Release.
func (b *Block) Bytes() []byte { return b.data }

// Len is the number of bytes asked for.
func (b *Block) Len() int { return len(b.data) }

// Size is the number of bytes that the block takes from its budget: Round(Len()), or Len() on the Go heap.
func (b *Block) Size() int64 { return b.size }

// Pooled reports whether the block comes from a Pool, not from the Go heap.
func (b *Block) Pooled() bool { return b.pool != nil }

// Refs is the number of references, 1 for a block of the Go heap.
func (b *Block) Refs() int {
	if b.pool == nil {
		return 1
	}
	return int(b.refs.Load())
}

// Retain adds a reference. The caller must hold one already.
func (b *Block) Retain() {
	if b.pool != nil && b.refs.Add(1) <= 1 {
		panic("mem: Retain of a block that was freed")
	}
}

// hold adds a reference unless the block was freed, and reports whether it did. The caller need not hold one.
func (b *Block) hold() bool {
	for n := b.refs.Load(); n > 0; n = b.refs.Load() {
		if b.refs.CompareAndSwap(n, n+1) {
			return true
		}
	}
	return false
}

// Release gives up a reference; the last one returns the memory to the pool. More releases than references
// panic.
func (b *Block) Release() {
	if b.pool == nil {
		return
	}
	switch n := b.refs.Add(-1); {
	case n == 0:
		b.pool.free(b)
	case n < 0:
		panic("mem: Release of a block that was freed")
	}
}

// Heap allocates zeroed memory of the Go heap, outside every budget.
var Heap Allocator = heap{}

// Or is al, or Heap where it is nil.
func Or(al Allocator) Allocator {
	if al == nil {
		return Heap
	}
	return al
}

type heap struct{}

func (heap) Alloc(n int) (*Block, error) {
	if n < 0 {
		panic(fmt.Sprintf("mem: Alloc(%d)", n))
	}
	if n == 0 {
		return Wrap(nil), nil
	}
	d := make([]byte, n+Align-1)
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(d))) & (Align - 1))
	return Wrap(d[skip : skip+n : skip+n]), nil
}

// Wrap makes a block of the Go heap around p, which is not copied.
func Wrap(p []byte) *Block { return &Block{data: p, size: int64(len(p))} }

// WrapOf makes a block of the Go heap around the elements of s, which are not copied. It keeps s alive.
func WrapOf[T any](s []T) *Block {
	var t T
	if len(s) == 0 {
		return Wrap(nil)
	}
	return Wrap(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(t))))
}

// View is n elements of b from element off on. It panics when they are not all in the block.
// T must hold no pointers unless the block was made by WrapOf[T].
func View[T any](b *Block, off, n int) []T {
	var t T
	w := int(unsafe.Sizeof(t))
	if off < 0 || n < 0 || off > math.MaxInt-n || w != 0 && off+n > len(b.data)/w {
		panic(fmt.Sprintf("mem: view of elements %d to %d of %d bytes in a block of %d bytes", off, off+n, w, len(b.data)))
	}
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b.data)), off*w)), n)
}
