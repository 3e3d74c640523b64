package order

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// A Key is a column to order by.
type Key struct {
	Col        *frame.Column
	Desc       bool
	NullsFirst bool
	ByValue    bool // categories order by what they stand for, not by code
}

// plain is the keys whose categories order by value as columns of those values.
func plain(keys []Key) []Key {
	out := append([]Key(nil), keys...)
	for i, k := range out {
		if k.ByValue && k.Col.DType.IsCategorical() {
			c, err := k.Col.Uncode(mem.Heap)
			if err != nil {
				panic(err) // the Go heap does not refuse
			}
			out[i].Col = c
		}
	}
	return out
}

// Rows is the order of the n rows by the keys, the first key first; ties stay as they were. Missing values go last unless
// told otherwise, also when descending. Strings order by bytes, categoricals by category.
func Rows(keys []Key, n int) []int64 {
	rows, err := RowsIn(mem.Heap, keys, n)
	if err != nil {
		panic(err) // the Go heap does not refuse
	}
	return rows
}

// RowsIn is Rows in memory of al. What else it needs, about 24 bytes for each row and 8 for each key of a row, is given back before it returns, where al
// can take it.
func RowsIn(al mem.Allocator, keys []Key, n int) ([]int64, error) {
	if len(keys) == 0 || n < 2 {
		rows, _, err := scratch[int64](al, n)
		for i := range rows {
			rows[i] = int64(i)
		}
		return rows, err
	}
	keys = plain(keys)
	ranks := make([]ranked, len(keys))
	for i, k := range keys {
		var free func()
		var err error
		if ranks[i].nums, free, err = scratch[uint64](al, n); err != nil {
			return nil, err
		}
		defer free()
		if err := ranks[i].rank(al, k); err != nil {
			return nil, err
		}
	}
	if !slices.ContainsFunc(ranks, func(r ranked) bool { return r.text != nil }) && n <= math.MaxUint32 {
		return radix(al, ranks, n)
	}
	rows, _, err := scratch[int64](al, n)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		rows[i] = int64(i)
	}
	slices.SortStableFunc(rows, func(a, b int64) int {
		for i := range ranks {
			if c := ranks[i].compare(a, b); c != 0 {
				return c
			}
		}
		return 0
	})
	return rows, nil
}

// radix orders rows by ranks that are numbers: stably by the last key first.
func radix(al mem.Allocator, ranks []ranked, n int) (rows []int64, err error) {
	var moved []uint64
	if len(ranks) > 1 {
		var free func()
		if moved, free, err = scratch[uint64](al, n); err != nil {
			return nil, err
		}
		defer free()
	}
	var before *nd.Array
	for i := len(ranks) - 1; i >= 0; i-- {
		nums := ranks[i].nums
		if rows != nil {
			for k, r := range rows {
				moved[k] = nums[r]
			}
			nums = moved
		}
		a, err := sort.Argsort(al, nd.Of(nums, n), 0, nil)
		if err != nil {
			return nil, err
		}
		at := nd.Data[int64](a)
		if rows != nil {
			for k, p := range at {
				at[k] = rows[p]
			}
			release(al, before.Block)
		}
		rows, before = at, a
	}
	return rows, nil
}

// Comparer orders row i of a and row j of b, which have the same directions. Numbers of different dtypes compare by value, times of
// different units by instant, and categories by b's dictionary, in which those that it lacks come last.
func Comparer(a, b []Key) func(i, j int) int {
	a, b = plain(a), plain(b)
	fs := make([]func(i, j int) int, len(a))
	for k := range a {
		fs[k] = comparer(a[k], b[k])
	}
	return func(i, j int) int {
		for _, f := range fs {
			if c := f(i, j); c != 0 {
				return c
			}
		}
		return 0
	}
}

func comparer(a, b Key) func(i, j int) int {
	value := valueComparer(a.Col, b.Col)
	return func(i, j int) int {
		switch na, nb := a.Col.IsNull(i), b.Col.IsNull(j); {
		case na && nb:
			return 0
		case na != nb:
			if na == a.NullsFirst {
				return -1
			}
			return 1
		}
		if a.Desc {
			return -value(i, j)
		}
		return value(i, j)
	}
}

