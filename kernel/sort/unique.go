package sort

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// UniqueOpts says what Unique also tells; the zero value asks for the values only, with NaNs as one.
type UniqueOpts struct {
	Index     bool // first position of every value
	Inverse   bool // place among the values of every element
	Counts    bool // how often every value occurs
	NaNDiffer bool // every NaN and NaT is a value of its own (equal_nan=False)
	Parallel  parallel.Func
}

// Uniques is the answer of Unique; parts not asked for are nil. Positions and counts are int64.
type Uniques struct {
	Values, Index, Inverse, Counts *nd.Array
}

// Unique is the distinct elements of a one-dimensional array in ascending order: numpy.unique. Of zeros of
// both signs the first one in a is kept. Integers over a range no wider than their number are counted, others
// sorted.
func Unique(al mem.Allocator, a *nd.Array, o UniqueOpts) (Uniques, error) {
	if err := sortable(a.DType); err != nil {
		return Uniques{}, err
	}
	if err := countable(a.Shape[0]); err != nil {
		return Uniques{}, err
	}
	switch d := a.DType; {
	case d.IsComplex() || a.Shape[0] == 0:
		return uniqueOrdered(al, a, o)
	case d.Size() == 1:
		return uniqueWords[uint8](al, a, o)
	case d.Size() == 2:
		return uniqueWords[uint16](al, a, o)
	case d.Size() == 4:
		return uniqueWords[uint32](al, a, o)
	}
	return uniqueWords[uint64](al, a, o)
}

func uniqueWords[W word](al mem.Allocator, a *nd.Array, o UniqueOpts) (Uniques, error) {
	if hasMissing(a.DType) && o.NaNDiffer && (o.Index || o.Inverse) {
		return uniqueOrdered(al, a, o)
	}
	keys, free, err := mem.Scratch[W](al, a.Shape[0])
	if err != nil {
		return Uniques{}, err
	}
	defer free()
	win, first := nd.Window[W](asWords(a))
	if err := keysInto(a.DType, keys, win, first, a.Strides[0], o.Parallel); err != nil {
		return Uniques{}, err
	}
	u := uniquer[W]{al: al, a: a, o: o, keys: keys}
	lo, hi := slices.Min(keys), slices.Max(keys)
	switch {
	case uint64(hi-lo) < uint64(len(keys)) && !(hasMissing(a.DType) && o.NaNDiffer):
		return u.counted(lo, int(hi-lo)+1)
	case o.Index || o.Inverse:
		return uniqueOrdered(al, a, o)
	}
	return u.sorted()
}

// A uniquer makes keys distinct.
type uniquer[W word] struct {
	al   mem.Allocator
	a    *nd.Array
	o    UniqueOpts
	keys []W
}

// int64s is a new array, nil where it is not wanted.
func (u *uniquer[W]) int64s(n int, wanted bool) (*nd.Array, []int64, error) {
	if !wanted {
		return nil, nil, nil
	}
	a, err := nd.New(u.al, dtype.Int64, n)
	if err != nil {
		return nil, nil, err
	}
	return a, nd.Data[int64](a), nil
}

// counted makes keys distinct by a table of the span of keys from lo on.
func (u *uniquer[W]) counted(lo W, width int) (out Uniques, err error) {
	counts, free, err := mem.Scratch[uint32](u.al, width)
	if err != nil {
		return out, err
	}
	defer free()
	clear(counts)
	if u.o.Counts {
		for _, k := range u.keys {
			counts[k-lo]++
		}
	} else {
		for _, k := range u.keys {
			counts[k-lo] = 1
		}
	}
	m := 0
	for _, c := range counts {
		if c != 0 {
			m++
		}
	}
	var index, inverse, n []int64
	if out.Index, index, err = u.int64s(m, u.o.Index); err != nil {
		return out, err
	}
	if out.Inverse, inverse, err = u.int64s(len(u.keys), u.o.Inverse); err != nil {
		return out, err
	}
	if out.Counts, n, err = u.int64s(m, u.o.Counts); err != nil {
		return out, err
	}
	if out.Values, err = nd.New(u.al, u.a.DType, m); err != nil {
		return out, err
	}
	vals := nd.Data[W](asWords(out.Values))
	j := 0
	for k, c := range counts {
		if c == 0 {
			continue
		}
		vals[j] = lo + W(k)
		if n != nil {
			n[j] = int64(c)
		}
		counts[k] = uint32(j) // the place of the value from here on
		j++
	}
	u.values(vals)
	if inverse != nil {
		for i, k := range u.keys {
			inverse[i] = int64(counts[k-lo])
		}
	}
	if index != nil {
		for i := len(u.keys) - 1; i >= 0; i-- {
			index[counts[u.keys[i]-lo]] = int64(i)
		}
	}
	return out, nil
}

