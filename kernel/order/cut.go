package order

import (
	"bytes"
	"math"
	"math/bits"
	"sort"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Cut writes for every row of a how many rows of b it does not come before: b is in order, and has the directions of a. A row that equals a row of b goes
// behind it, unless before, which may be nil, says otherwise of these two. Columns compare as those of Comparer do.
func Cut(al mem.Allocator, a, b []Key, before func(i, k int) bool, to []int32) error {
	a, b = plain(a), plain(b)
	m := b[0].Col.Rows
	compare := Comparer(a, b)
	after := func(i, k int) bool { // row k of b comes after row i of a
		c := compare(i, k)
		return c < 0 || c == 0 && before != nil && before(i, k)
	}
	e, bounds, more, err := bounded(a[0], b[0])
	if err != nil {
		return err
	}
	if len(bounds) == 0 {
		for i := range to {
			to[i] = int32(sort.Search(m, func(k int) bool { return after(i, k) }))
		}
		return nil
	}
	nums, free, err := scratch[uint64](al, len(to))
	if err != nil {
		return err
	}
	defer free()
	goesOn, err := e.encode(al, nums, a[0].Col)
	if err != nil {
		return err
	}
	told := len(a) == 1 && !more && !goesOn && before == nil
	for i, v := range nums {
		hi := m // v is the greatest number only where nothing follows
		if v < math.MaxUint64 {
			hi = below(bounds, v+1)
		}
		if !told && hi > 0 && bounds[hi-1] == v {
			lo := below(bounds[:hi], v)
			hi = lo + sort.Search(hi-lo, func(k int) bool { return after(i, lo+k) })
		}
		to[i] = int32(hi)
	}
	return nil
}

// below is how many of s, which ascends and is not empty, are less than v. It has no branch that could be mispredicted.
func below(s []uint64, v uint64) int {
	base, n := 0, len(s)
	for n > 1 {
		half := n / 2
		_, less := bits.Sub64(s[base+half-1], v, 0)
		base += half & -int(less)
		n -= half
	}
	_, less := bits.Sub64(s[base], v, 0)
	return base + int(less)
}

// bounded is an encoder of a, and the numbers of b in it; nil where they have none in common. More reports texts that go on.
func bounded(a, b Key) (e encoder, nums []uint64, more bool, err error) {
	c, d := a.Col, b.Col
	words := text(c) && c.Enc == frame.Dict
	switch {
	case text(c) && text(d):
		if d.Enc != frame.Plain {
			if d, err = d.Decode(mem.Heap); err != nil {
				return e, nil, false, err
			}
		}
	case c.DType != d.DType || c.DType.IsObject() || c.DType.IsComplex() || c.DType.IsCategorical() && c.Dict != d.Dict:
		return e, nil, false, nil
	case !c.DType.IsCategorical() && (c.Enc == frame.Dict || d.Enc == frame.Dict), !c.Valid.IsZero() && wide(c.DType), !d.Valid.IsZero() && wide(d.DType):
		return e, nil, false, nil
	}
	nums = make([]uint64, d.Rows)
	if !words {
		e = encoderOf(a, c, d)
		more, err = e.encode(mem.Heap, nums, d)
		return e, nums, more, err
	}
	e = encoder{miss: missOf(a), desc: a.Desc, gaps: true}
	e.between(nums, c.Dict, d)
	return e, nums, false, nil
}

// wide reports integers that leave no room for missing rows.
func wide(d dtype.DType) bool { return d.IsInteger() && d.Size() == 8 }

// between writes where the texts of c lie among the values of a dictionary, in the numbers that these have.
func (e encoder) between(out []uint64, d *frame.Dictionary, c *frame.Column) {
	sorted := make([]int32, d.Len())
	for k, r := range Ranks(d) {
		sorted[r] = int32(k)
	}
	for i := range out {
		out[i] = e.miss
		if !c.IsNull(i) {
			t := c.Text(i)
			p := sort.Search(len(sorted), func(k int) bool { return bytes.Compare(d.Values.Text(int(sorted[k])), t) >= 0 })
			if out[i] = 2*uint64(p) + 1; p < len(sorted) && bytes.Equal(d.Values.Text(int(sorted[p])), t) {
				out[i]++
			}
		}
		if e.desc {
			out[i] = ^out[i]
		}
	}
}
