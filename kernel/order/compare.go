package order

import (
	"bytes"
	"cmp"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// Comparer orders row i of a and row j of b, which have the same directions. Numbers of different dtypes
// compare by value, times of different units by instant, and categories by b's dictionary, in which those
// that it lacks come last.
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