// sorted makes keys distinct by sorting them.
func (u *uniquer[W]) sorted() (out Uniques, err error) {
	keys := u.keys
	if k := kernelOf[W](asm.Active()); k != nil {
		if err := (quick[W]{k: k}).sort(keys, u.o.Parallel); err != nil {
			return out, err
		}
	} else {
		tmp, free, err := mem.Scratch[W](u.al, len(keys))
		if err != nil {
			return out, err
		}
		sortKeys(keys, tmp)
		free()
	}
	each := len(keys) // from here on every element is a value
	if hasMissing(u.a.DType) && u.o.NaNDiffer {
		each, _ = slices.BinarySearch(keys, missing[W](u.a.DType))
	}
	m := 1 + len(keys) - max(each, 1)
	for i := 1; i < each; i++ {
		if keys[i] != keys[i-1] {
			m++
		}
	}
	if out.Values, err = nd.New(u.al, u.a.DType, m); err != nil {
		return out, err
	}
	var n []int64
	if out.Counts, n, err = u.int64s(m, u.o.Counts); err != nil {
		return out, err
	}
	vals := nd.Data[W](asWords(out.Values))
	j, from := 0, 0
	vals[0] = keys[0]
	for i := 1; i < len(keys); i++ {
		if keys[i] != keys[i-1] || i >= each {
			if n != nil {
				n[j] = int64(i - from)
				from = i
			}
			j++
			vals[j] = keys[i]
		}
	}
	if n != nil {
		n[j] = int64(len(keys) - from)
	}
	u.values(vals)
	return out, nil
}

// values turns keys that ascend into values; the zero is the first one among the elements.
func (u *uniquer[W]) values(keys []W) {
	d := u.a.DType
	if d.IsFloat() {
		zero := [1]W{}
		encode(d, zero[:], false)
		if at, ok := slices.BinarySearch(keys, zero[0]); ok {
			decode(d, keys)
			keys[at] = u.firstZero()
			return
		}
	}
	decode(d, keys)
}

func (u *uniquer[W]) firstZero() W {
	win, at := nd.Window[W](asWords(u.a))
	sign := ^(^W(0) >> 1)
	for win[at]&^sign != 0 {
		at += u.a.Strides[0]
	}
	return win[at]
}

// uniqueOrdered makes elements distinct by their order.
func uniqueOrdered(al mem.Allocator, a *nd.Array, o UniqueOpts) (u Uniques, err error) {
	n := a.Shape[0]
	places, free, err := mem.Scratch[int64](al, n)
	if err != nil {
		return u, err
	}
	defer free()
	if n > 0 {
		lane, done, err := openerOf(a.DType)(al, a, 0)
		if err != nil {
			return u, err
		}
		err = lane(firstOf(a), places, true, o.Parallel)
		done()
		if err != nil {
			return u, err
		}
	}
	missingHeads(a, places, o.NaNDiffer)
	m := 0
	for _, p := range places {
		if p < 0 {
			m++
		}
	}
	index, err := nd.New(al, dtype.Int64, m)
	if err != nil {
		return u, err
	}
	at := nd.Data[int64](index)
	var inverse, counts []int64
	if o.Inverse {
		if u.Inverse, err = nd.New(al, dtype.Int64, n); err != nil {
			return u, err
		}
		inverse = nd.Data[int64](u.Inverse)
	}
	if o.Counts {
		if u.Counts, err = nd.New(al, dtype.Int64, m); err != nil {
			return u, err
		}
		counts = nd.Data[int64](u.Counts)
	}
	j, from := -1, 0
	for i, p := range places {
		if p < 0 {
			if counts != nil && j >= 0 {
				counts[j] = int64(i - from)
			}
			p &^= headBit
			j++
			at[j], from = p, i
		}
		if inverse != nil {
			inverse[p] = int64(j)
		}
	}
	if counts != nil && j >= 0 {
		counts[j] = int64(n - from)
	}
	if o.Index {
		u.Index = index
	}
	u.Values, err = Take(al, a, index, 0, Raise)
	return u, err
}

// missingHeads marks missing elements, which are last in places: each, or else the first alone.
func missingHeads(a *nd.Array, places []int64, each bool) {
	if !hasMissing(a.DType) {
		return
	}
	isMissing := missingAt(a)
	i := len(places)
	for i > 0 && isMissing(int(places[i-1]&^headBit)) {
		i--
	}
	for j := i; j < len(places); j++ {
		places[j] &^= headBit
		if each || j == i {
			places[j] |= headBit
		}
	}
}

// missingAt tells missing elements.
func missingAt(a *nd.Array) func(i int) bool {
	step := a.Strides[0]
	first := firstOf(a)
	switch {
	case a.DType == dtype.Complex128:
		win, _ := nd.Window[complex128](a)
		return func(i int) bool { v := win[first+i*step]; return v != v }
	case a.DType.Size() == 8:
		return missingWord[uint64](a, first, step)
	case a.DType.Size() == 4:
		return missingWord[uint32](a, first, step)
	}
	return missingWord[uint16](a, first, step)
}

func missingWord[W word](a *nd.Array, first, step int) func(i int) bool {
	win, _ := nd.Window[W](asWords(a))
	nan := missing[W](a.DType)
	return func(i int) bool {
		k := [1]W{win[first+i*step]}
		encode(a.DType, k[:], false)
		return k[0] >= nan
	}
}
