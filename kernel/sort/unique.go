package sort

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// UniqueOpts says what Unique also tells; the zero value asks for the values only, with NaNs as one.
type UniqueOpts struct {
	Index     bool // first position of every value
	Inverse   bool // place among the values of every element
	Counts    bool // how often every value occurs
	NaNDiffer bool // every NaN and NaT is a value of its own (equal_nan=False)
}

// Uniques is the answer of Unique; parts not asked for are nil. Positions and counts are int64.
type Uniques struct {
	Values, Index, Inverse, Counts *nd.Array
}

// Unique is the distinct elements of a one-dimensional array in ascending order: numpy.unique. Of zeros of both signs the
// first one in a is kept.
func Unique(al mem.Allocator, a *nd.Array, o UniqueOpts) (Uniques, error) {
	if err := sortable(a.DType); err != nil {
		return Uniques{}, err
	}
	if err := countable(a.Shape[0]); err != nil {
		return Uniques{}, err
	}
	switch a.DType.Size() {
	case 1:
		return uniqueWords[uint8](al, a, o)
	case 2:
		return uniqueWords[uint16](al, a, o)
	case 4:
		return uniqueWords[uint32](al, a, o)
	case 8:
		return uniqueWords[uint64](al, a, o)
	}
	ps, nan, free, err := orderedComplex(al, a)
	if err != nil {
		return Uniques{}, err
	}
	defer free()
	return groups(al, a, ps, nan, true, o)
}

func uniqueWords[W word](al mem.Allocator, a *nd.Array, o UniqueOpts) (Uniques, error) {
	if plain := !a.DType.IsFloat() && !a.DType.IsComplex(); plain && !o.Index && !o.Inverse {
		return uniqueKeys[W](al, a, o)
	}
	ps, free, err := ordered[W](al, a)
	if err != nil {
		return Uniques{}, err
	}
	defer free()
	return groups(al, a, ps, missing[W](a.DType), hasMissing(a.DType), o)
}

// uniqueKeys sorts keys without positions: for dtypes whose equal elements are the same bits.
func uniqueKeys[W word](al mem.Allocator, a *nd.Array, o UniqueOpts) (u Uniques, err error) {
	n := a.Shape[0]
	buf, free, err := scratch[W](al, 2*n)
	if err != nil {
		return u, err
	}
	defer free()
	keys := buf[:n]
	win, first := nd.Window[W](asWords(a))
	gather(keys, win, first, a.Strides[0])
	encode(a.DType, keys, true)
	sortKeys(keys, buf[n:])
	nan := hasMissing(a.DType) && o.NaNDiffer
	m := 0
	for i, k := range keys {
		if i == 0 || k != keys[i-1] || nan && k == ^W(0) {
			m++
		}
	}
	if u.Values, err = nd.New(al, a.DType, m); err != nil {
		return u, err
	}
	var counts []int64
	if o.Counts {
		if u.Counts, err = nd.Zeros(al, dtype.Int64, m); err != nil {
			return u, err
		}
		counts = nd.Data[int64](u.Counts)
	}
	out := nd.Data[W](asWords(u.Values))
	j := -1
	for i, k := range keys {
		if i == 0 || k != keys[i-1] || nan && k == ^W(0) {
			j++
			out[j] = k
		}
		if counts != nil {
			counts[j]++
		}
	}
	decode(a.DType, out)
	return u, nil
}

// groups cuts ordered pairs where keys change; keys from nan on are elements with a NaN.
func groups[W word](al mem.Allocator, a *nd.Array, ps []pair[W], nan W, missing bool, o UniqueOpts) (u Uniques, err error) {
	head := func(i int) bool {
		switch {
		case i == 0:
			return true
		case missing && ps[i].k >= nan:
			return o.NaNDiffer || ps[i-1].k < nan
		}
		return ps[i].k != ps[i-1].k
	}
	m := 0
	for i := range ps {
		if head(i) {
			m++
		}
	}
	index, err := nd.New(al, dtype.Int64, m)
	if err != nil {
		return u, err
	}
	var counts, inverse []int64
	if o.Counts {
		if u.Counts, err = nd.Zeros(al, dtype.Int64, m); err != nil {
			return u, err
		}
		counts = nd.Data[int64](u.Counts)
	}
	if o.Inverse {
		if u.Inverse, err = nd.New(al, dtype.Int64, len(ps)); err != nil {
			return u, err
		}
		inverse = nd.Data[int64](u.Inverse)
	}
	at := nd.Data[int64](index)
	j := -1
	for i, p := range ps {
		if head(i) {
			j++
			at[j] = int64(p.i)
		}
		if counts != nil {
			counts[j]++
		}
		if inverse != nil {
			inverse[p.i] = int64(j)
		}
	}
	if o.Index {
		u.Index = index
	}
	u.Values, err = Take(al, a, index, 0, Raise)
	return u, err
}
