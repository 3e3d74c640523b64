package sort

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// TopK is the int64 positions of the k least elements of a one-dimensional array, in ascending order, or of
// the k greatest ones in descending order; among equals earlier positions win. NaN and NaT come last in both.
// Fewer than k elements give all.
func TopK(al mem.Allocator, a *nd.Array, k int, largest bool) (*nd.Array, error) {
	if err := sortable(a.DType); err != nil {
		return nil, err
	}
	if err := countable(a.Shape[0]); err != nil {
		return nil, err
	}
	k = min(max(k, 0), a.Shape[0])
	out, err := nd.New(al, dtype.Int64, k)
	if err != nil || k == 0 {
		return out, err
	}
	o := nd.Data[int64](out)
	switch a.DType.Size() {
	case 1:
		err = topWords[uint8](al, a, o, largest)
	case 2:
		err = topWords[uint16](al, a, o, largest)
	case 4:
		err = topWords[uint32](al, a, o, largest)
	case 8:
		err = topWords[uint64](al, a, o, largest)
	default:
		err = topComplex(al, a, o, largest)
	}
	return out, err
}

// topComplex orders ranks, which are keys.
func topComplex(al mem.Allocator, a *nd.Array, out []int64, largest bool) error {
	n := a.Shape[0]
	places, free, err := mem.Scratch[int64](al, n)
	if err != nil {
		return err
	}
	defer free()
	lane, done, err := complexOrderer(al, a, 0)
	if err != nil {
		return err
	}
	defer done()
	if err := lane(firstOf(a), places, true, nil); err != nil {
		return err
	}
	keys, freeKeys, err := mem.Scratch[uint64](al, n)
	if err != nil {
		return err
	}
	defer freeKeys()
	nan, rank := uint64(n), ^uint64(0)
	for _, p := range places {
		if p < 0 {
			rank++
		}
		p &^= headBit
		if v := nd.At[complex128](a, int(p)); v != v {
			nan = min(nan, rank)
		}
		keys[p] = rank
	}
	if largest {
		descend(keys, nan, true)
	}
	if len(out)*topFew >= n {
		return topAll(al, keys, out)
	}
	topOf(out, n, func(lo, hi int) []uint64 { return keys[lo:hi] })
	return nil
}

// topFew is the share of the elements, one in so many, from which on all are ordered.
const topFew = 8

func topWords[W word](al mem.Allocator, a *nd.Array, out []int64, largest bool) error {
	n, step := a.Shape[0], a.Strides[0]
	win, first := nd.Window[W](asWords(a))
	nan, miss := missing[W](a.DType), hasMissing(a.DType)
	fill := func(keys []W, lo int) error {
		if err := keysInto(a.DType, keys, win, first+lo*step, step, nil); err != nil {
			return err
		}
		if largest {
			descend(keys, nan, miss)
		}
		return nil
	}
	if len(out)*topFew >= n {
		keys, free, err := mem.Scratch[W](al, n)
		if err != nil {
			return err
		}
		defer free()
		if err := fill(keys, 0); err != nil {
			return err
		}
		return topAll(al, keys, out)
	}
	var room [topBlock]W
	topOf(out, n, func(lo, hi int) []W {
		_ = fill(room[:hi-lo], lo)
		return room[:hi-lo]
	})
	return nil
}

// topAll orders all keys.
func topAll[W word](al mem.Allocator, keys []W, out []int64) error {
	all, free, err := mem.Scratch[int64](al, len(keys))
	if err != nil {
		return err
	}
	defer free()
	err = orderKeys(al, keys, all, false, nil)
	copy(out, all)
	return err
}

// topBlock is the elements that are looked at together.
const topBlock = 512

// topOf writes the positions of the least keys in order. It keeps candidates, and whenever they are twice as
// many as wanted, or some, drops those beyond the last that is still wanted, whose key later ones have to be
// below.
func topOf[W word](out []int64, n int, keys func(lo, hi int) []W) {
	k := len(out)
	most := max(2*k, k+2*topBlock)
	best := make([]pair[W], 0, most+topBlock)
	compare := func(a, b pair[W]) int {
		if c := order(a.k, b.k); c != 0 {
			return c
		}
		return order(a.i, b.i)
	}
	cut := func() {
		selectOne(best, k-1, compare)
		best = best[:k]
	}
	full, bound := false, W(0)
	for lo := 0; lo < n; lo += topBlock {
		hi := min(n, lo+topBlock)
		for i, x := range keys(lo, hi) {
			if !full || x < bound {
				best = append(best, pair[W]{x, uint32(lo + i)})
			}
		}
		if len(best) >= most {
			cut()
			full, bound = true, best[k-1].k
		}
	}
	if len(best) > k {
		cut()
	}
	slices.SortFunc(best, compare)
	for i, p := range best {
		out[i] = int64(p.i)
	}
}

// missing is the least key of a NaN or NaT of d; it says nothing where hasMissing is false.
func missing[W word](d dtype.DType) W {
	switch {
	case d.IsFloat():
		_, nan := floatBits[W](d)
		return nan | ^(^W(0) >> 1)
	case d.IsComplex():
		var m uint64 = imagNaN << 32
		return W(m)
	}
	return ^W(0)
}

// hasMissing reports that elements of d can be missing.
func hasMissing(d dtype.DType) bool { return d.IsFloat() || d.IsComplex() || d.IsTemporal() }

// descend reverses the order of keys; those from nan on stay last where they mean missing elements.
func descend[W word](keys []W, nan W, missing bool) {
	for i, k := range keys {
		switch {
		case !missing:
			keys[i] = ^k
		case k < nan:
			keys[i] = nan - 1 - k
		}
	}
}
