package order

import (
	"bytes"
	"sort"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Cut writes for every row of a how many rows of b it does not come before: b is in order, and has the
// directions of a. A row that equals a row of b goes behind it, unless before, which may be nil, says
// otherwise of these two. Columns compare as those of Comparer do.
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
	step := cutRows
	if a[0].Col.Enc == frame.Dict { // whose ranks are looked up once
		step = len(to)
	}
	nums, free, err := mem.Scratch[uint64](al, min(step, len(to)))
	if err != nil {
		return err
	}
	defer free()
	f := finderOf(bounds)
	for lo := 0; lo < len(to); lo += step {
		some := to[lo:min(lo+step, len(to))]
		goesOn, err := e.encode(al, nums[:len(some)], a[0].Col.Slice(lo, lo+len(some)))
		if err != nil {
			return err
		}
		var tied func(i, hi int) int
		if len(a) > 1 || more || goesOn || before != nil {
			tied = func(i, hi int) int {
				first := sort.Search(hi, func(k int) bool { return bounds[k] >= nums[i] })
				return first + sort.Search(hi-first, func(k int) bool { return after(lo+i, first+k) })
			}
		}
		f.all(some, nums, tied)
	}
	return nil
}

// cutRows is the rows whose numbers stay in the cache until they are compared.
const cutRows = 1 << 12

// bounded is an encoder of a, and the numbers of b in it; nil where they have none in common. More reports
// texts that go on.
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
