package spill

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

// ByHash sends the rows of a batch to parts 0 to n-1 of s by the hash of its first k columns, in their order:
// rows with equal keys, of whatever batch, meet in one part.
func ByHash(al mem.Allocator, s Store, f *frame.Frame, k, n int) error {
	a := NewArena(al)
	defer a.Free()
	hs, err := hash.Rows(a, f.Cols[:k]...)
	if err != nil {
		return err
	}
	b, err := a.Alloc(4 * len(hs))
	if err != nil {
		return err
	}
	to := mem.View[int32](b, 0, len(hs))
	for i, h := range hs {
		to[i] = int32(hash.Part(h, n))
	}
	return cut(a, s, f, to, n)
}