func valueComparer(a, b *frame.Column) func(i, j int) int {
	switch {
	case text(a) && text(b):
		return func(i, j int) int { return bytes.Compare(a.Text(i), b.Text(j)) }
	case a.DType.IsCategorical() && a.Dict != b.Dict && a.Dict.Values.Equal(b.Dict.Values):
		return func(i, j int) int { return cmp.Compare(a.Code(i), b.Code(j)) }
	case a.DType.IsCategorical() && b.DType.IsCategorical() && a.Dict != b.Dict:
		return func(i, j int) int { return cmp.Compare(codeIn(b.Dict, a, i), b.Code(j)) }
	case a.DType.IsComplex() && b.DType.IsComplex():
		x, y := complexOf(a), complexOf(b)
		return func(i, j int) int { return compareComplex(x(i), y(j)) }
	case a.DType.IsObject() || a.DType.IsComplex() || a.DType.Kind != b.DType.Kind || a.DType.Unit != b.DType.Unit:
		return func(i, j int) int { return compareLabels(a.Label(i), b.Label(j)) }
	}
	x, y := bitsOf(a), bitsOf(b)
	return func(i, j int) int { return cmp.Compare(x(i), y(j)) }
}

// compareLabels orders objects by value: 1 and 1.0, which Compare tells apart, are equal.
func compareLabels(l, m frame.Label) int {
	if l.Same(m) {
		return 0
	}
	return l.Compare(m)
}

func text(c *frame.Column) bool { return c.DType.IsString() || c.DType.IsBinary() }

// codeIn is the code that row i of c has in dictionary d, beyond all of them where d lacks the value.
func codeIn(d *frame.Dictionary, c *frame.Column, i int) int {
	if k, ok := d.Code(c.Label(i)); ok {
		return k
	}
	return d.Len()
}

// ranked is a column as numbers that order as its rows do or, of texts, as their first bytes do.
type ranked struct {
	nums []uint64
	text func(i int64) []byte // nil for numbers, nil of a missing row
	desc bool
}

func (r *ranked) compare(i, j int64) int {
	if c := cmp.Compare(r.nums[i], r.nums[j]); c != 0 || r.text == nil {
		return c
	}
	c := bytes.Compare(r.text(i), r.text(j))
	if r.desc {
		return -c
	}
	return c
}

// rank maps rows to unsigned numbers: sign flipped integers, order-preserving floats, codes. Descending ones are
// complemented. The extremes are kept for missing rows by making numbers dense where the type needs all of them.
func (r *ranked) rank(al mem.Allocator, k Key) error {
	c := k.Col
	switch {
	case c.Enc == frame.Dict && !c.DType.IsCategorical():
		r.dict(k)
	case text(c):
		r.texts(k)
	case c.DType.IsComplex():
		x := complexOf(c)
		r.by(k, func(a, b int64) int { return compareComplex(x(int(a)), x(int(b))) })
	case c.DType.IsObject():
		r.by(k, func(a, b int64) int { return compareLabels(c.Label(int(a)), c.Label(int(b))) })
	default:
		f := bitsOf(c)
		for i := range r.nums {
			r.nums[i] = 0
			if !c.IsNull(i) {
				r.nums[i] = f(i)
			}
		}
	}
	return r.finish(al, k)
}

// finish turns ranks around for descending keys and makes room for missing rows at either end. Ranks that lie there are first made dense.
func (r *ranked) finish(al mem.Allocator, k Key) error {
	nums := r.nums
	hasNull := k.Col.HasNulls()
	end := uint64(math.MaxUint64) // where missing rows go
	if k.NullsFirst {
		end = 0
	}
	taken := end
	if k.Desc {
		taken = ^end
	}
	if hasNull {
		for i, v := range nums {
			if v == taken && !k.Col.IsNull(i) {
				if err := dense(al, nums); err != nil {
					return err
				}
				break
			}
		}
	}
	for i := range nums {
		if k.Desc {
			nums[i] = ^nums[i]
		}
		if hasNull && k.Col.IsNull(i) {
			nums[i] = end
		}
	}
	return nil
}

