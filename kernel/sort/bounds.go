package sort

import (
	"iter"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Keyed reports that elements of d have keys: unsigned words whose order is theirs, which is all real dtypes
// and, where values need not come back, complex64.
func Keyed(d dtype.DType, exact bool) bool {
	return sortable(d) == nil && d.Size() <= 8 && !(exact && d.IsComplex())
}

// KeyType is the dtype of the keys of elements of d.
func KeyType(d dtype.DType) dtype.DType {
	switch d.Size() {
	case 1:
		return dtype.Uint8
	case 2:
		return dtype.Uint16
	case 4:
		return dtype.Uint32
	}
	return dtype.Uint64
}

// byWord calls the function for the width of d's keys.
func byWord(d dtype.DType, f8, f16, f32, f64 func()) error {
	switch d.Size() {
	case 1:
		f8()
	case 2:
		f16()
	case 4:
		f32()
	case 8:
		f64()
	default:
		return errs.New(errs.Type, "%v has no keys of one word", d)
	}
	return nil
}

// Sample is the keys and the int64 places of at most n elements of p, one from each of n equal stretches.
// With exact the keys tell the signs of zeros; see Keyed. Which elements are drawn depends on their number
// alone.
func Sample(al mem.Allocator, p Placed, n int, exact bool) (keys, places *nd.Array, err error) {
	a := p.Keys
	n = min(n, a.Shape[0])
	if keys, err = nd.New(al, KeyType(a.DType), n); err != nil {
		return nil, nil, err
	}
	if places, err = nd.New(al, dtype.Int64, n); err != nil {
		return nil, nil, err
	}
	at := nd.Data[int64](places)
	for i, p := range Draws(a.Shape[0], n) {
		at[i] = p
	}
	err = byWord(
		a.DType,
		func() { sampled[uint8](keys, a, at, exact) },
		func() { sampled[uint16](keys, a, at, exact) },
		func() { sampled[uint32](keys, a, at, exact) },
		func() { sampled[uint64](keys, a, at, exact) },
	)
	for i, k := range at {
		at[i] = p.place(int(k))
	}
	return keys, places, err
}

// Draws is one place of each of m equal stretches of n elements, m at most n. They depend on n and m alone.
func Draws(n, m int) iter.Seq2[int, int64] {
	return func(yield func(int, int64) bool) {
		seed := uint64(n)
		for i := range m {
			lo, hi := i*n/m, (i+1)*n/m
			seed = seed*6364136223846793005 + 1442695040888963407 // Knuth's MMIX generator
			if !yield(i, int64(lo)+int64((seed>>33)%uint64(hi-lo))) {
				return
			}
		}
	}
}

func sampled[W word](keys, a *nd.Array, at []int64, exact bool) {
	win, first := nd.Window[W](asWords(a))
	k := nd.Data[W](keys)
	for i, p := range at {
		k[i] = win[first+int(p)*a.Strides[0]]
	}
	encode(a.DType, k, exact)
}

// Bounds are n-1 keys that cut elements in n parts as evenly as samples of them say, with what decides
// between parts for elements equal to a bound: their places, or a share of them. An element is before a bound
// if its key is less, or equal and its place is less than the bound's. Where elements are their keys, Share
// of those equal to a bound are before it.
type Bounds struct {
	Keys, Places, Share *nd.Array // unsigned words, int64, float64
}

// BoundsOf chooses bounds from samples, in order of their places.
func BoundsOf(al mem.Allocator, n int, keys, places []*nd.Array) (b Bounds, err error) {
	k, err := nd.Concat(al, 0, keys...)
	if err != nil {
		return b, err
	}
	p, err := nd.Concat(al, 0, places...)
	if err != nil {
		return b, err
	}
	order, err := Argsort(al, k, 0, nil)
	if err != nil {
		return b, err
	}
	m, cuts := k.Shape[0], n-1
	if m == 0 { // no elements: any bounds will do
		if b.Keys, err = nd.Zeros(al, k.DType, cuts); err != nil {
			return b, err
		}
		if b.Places, err = nd.Zeros(al, dtype.Int64, cuts); err != nil {
			return b, err
		}
		b.Share, err = nd.Zeros(al, dtype.Float64, cuts)
		return b, err
	}
	at, err := nd.New(al, dtype.Int64, cuts)
	if err != nil {
		return b, err
	}
	if b.Share, err = nd.New(al, dtype.Float64, cuts); err != nil {
		return b, err
	}
	sorted, err := Take(al, k, order, 0, Raise)
	if err != nil {
		return b, err
	}
	from, share := nd.Data[int64](at), nd.Data[float64](b.Share)
	for i := range from {
		from[i] = int64((i + 1) * m / n)
	}
	err = byWord(
		k.DType,
		func() { shares(share, nd.Data[uint8](sorted), from) },
		func() { shares(share, nd.Data[uint16](sorted), from) },
		func() { shares(share, nd.Data[uint32](sorted), from) },
		func() { shares(share, nd.Data[uint64](sorted), from) },
	)
	if err != nil {
		return b, err
	}
	if at, err = Take(al, order, at, 0, Raise); err != nil {
		return b, err
	}
	if b.Keys, err = Take(al, k, at, 0, Raise); err != nil {
		return b, err
	}
	b.Places, err = Take(al, p, at, 0, Raise)
	return b, err
}

// shares writes how much of the run of equal keys that each place is in lies before it.
func shares[W word](share []float64, sorted []W, at []int64) {
	for i, p := range at {
		lo, hi := int(p), int(p)+1
		for lo > 0 && sorted[lo-1] == sorted[p] {
			lo--
		}
		for hi < len(sorted) && sorted[hi] == sorted[p] {
			hi++
		}
		share[i] = float64(int(p)-lo) / float64(hi-lo)
	}
}
