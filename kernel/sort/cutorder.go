package sort

import (
	"math"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Placed is the elements of a vector, or their keys, and the places that order equal ones: int64 that ascend. Nil places count from Base.
type Placed struct {
	Keys, Places *nd.Array
	Base         int
}

// maxParts is how many parts elements are cut in at most.
const maxParts = math.MaxUint16

// CutOrder cuts p in parts of keys with their places, all of which lie one behind the other in two arrays. There are at most 65,535 parts.
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
	to, free, err := scratch[uint16](al, n)
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

// turns are how many elements come before the places of bounds: from there on those equal to a bound are behind it.
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

// JoinOrder is the places of what parts hold in the order of their keys; places ascend from part to part.
func JoinOrder(al mem.Allocator, parts []Placed, par Parallel) (*nd.Array, error) {
	out, err := nd.New(al, dtype.Int64, lengths(parts))
	if err != nil || out.Size() == 0 {
		return out, err
	}
	err = joinOrderOf(al, parts, out, par)
	return out, err
}

func lengths(parts []Placed) (n int) {
	for _, p := range parts {
		n += p.Keys.Shape[0]
	}
	return n
}

func joinOrderOf(al mem.Allocator, parts []Placed, out *nd.Array, par Parallel) (err error) {
	e := byWord(
		parts[0].Keys.DType,
		func() { err = joinOrder[uint8](al, parts, out, par) },
		func() { err = joinOrder[uint16](al, parts, out, par) },
		func() { err = joinOrder[uint32](al, parts, out, par) },
		func() { err = joinOrder[uint64](al, parts, out, par) },
	)
	if e != nil {
		return e
	}
	return err
}

func joinOrder[W word](al mem.Allocator, parts []Placed, out *nd.Array, par Parallel) error {
	o := nd.Data[int64](out)
	keys, free, err := scratch[W](al, len(o))
	if err != nil {
		return err
	}
	defer free()
	places, freePlaces, err := scratch[int64](al, len(o))
	if err != nil {
		return err
	}
	defer freePlaces()
	n := 0
	for _, p := range parts {
		copy(keys[n:], nd.Data[W](p.Keys))
		copy(places[n:], nd.Data[int64](p.Places))
		n += p.Keys.Shape[0]
	}
	if err := orderKeys(al, keys, o, false, par); err != nil {
		return err
	}
	return par.spans(n, func(lo, hi int) {
		s := o[lo:hi]
		for i, k := range s {
			s[i] = places[k]
		}
	})
}

// JoinValues puts the values of exact keys of d, which parts hold, in order. What a kernel needs no room for is sorted where it is.
func JoinValues(al mem.Allocator, d dtype.DType, parts []*nd.Array, par Parallel) (*nd.Array, error) {
	all, err := nd.Concat(al, 0, parts...)
	if err != nil {
		return nil, err
	}
	out := *all
	out.DType = d
	e := byWord(
		d,
		func() { err = joinValues[uint8](al, &out, par) },
		func() { err = joinValues[uint16](al, &out, par) },
		func() { err = joinValues[uint32](al, &out, par) },
		func() { err = joinValues[uint64](al, &out, par) },
	)
	if e != nil {
		return nil, e
	}
	return &out, err
}

func joinValues[W word](al mem.Allocator, a *nd.Array, par Parallel) error {
	s, f := nd.Data[W](asWords(a)), formOf[W](a.DType, true)
	if k := kernelOf[W](asm.Active()); k != nil {
		return quick[W]{k, &f}.sortKeys(s, par)
	}
	sortOrQuick(al, s)
	decodeForm(nil, s, s, &f)
	return nil
}

// sortOrQuick sorts keys by radix passes, in place where there is no room for them.
func sortOrQuick[W word](al mem.Allocator, s []W) {
	tmp, free, err := scratch[W](al, len(s))
	if err != nil {
		slices.Sort(s)
		return
	}
	sortKeys(s, tmp)
	free()
}
