package frame

import (
	"fmt"
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
)

// NewNarrow is a column of int64 or Int64 whose values lie in block as signed integers of width bytes (1, 2
// or 4), from value off on.
func NewNarrow(d dtype.DType, block *mem.Block, off, rows int, width CodeWidth, valid Bitmap) *Column {
	if d.Kind != dtype.Int64Kind {
		panic(fmt.Sprintf("frame: NewNarrow of %s", d))
	}
	return &Column{DType: d, Enc: Narrow, Rows: rows, Data: block, Offset: off, Codes: width, Valid: valid}
}

// Narrowed is a plain column of int64 or Int64 in Narrow encoding, in the least width that holds all its
// values; other columns, and those of greater values, come back as they are. What lies under missing rows of
// the new column is not defined.
func (c *Column) Narrowed(al mem.Allocator) (*Column, error) {
	if c.Enc != Plain || c.DType.Kind != dtype.Int64Kind || c.Rows == 0 {
		return c, nil
	}
	vs := raw[int64](c, c.Rows)
	lo, hi := limitsOf(vs)
	w := WidthOfRange(lo, hi)
	if w == 8 {
		return c, nil
	}
	b, err := al.Alloc(int(w) * c.Rows)
	if err != nil {
		return nil, err
	}
	switch w {
	case 1:
		resize(mem.View[int8](b, 0, c.Rows), vs)
	case 2:
		resize(mem.View[int16](b, 0, c.Rows), vs)
	default:
		resize(mem.View[int32](b, 0, c.Rows), vs)
	}
	out := NewNarrow(c.DType, b, 0, c.Rows, w, c.Valid)
	out.bounds = &Bounds{Min: L(lo), Max: L(hi)}
	if c.Valid.IsZero() {
		out.bounds.Sorted, out.bounds.Unique = ascends(vs)
	}
	return out.wholeIf(c.whole()), nil
}

// Narrowed is f with narrow columns where values allow it. Labels stay as they are, for look-ups read them
// one by one.
func (f *Frame) Narrowed(al mem.Allocator) (*Frame, error) {
	g := *f
	g.Cols = make([]*Column, len(f.Cols))
	for i, c := range f.Cols {
		n, err := c.Narrowed(al)
		if err != nil {
			return nil, err
		}
		g.Cols[i] = n
	}
	return &g, nil
}

// Widened is f without narrow columns: what leaves the engine.
func (f *Frame) Widened(al mem.Allocator) (*Frame, error) {
	g, same := *f, true
	g.Cols = make([]*Column, len(f.Cols))
	for i, c := range f.Cols {
		g.Cols[i] = c
		if c.Enc != Narrow {
			continue
		}
		w, err := c.widen(al)
		if err != nil {
			return nil, err
		}
		g.Cols[i], same = w, false
	}
	if same {
		return f, nil
	}
	return &g, nil
}

// Stored is the values of a narrow column as a plain column of int8, int16 or int32 (Int8 and so on of Int64)
// that shares them: for kernels whose answer does not depend on the width of integers. Other columns come
// back as they are.
func (c *Column) Stored() *Column {
	if c.Enc != Narrow {
		return c
	}
	d := c.storedType()
	out := &Column{DType: d, Rows: c.Rows, Data: c.Data, Offset: c.Offset, Valid: c.Valid}
	out.bounds = c.bounds
	out.nulls.Store(c.nulls.Load())
	return out
}

// storedType is the dtype of what a narrow column stores.
func (c *Column) storedType() dtype.DType {
	d := dtype.Int32
	switch c.Codes {
	case 1:
		d = dtype.Int8
	case 2:
		d = dtype.Int16
	}
	d.Null = c.DType.Null
	return d
}

// limitsOf are the least and the greatest of some values. They stop being exact where one takes more than
// four bytes.
func limitsOf(vs []int64) (lo, hi int64) {
	const step = 1 << 12 // wide values are mostly met early
	lo, hi = vs[0], vs[0]
	for len(vs) > 0 && WidthOfRange(lo, hi) < 8 {
		v := vs[:min(step, len(vs))]
		vs = vs[len(v):]
		a, b, c, d := lo, hi, lo, hi
		for ; len(v) >= 2; v = v[2:] {
			a, b = min(a, v[0]), max(b, v[0])
			c, d = min(c, v[1]), max(d, v[1])
		}
		for _, x := range v {
			a, b = min(a, x), max(b, x)
		}
		lo, hi = min(a, c), max(b, d)
	}
	return lo, hi
}

// ascends reports that no value is less than the one before, and that none is equal to it either.
func ascends(vs []int64) (sorted, strictly bool) {
	strictly = true
	for i := 1; i < len(vs); i++ {
		if vs[i] < vs[i-1] {
			return false, false
		}
		strictly = strictly && vs[i] > vs[i-1]
	}
	return true, strictly
}

// WidthOfRange is the least width in bytes, 1, 2, 4 or 8, of signed integers from lo to hi.
func WidthOfRange(lo, hi int64) CodeWidth {
	switch {
	case lo >= math.MinInt8 && hi <= math.MaxInt8:
		return 1
	case lo >= math.MinInt16 && hi <= math.MaxInt16:
		return 2
	case lo >= math.MinInt32 && hi <= math.MaxInt32:
		return 4
	}
	return 8
}

// resize writes integers in another width, which must hold them.
func resize[A, B int8 | int16 | int32 | int64](dst []A, src []B) {
	dst = dst[:len(src)]
	for i, v := range src {
		dst[i] = A(v)
	}
}

// narrowInto writes the values of a narrow column in a width at least its own.
func narrowInto[T int8 | int16 | int32 | int64](dst []T, c *Column) {
	switch c.Codes {
	case 1:
		resize(dst, raw[int8](c, c.Rows))
	case 2:
		resize(dst, raw[int16](c, c.Rows))
	default:
		resize(dst, raw[int32](c, c.Rows))
	}
}

// widen is a narrow column in Plain encoding.
func (c *Column) widen(al mem.Allocator) (*Column, error) {
	b, err := al.Alloc(8 * c.Rows)
	if err != nil {
		return nil, err
	}
	out := &Column{DType: c.DType, Rows: c.Rows, Data: b, Valid: c.Valid}
	narrowInto(mem.View[int64](b, 0, c.Rows), c)
	out.bounds = c.bounds
	out.nulls.Store(c.nulls.Load())
	return out, nil
}

// concatNarrow joins narrow columns in the greatest of their widths.
func concatNarrow(al mem.Allocator, cs []*Column, rows int) (*Column, error) {
	w := CodeWidth(1)
	holes := false
	for _, c := range cs {
		w, holes = max(w, c.Codes), holes || !c.Valid.IsZero()
	}
	b, err := al.Alloc(int(w) * rows)
	if err != nil {
		return nil, err
	}
	var bits BitWriter
	if holes {
		if bits, err = NewBits(al, rows, true); err != nil {
			return nil, err
		}
	}
	at := 0
	for _, c := range cs {
		switch w {
		case 1:
			narrowInto(mem.View[int8](b, at, c.Rows), c)
		case 2:
			narrowInto(mem.View[int16](b, at, c.Rows), c)
		default:
			narrowInto(mem.View[int32](b, at, c.Rows), c)
		}
		if !c.Valid.IsZero() {
			bits.copyBits(at, c.Valid, c.Rows)
		}
		at += c.Rows
	}
	out := NewNarrow(cs[0].DType, b, 0, rows, w, bits.Bitmap())
	out.bounds = boundsOf(cs)
	return out.wholeIf(allWhole(cs)), nil
}