// dense replaces numbers by 1 + their place among the distinct ones, so that both extremes are free.
func dense(al mem.Allocator, nums []uint64) error {
	s, free, err := scratch[uint64](al, len(nums))
	if err != nil {
		return err
	}
	defer free()
	copy(s, nums)
	slices.Sort(s)
	s = slices.Compact(s)
	for i, v := range nums {
		p, _ := slices.BinarySearch(s, v)
		nums[i] = uint64(p) + 1
	}
	return nil
}

const sign = 1 << 63

// bitsOf reads a row of a fixed-width column as an unsigned number in order.
func bitsOf(c *frame.Column) func(i int) uint64 {
	if c.DType.IsCategorical() {
		return func(i int) uint64 { return uint64(c.Code(i)) }
	}
	if c.Enc == frame.Plain {
		switch c.DType.Kind {
		case dtype.Int64Kind, dtype.DatetimeKind, dtype.TimedeltaKind:
			v := frame.Values[int64](c)
			return func(i int) uint64 { return uint64(v[i]) ^ sign }
		case dtype.Float64Kind:
			v := frame.Values[float64](c)
			return func(i int) uint64 { return floatBits(v[i]) }
		case dtype.Uint64Kind:
			v := frame.Values[uint64](c)
			return func(i int) uint64 { return v[i] }
		}
	}
	return func(i int) uint64 {
		l := c.Label(i)
		if v, ok := l.Int(); ok {
			return uint64(v) ^ sign
		}
		v, _ := l.Float()
		return floatBits(v)
	}
}

// floatBits orders as the number does; -0.0 equals 0.0.
func floatBits(v float64) uint64 {
	if v == 0 {
		v = 0
	}
	b := math.Float64bits(v)
	if b&sign != 0 {
		return ^b
	}
	return b | sign
}

// texts ranks by the first eight bytes; what those leave equal is compared as a whole.
func (r *ranked) texts(k Key) {
	c := k.Col
	r.desc, r.text = k.Desc, func(i int64) []byte {
		if c.IsNull(int(i)) {
			return nil
		}
		return c.Text(int(i))
	}
	if c.Enc == frame.Plain {
		views := frame.Views(c)
		r.text = func(i int64) []byte { return views[i].Bytes(c.Heaps) }
		if c.HasNulls() {
			r.text = func(i int64) []byte {
				if c.IsNull(int(i)) {
					return nil
				}
				return views[i].Bytes(c.Heaps)
			}
		}
	}
	for i := range r.nums {
		r.nums[i] = prefix(r.text(int64(i)))
	}
}

func prefix(s []byte) uint64 {
	if len(s) >= 8 {
		return binary.BigEndian.Uint64(s)
	}
	v := uint64(0)
	for i, b := range s {
		v |= uint64(b) << (56 - 8*i)
	}
	return v
}

// dict ranks the values of a dictionary once.
func (r *ranked) dict(k Key) {
	d := k.Col.Dict.Values
	at := make([]uint64, d.Rows)
	for p, row := range Rows([]Key{{Col: d}}, d.Rows) {
		at[row] = uint64(p) + 1
	}
	for i := range r.nums {
		r.nums[i] = 0
		if c := k.Col.Code(i); c >= 0 {
			r.nums[i] = at[c]
		}
	}
}

// by ranks rows by a comparison.
func (r *ranked) by(k Key, compare func(a, b int64) int) {
	clear(r.nums)
	rows := make([]int64, 0, len(r.nums))
	for i := range r.nums {
		if !k.Col.IsNull(i) {
			rows = append(rows, int64(i))
		}
	}
	slices.SortStableFunc(rows, compare)
	at := uint64(0)
	for p, row := range rows {
		if p == 0 || compare(rows[p-1], row) != 0 {
			at++
		}
		r.nums[row] = at
	}
}
