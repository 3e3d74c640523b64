package parquet

import (
	"encoding/binary"
	"errors"

	pq "github.com/parquet-go/parquet-go"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// errWide says that a value lies outside the bounds that the footer tells: the column is read again, in full
// width.
var errWide = errors.New("a value outside the bounds of its column chunk")

// boundsOf are those of the values of a column in row groups lo to hi, as the footer has them; None where it
// does not say.
func (f *File) boundsOf(c *Column, lo, hi int) (b frame.Bounds) {
	k := 0
	for k < len(f.Columns) && &f.Columns[k] != c {
		k++
	}
	for g := lo; g < hi && k < len(f.Columns); g++ {
		s := f.Groups[g].Stats[k]
		switch {
		case f.Groups[g].Rows == 0 || s.Nulls == f.Groups[g].Rows:
			continue
		case s.Min.IsMissing() || s.Max.IsMissing():
			return frame.Bounds{}
		}
		if b.Min.IsNil() || s.Min.Less(b.Min) {
			b.Min = s.Min
		}
		if b.Max.IsNil() || b.Max.Less(s.Max) {
			b.Max = s.Max
		}
	}
	return b
}

// widthOf is the width that holds the values of an int64 column by their bounds, 8 where these are not known
// or wide.
func widthOf(c *Column, typ dtype.DType, b frame.Bounds) frame.CodeWidth {
	lo, hi, ok := b.Ints()
	if !ok || typ.Kind != dtype.Int64Kind || c.plain.kind != pq.Int64 || c.plain.what != number {
		return 8
	}
	return frame.WidthOfRange(lo, hi)
}

// newNarrow is the sink of int64 values that are told to lie within bounds, which fit E. That they do is
// checked: kernels address tables by them.
func newNarrow[E int8 | int16 | int32](al mem.Allocator, c *Column, t dtype.DType, rows int, w frame.CodeWidth, told frame.Bounds) (sink, error) {
	lo, hi, _ := told.Ints()
	b, err := al.Alloc(rows * int(w))
	if err != nil {
		return nil, err
	}
	s := &fixed[E]{d: decoder{al: al, p: &c.plain}, dtype: t, block: b, out: mem.View[E](b, 0, rows), rows: rows, width: w, told: told}
	s.conv = func(dst []E, src []byte) {
		least, most := lo, hi
		src = src[:8*len(dst)]
		for i := range dst {
			v := int64(binary.LittleEndian.Uint64(src[8*i:]))
			dst[i] = E(v)
			least, most = min(least, v), max(most, v)
		}
		s.over = s.over || least < lo || most > hi
	}
	return s, nil
}

// narrowSinkOf is the sink of an int64 column in a width below 8.
func narrowSinkOf(al mem.Allocator, c *Column, t dtype.DType, rows int, w frame.CodeWidth, told frame.Bounds) (sink, error) {
	switch w {
	case 1:
		return newNarrow[int8](al, c, t, rows, w, told)
	case 2:
		return newNarrow[int16](al, c, t, rows, w, told)
	}
	return newNarrow[int32](al, c, t, rows, w, told)
}
