package sort

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Placed is the elements of a vector, or their keys, and the places that order equal ones: int64 that ascend.
// Nil places count from Base.
type Placed struct {
	Keys, Places *nd.Array
	Base         int
}

// Slice is the elements lo to hi.
func (p Placed) Slice(lo, hi int) Placed {
	q := Placed{Keys: p.Keys.Slice(0, lo, hi, 1), Base: p.Base + lo}
	if p.Places != nil {
		q.Places = p.Places.Slice(0, lo, hi, 1)
	}
	return q
}

// place is the place of element i.
func (p Placed) place(i int) int64 {
	if p.Places != nil {
		return nd.Data[int64](p.Places)[i]
	}
	return int64(p.Base + i)
}

// CutOrder cuts p in parts of keys with their places, all of which lie one behind the other in two arrays.
// There are at most 65,535 parts.
func CutOrder(al mem.Allocator, p Placed, b Bounds) ([]Placed, error) {
	n := p.Keys.Shape[0]
	keys, err := nd.New(al, KeyType(p.Keys.DType), n)
	if err != nil {
		return nil, err
	}
	places, err := nd.New(al, dtype.Int64, n)
	if err != nil {
		return nil, err
	}
	to, free, err := mem.Scratch[uint16](al, n)
	if err != nil {
		return nil, err
	}
	defer free()
	ends := make([]int, b.Keys.Shape[0]+1)
	err = byWord(
		keys.DType,
		func() { cutOrder[uint8](p, b, to, ends, keys, places) },
		func() { cutOrder[uint16](p, b, to, ends, keys, places) },
		func() { cutOrder[uint32](p, b, to, ends, keys, places) },
		func() { cutOrder[uint64](p, b, to, ends, keys, places) },
	)
	if err != nil {
		return nil, err
	}
	parts := make([]Placed, 0, len(ends))
	lo := 0
	for _, hi := range ends {
		parts = append(parts, Placed{Keys: keys.Slice(0, lo, hi, 1), Places: places.Slice(0, lo, hi, 1)})
		lo = hi
	}
	return parts, nil
}

// cutOrder finds the part of every element, then moves elements there; ends are where parts end.
func cutOrder[W word](p Placed, b Bounds, to []uint16, ends []int, outKeys, outPlaces *nd.Array) {
	bounds, n := nd.Data[W](b.Keys), len(to)
	turn := p.turns(nd.Data[int64](b.Places))
	starts := append([]int{0}, slices.Sorted(slices.Values(turn))...)
	above := make([]W, 0, len(bounds)) // a key is in the part that is the number of these that are not above it
	var room [searchBlock]W
	var at [searchBlock]int64
	for s, lo := range starts {
		hi := n
		if s+1 < len(starts) {
			hi = starts[s+1]
		}
		if lo == hi {
			continue
		}
		above = above[:0]
		for i, k := range bounds {
			switch {
			case turn[i] <= lo:
				above = append(above, k)
			case k < ^W(0):
				above = append(above, k+1)
			}
		}
		for ; lo < hi; lo += searchBlock {
			m := min(searchBlock, hi-lo)
			if len(above) > 0 {
				keysOf(room[:m], p.Keys, lo)
				searchKeys(above, room[:m], at[:m], true)
			}
			for i, k := range at[:m] {
				to[lo+i] = uint16(k)
				ends[k]++
			}
		}
	}
	next := make([]int, len(ends))
	sum := 0
	for i, c := range ends {
		next[i] = sum
		sum += c
		ends[i] = sum
	}
	keys, places := nd.Data[W](outKeys), nd.Data[int64](outPlaces)
	for lo := 0; lo < n; lo += searchBlock {
		m := min(searchBlock, n-lo)
		keysOf(room[:m], p.Keys, lo)
		from := at[:m]
		if p.Places != nil {
			copy(from, nd.Data[int64](p.Places)[lo:])
		} else {
			for i := range from {
				from[i] = int64(p.Base + lo + i)
			}
		}
		for i, k := range to[lo : lo+m] {
			j := next[k]
			next[k]++
			keys[j], places[j] = room[i], from[i]
		}
	}
}

// turns are how many elements come before the places of bounds: from there on those equal to a bound are
// behind it.
func (p Placed) turns(places []int64) []int {
	n := p.Keys.Shape[0]
	out := make([]int, len(places))
	for i, at := range places {
		if p.Places == nil {
			out[i] = min(max(int(at)-p.Base, 0), n)
		} else {
			out[i], _ = slices.BinarySearch(nd.Data[int64](p.Places), at)
		}
	}
	return out
}

// keysOf writes the keys, zeros of both signs alike, of the elements of a from lo on.
func keysOf[W word](out []W, a *nd.Array, lo int) {
	win, first := nd.Window[W](asWords(a))
	gather(out, win, first+lo*a.Strides[0], a.Strides[0])
	encode(a.DType, out, false)
}
