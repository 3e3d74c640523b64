package frame

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
)

// Decode is c in Plain encoding; c itself where it is plain already, and where the dtype has one encoding
// only: categoricals stay codes (Uncode gives their values), objects stay objects.
func (c *Column) Decode(al mem.Allocator) (*Column, error) {
	switch {
	case c.Enc == Plain || c.DType.IsCategorical():
		return c, nil
	case c.Enc == Dict:
		return c.Uncode(al)
	case c.Enc == Narrow:
		return c.widen(al)
	}
	b, err := al.Alloc(c.Rows * c.DType.Size())
	if err != nil {
		return nil, err
	}
	out := &Column{DType: c.DType, Rows: c.Rows, Data: b, Heaps: c.Heaps}
	if c.Enc == Range {
		dst := mem.View[int64](b, 0, c.Rows)
		for i := range dst {
			dst[i] = c.Start + int64(i)*c.Step
		}
		return out, nil
	}
	if c.Rows == 0 {
		return out, nil
	}
	w := c.DType.Size()
	p := b.Bytes()
	n := copy(p, c.Data.Bytes()[c.Offset*w:][:w])
	for n < len(p) {
		n += copy(p[n:], p[:n])
	}
	if !c.Valid.Get(0) {
		bits, err := NewBits(al, c.Rows, false)
		if err != nil {
			return nil, err
		}
		out.Valid = bits.Bitmap()
	}
	return out, nil
}

// Uncode is the plain column of what the codes of a dictionary column stand for. For a categorical that is a
// column of the categories' dtype, pending where the dtype cannot miss.
func (c *Column) Uncode(al mem.Allocator) (*Column, error) {
	var v *Column
	var err error
	switch c.Codes {
	case 1:
		v, err = TakeColumn(al, c.Dict.Values, raw[int8](c, c.Rows))
	case 2:
		v, err = TakeColumn(al, c.Dict.Values, raw[int16](c, c.Rows))
	default:
		v, err = TakeColumn(al, c.Dict.Values, raw[int32](c, c.Rows))
	}
	if err == nil && !c.DType.IsCategorical() {
		v.DType = c.DType
	}
	return v, err
}

// Settle gives a pending column its final dtype: missed says whether any chunk of the whole column misses a
// row. Then ints and uints become float64 with NaN, and bools objects with NaN; else the bitmap goes. Other
// columns are returned as they are.
func (c *Column) Settle(al mem.Allocator, missed bool) (*Column, error) {
	if CanMiss(c.DType) {
		return c, nil
	}
	p, err := c.Decode(al)
	switch {
	case err != nil:
		return nil, err
	case !missed && c.Valid.IsZero():
		return c, nil
	case !missed:
		d := p.Slice(0, p.Rows)
		d.Valid = Bitmap{}
		return d, nil
	case c.DType.IsBool():
		vs := make([]any, c.Rows)
		for i := range vs {
			if vs[i] = c.Cell(i); vs[i] == nil {
				vs[i] = math.NaN()
			}
		}
		return NewObjects(vs), nil
	}
	b, err := al.Alloc(8 * c.Rows)
	if err != nil {
		return nil, err
	}
	out := NewPlain(dtype.Float64, b, 0, c.Rows, Bitmap{})
	dst := raw[float64](out, c.Rows)
	p.floats(dst)
	if !p.Valid.IsZero() {
		for i := range dst {
			if !p.Valid.Get(i) {
				dst[i] = math.NaN()
			}
		}
	}
	return out, nil
}

// floats writes the integers of a plain column as float64.
func (c *Column) floats(dst []float64) {
	switch c.DType.Kind {
	case dtype.Int8Kind:
		toFloats(dst, raw[int8](c, c.Rows))
	case dtype.Int16Kind:
		toFloats(dst, raw[int16](c, c.Rows))
	case dtype.Int32Kind:
		toFloats(dst, raw[int32](c, c.Rows))
	case dtype.Int64Kind:
		toFloats(dst, raw[int64](c, c.Rows))
	case dtype.Uint8Kind:
		toFloats(dst, raw[uint8](c, c.Rows))
	case dtype.Uint16Kind:
		toFloats(dst, raw[uint16](c, c.Rows))
	case dtype.Uint32Kind:
		toFloats(dst, raw[uint32](c, c.Rows))
	case dtype.Uint64Kind:
		toFloats(dst, raw[uint64](c, c.Rows))
	}
}

func toFloats[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64](dst []float64, src []T) {
	for i, v := range src {
		dst[i] = float64(v)
	}
}
