package nd

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// Copy writes the elements of src to dst, which have the same shape and dtype and any strides; src may be
// broadcast. Memory that both share is read before it is written.
func Copy(dst, src *Array) error {
	if dst.DType != src.DType {
		return errs.New(errs.Type, "cannot copy %v into %v without a cast", src.DType, dst.DType)
	}
	if !SameShape(dst.Shape, src.Shape) {
		return errs.New(errs.Invalid, "could not broadcast input array from shape %s into shape %s", bareShape(src.Shape), bareShape(dst.Shape))
	}
	if dst.Size() == 0 {
		return nil
	}
	if overlaps(dst, src) {
		if sameLayout(dst, src) {
			return nil
		}
		tmp, err := New(mem.Heap, src.DType, src.Shape...)
		if err != nil {
			return err
		}
		copyAny(tmp, src)
		src = tmp
	}
	copyAny(dst, src)
	return nil
}

// Contig is a itself when it is C-contiguous, else a C-ordered copy from al.
func (a *Array) Contig(al mem.Allocator) (*Array, error) {
	if a.Contiguous() {
		return a, nil
	}
	return a.Clone(al)
}

// Clone is a C-ordered copy of a from al.
func (a *Array) Clone(al mem.Allocator) (*Array, error) {
	c, err := New(al, a.DType, a.Shape...)
	if err != nil {
		return nil, err
	}
	copyAny(c, a)
	return c, nil
}

// SameShape reports equal shapes.
func SameShape(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func sameLayout(a, b *Array) bool {
	if a.Offset != b.Offset {
		return false
	}
	for i, n := range a.Shape {
		if n > 1 && a.Strides[i] != b.Strides[i] {
			return false
		}
	}
	return true
}

// overlaps is conservative: the address ranges of a and b meet in one block.
func overlaps(a, b *Array) bool {
	if a.Block != b.Block {
		return false
	}
	alo, ahi := a.span()
	blo, bhi := b.span()
	return a.Offset+alo < b.Offset+bhi && b.Offset+blo < a.Offset+ahi
}

// copyAny moves elements as words of their width; shapes and dtypes agree and memory is disjoint.
func copyAny(dst, src *Array) {
	if dst.Size() == 0 {
		return
	}
	p := newPlan(dst, src)
	switch dst.DType.Size() {
	case 1:
		run(p, lanes[uint8](dst), lanes[uint8](src))
	case 2:
		run(p, lanes[uint16](dst), lanes[uint16](src))
	case 4:
		run(p, lanes[uint32](dst), lanes[uint32](src))
	case 8:
		run(p, lanes[uint64](dst), lanes[uint64](src))
	default:
		run(p, lanes[[2]uint64](dst), lanes[[2]uint64](src))
	}
}

// lanes is the window of a as words of its element's width, from its lowest element on.
func lanes[W word](a *Array) []W {
	lo, hi := a.span()
	return mem.View[W](a.Block, a.Offset+lo, hi-lo)
}

type word interface {
	uint8 | uint16 | uint32 | uint64 | [2]uint64
}
