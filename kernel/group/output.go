package group

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// column is a new plain column of n rows over T, and its rows to fill.
func column[T dtype.Elem](al mem.Allocator, d dtype.DType, n int) ([]T, *frame.Column, error) {
	var z T
	b, err := al.Alloc(n * sizeof(z))
	if err != nil {
		return nil, nil, err
	}
	return mem.View[T](b, 0, n), frame.NewPlain(d, b, 0, n, frame.Bitmap{}), nil
}

// values are the rows of a partial column, which is plain or, after a concatenation, of another encoding.
func values[T dtype.Elem](al mem.Allocator, c *frame.Column) ([]T, error) {
	p, err := c.Decode(al)
	if err != nil {
		return nil, err
	}
	if p.Rows == 0 {
		return nil, nil
	}
	return mem.View[T](p.Data, p.Offset, p.Rows), nil
}

// miss marks rows of a new column as missing, in the way of its dtype; none in the mask leaves it as it is.
func miss(al mem.Allocator, c *frame.Column, missing func(i int) bool) (*frame.Column, error) {
	var bits frame.BitWriter
	some := false
	for i := range c.Rows {
		if !missing(i) {
			continue
		}
		if frame.UsesBitmap(c.DType) || !frame.CanMiss(c.DType) {
			if !some {
				var err error
				if bits, err = frame.NewBits(al, c.Rows, true); err != nil {
					return nil, err
				}
			}
			bits.Clear(i)
		} else {
			setMissing(c, i)
		}
		some = true
	}
	if !some || !frame.UsesBitmap(c.DType) && frame.CanMiss(c.DType) {
		return c, nil
	}
	if c.DType.IsString() || c.DType.IsBinary() {
		return frame.NewText(c.DType, c.Data, c.Offset, c.Rows, c.Heaps, bits.Bitmap()), nil
	}
	return frame.NewPlain(c.DType, c.Data, c.Offset, c.Rows, bits.Bitmap()), nil
}

// setMissing writes the null value of the dtype to row i of a plain column.
func setMissing(c *frame.Column, i int) {
	switch c.DType.Kind {
	case dtype.Float64Kind:
		frame.Values[float64](c)[i] = math.NaN()
	case dtype.Float32Kind:
		frame.Values[float32](c)[i] = float32(math.NaN())
	case dtype.Complex128Kind:
		frame.Values[complex128](c)[i] = complex(math.NaN(), 0)
	case dtype.DatetimeKind, dtype.TimedeltaKind:
		frame.Values[int64](c)[i] = frame.NaT
	}
}

// cast makes a column of d from floats; what f gives for NaN does not matter.
func cast[T dtype.Elem](al mem.Allocator, v []float64, d dtype.DType, f func(x float64) T) (*frame.Column, error) {
	o, c, err := column[T](al, d, len(v))
	if err != nil {
		return nil, err
	}
	for i, x := range v {
		if x == x {
			o[i] = f(x)
		}
	}
	return c, nil
}

func truncate[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64](x float64) T {
	return T(x)
}

// fromFloats is v as a column of d, truncated to what it holds; NaN is missing. An int that cannot miss comes
// out pending (see package frame).
func fromFloats(al mem.Allocator, v []float64, d dtype.DType) (*frame.Column, error) {
	n := len(v)
	var c *frame.Column
	var err error
	switch d.Kind {
	case dtype.Float32Kind:
		var o []float32
		if o, c, err = column[float32](al, d, n); err != nil {
			return nil, err
		}
		for i, x := range v {
			o[i] = float32(x)
		}
	case dtype.Float16Kind:
		var o []dtype.F16
		if o, c, err = column[dtype.F16](al, d, n); err != nil {
			return nil, err
		}
		for i, x := range v {
			o[i] = dtype.ToF16From64(x)
		}
	case dtype.DatetimeKind, dtype.TimedeltaKind:
		var o []int64
		if o, c, err = column[int64](al, d, n); err != nil {
			return nil, err
		}
		for i, x := range v {
			if o[i] = int64(x); x != x {
				o[i] = frame.NaT
			}
		}
	case dtype.BoolKind:
		c, err = cast[bool](al, v, d, func(x float64) bool { return x != 0 })
	case dtype.Int8Kind:
		c, err = cast(al, v, d, truncate[int8])
	case dtype.Int16Kind:
		c, err = cast(al, v, d, truncate[int16])
	case dtype.Int32Kind:
		c, err = cast(al, v, d, truncate[int32])
	case dtype.Int64Kind:
		c, err = cast(al, v, d, truncate[int64])
	case dtype.Uint8Kind:
		c, err = cast(al, v, d, truncate[uint8])
	case dtype.Uint16Kind:
		c, err = cast(al, v, d, truncate[uint16])
	case dtype.Uint32Kind:
		c, err = cast(al, v, d, truncate[uint32])
	case dtype.Uint64Kind:
		c, err = cast(al, v, d, truncate[uint64])
	default:
		var o []float64
		if o, c, err = column[float64](al, d, n); err != nil {
			return nil, err
		}
		copy(o, v)
	}
	if err != nil || d.IsFloat() && !d.Null || d.IsTemporal() {
		return c, err
	}
	return miss(al, c, func(i int) bool { return v[i] != v[i] })
}
