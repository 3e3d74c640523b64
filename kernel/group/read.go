package group

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Floats is a column of numbers, bools or times as float64, missing rows as NaN. The slice may be the
// column's own memory.
func Floats(al mem.Allocator, c *frame.Column) ([]float64, error) { return floats(al, c) }

// floats is a column of numbers or times as float64, missing rows as NaN. The slice may be the column's own
// memory.
func floats(al mem.Allocator, c *frame.Column) ([]float64, error) {
	p, err := c.Stored().Decode(al)
	if err != nil {
		return nil, err
	}
	if p.DType.Kind == dtype.Float64Kind && p.Valid.IsZero() {
		return frame.Values[float64](p), nil
	}
	out, _, err := mem.Scratch[float64](al, p.Rows)
	if err != nil {
		return nil, err
	}
	switch p.DType.Kind {
	case dtype.BoolKind, dtype.Uint8Kind:
		convert(out, frame.Values[uint8](p))
	case dtype.Int8Kind:
		convert(out, frame.Values[int8](p))
	case dtype.Int16Kind:
		convert(out, frame.Values[int16](p))
	case dtype.Int32Kind:
		convert(out, frame.Values[int32](p))
	case dtype.Int64Kind:
		convert(out, frame.Values[int64](p))
	case dtype.Uint16Kind:
		convert(out, frame.Values[uint16](p))
	case dtype.Uint32Kind:
		convert(out, frame.Values[uint32](p))
	case dtype.Uint64Kind:
		convert(out, frame.Values[uint64](p))
	case dtype.Float16Kind:
		for i, v := range frame.Values[uint16](p) {
			out[i] = dtype.F16(v).Float64()
		}
	case dtype.Float32Kind:
		convert(out, frame.Values[float32](p))
	case dtype.Float64Kind:
		copy(out, frame.Values[float64](p))
	case dtype.DatetimeKind, dtype.TimedeltaKind:
		for i, v := range frame.Values[int64](p) {
			if out[i] = float64(v); v == frame.NaT {
				out[i] = math.NaN()
			}
		}
	default:
		return nil, errs.New(errs.Internal, "%v as float64", c.DType)
	}
	if !p.Valid.IsZero() {
		for i := range out {
			if !p.Valid.Get(i) {
				out[i] = math.NaN()
			}
		}
	}
	return out, nil
}

func convert[A float64 | int64, T uint8 | int8 | int16 | int32 | int64 | uint16 | uint32 | uint64 | float32](out []A, in []T) {
	for i, v := range in {
		out[i] = A(v)
	}
}

// integers is a column of integers, bools or times as int64, unsigned ones by their bits, and the rows that
// are there; a nil mask says all.
func integers(al mem.Allocator, c *frame.Column) (vals []int64, there []bool, err error) {
	p, err := c.Stored().Decode(al)
	if err != nil {
		return nil, nil, err
	}
	switch p.DType.Kind {
	case dtype.Int64Kind, dtype.DatetimeKind, dtype.TimedeltaKind:
		vals = frame.Values[int64](p)
	default:
		if vals, _, err = mem.Scratch[int64](al, p.Rows); err != nil {
			return nil, nil, err
		}
	}
	switch p.DType.Kind {
	case dtype.BoolKind, dtype.Uint8Kind:
		convert(vals, frame.Values[uint8](p))
	case dtype.Int8Kind:
		convert(vals, frame.Values[int8](p))
	case dtype.Int16Kind:
		convert(vals, frame.Values[int16](p))
	case dtype.Int32Kind:
		convert(vals, frame.Values[int32](p))
	case dtype.Uint16Kind:
		convert(vals, frame.Values[uint16](p))
	case dtype.Uint32Kind:
		convert(vals, frame.Values[uint32](p))
	case dtype.Uint64Kind:
		convert(vals, frame.Values[uint64](p))
	}
	there, err = present(al, p)
	return vals, there, err
}

// present is the mask of the rows that are not missing, nil when none is.
func present(al mem.Allocator, c *frame.Column) ([]bool, error) {
	if c.NullCount() == 0 {
		return nil, nil
	}
	m, _, err := mem.Scratch[bool](al, c.Rows)
	if err != nil {
		return nil, err
	}
	for i := range m {
		m[i] = !c.IsNull(i)
	}
	return m, nil
}
