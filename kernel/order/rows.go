package order

import (
	"bytes"
	"cmp"
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
	rows := make([]int64, n)
	for i := range rows {
		rows[i] = int64(i)
	}
	if len(keys) == 0 || n < 2 {
		return rows
	}
	keys = plain(keys)
	ranks := make([]ranked, len(keys))
	for i, k := range keys {
		ranks[i] = rank(k, n)
	}
	if out := radix(ranks, n); out != nil {
		return out
	}
	slices.SortStableFunc(rows, func(a, b int64) int {
		for i := range ranks {
			if c := ranks[i].compare(int(a), &ranks[i], int(b)); c != 0 {
				return c
			}
		}
		return 0
	})
	return rows
}

// radix orders rows by ranks that are numbers: stably by the last key first. Nil when a key is text, or there are too many rows.
func radix(ranks []ranked, n int) (rows []int64) {
	if slices.ContainsFunc(ranks, func(r ranked) bool { return r.texts != nil }) || n > math.MaxUint32 {
		return nil
	}
	for i := len(ranks) - 1; i >= 0; i-- {
		nums := ranks[i].nums
		if rows != nil {
			moved := make([]uint64, n)
			for k, r := range rows {
				moved[k] = nums[r]
			}
			nums = moved
		}
		a, err := sort.Argsort(mem.Heap, nd.Of(nums, n), 0, nil)
		if err != nil {
			panic(err) // Go memory does not refuse
		}
		at := nd.Data[int64](a)
		if rows != nil {
			for k, p := range at {
				at[k] = rows[p]
			}
		}
		rows = at
	}
	return rows
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
		return func(i, j int) int {
			l, m := a.Label(i), b.Label(j)
			if l.Same(m) { // 1 and 1.0, which Compare tells apart
				return 0
			}
			return l.Compare(m)
		}
	}
	x, y := bitsOf(a), bitsOf(b)
	return func(i, j int) int { return cmp.Compare(x(i), y(j)) }
}

func text(c *frame.Column) bool { return c.DType.IsString() || c.DType.IsBinary() }

// codeIn is the code that row i of c has in dictionary d, beyond all of them where d lacks the value.
func codeIn(d *frame.Dictionary, c *frame.Column, i int) int {
	if k, ok := d.Code(c.Label(i)); ok {
		return k
	}
	return d.Len()
}

// ranked is a column as numbers that order as its rows do, or as texts.
type ranked struct {
	nums  []uint64
	texts [][]byte // nil for numbers; a missing row has a num of its own
	desc  bool
}

func (r *ranked) compare(i int, s *ranked, j int) int {
	if c := cmp.Compare(r.nums[i], s.nums[j]); c != 0 || r.texts == nil {
		return c
	}
	c := bytes.Compare(r.texts[i], s.texts[j])
	if r.desc {
		return -c
	}
	return c
}

// rank maps rows to unsigned numbers: sign flipped integers, order-preserving floats, codes. Descending ones are
// complemented. The extremes are kept for missing rows by a shift of one bit where the type needs all 64.
func rank(k Key, n int) ranked {
	c := k.Col
	if c.Enc == frame.Dict && !c.DType.IsCategorical() {
		return rankDict(k, n)
	}
	if c.DType.IsString() || c.DType.IsBinary() {
		return rankText(k, n)
	}
	if c.DType.IsComplex() {
		x := complexOf(c)
		return rankBy(k, n, func(a, b int64) int { return compareComplex(x(int(a)), x(int(b))) })
	}
	if c.DType.IsObject() {
		return rankBy(k, n, func(a, b int64) int { return c.Label(int(a)).Compare(c.Label(int(b))) })
	}
	r := ranked{nums: make([]uint64, n)}
	f := bitsOf(c)
	for i := range n {
		if !c.IsNull(i) {
			r.nums[i] = f(i)
		}
	}
	finish(r.nums, k)
	return r
}

// finish turns ranks around for descending keys and makes room for missing rows at either end. Ranks that lie there are first made dense.
func finish(nums []uint64, k Key) {
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
				dense(nums)
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
}

// dense replaces numbers by 1 + their place among the distinct ones, so that both extremes are free.
func dense(nums []uint64) {
	s := slices.Clone(nums)
	slices.Sort(s)
	s = slices.Compact(s)
	for i, v := range nums {
		p, _ := slices.BinarySearch(s, v)
		nums[i] = uint64(p) + 1
	}
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

func rankText(k Key, n int) ranked {
	r := ranked{nums: make([]uint64, n), texts: make([][]byte, n), desc: k.Desc}
	for i := range n {
		r.nums[i] = 1
		switch {
		case !k.Col.IsNull(i):
			r.texts[i] = k.Col.Text(i)
		case k.NullsFirst:
			r.nums[i] = 0
		default:
			r.nums[i] = 2
		}
	}
	return r
}

// rankDict ranks the values of a dictionary once.
func rankDict(k Key, n int) ranked {
	d := k.Col.Dict.Values
	at := make([]uint64, d.Rows)
	for p, row := range Rows([]Key{{Col: d}}, d.Rows) {
		at[row] = uint64(p) + 1
	}
	r := ranked{nums: make([]uint64, n)}
	for i := range n {
		if c := k.Col.Code(i); c >= 0 {
			r.nums[i] = at[c]
		}
	}
	finish(r.nums, k)
	return r
}

// rankBy ranks rows by a comparison.
func rankBy(k Key, n int, compare func(a, b int64) int) ranked {
	rows := make([]int64, 0, n)
	for i := range n {
		if !k.Col.IsNull(i) {
			rows = append(rows, int64(i))
		}
	}
	slices.SortStableFunc(rows, compare)
	r := ranked{nums: make([]uint64, n)}
	at := uint64(0)
	for p, row := range rows {
		if p == 0 || compare(rows[p-1], row) != 0 {
			at++
		}
		r.nums[row] = at
	}
	finish(r.nums, k)
	return r
}
