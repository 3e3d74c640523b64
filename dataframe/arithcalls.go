package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// The functions of two operands. The other operand is a *DataFrame or *Series, which meets the first by
// labels (where they differ the result has the labels of both, ascending, and misses what one side lacks); a
// *tensor.Tensor, *nd.Array or Go slice, which meets it by position; or a single value. The dtypes are
// pandas': bools and numbers as NumPy has them, text is joined and repeated, times and spans add up in the
// finer unit, nullable dtypes keep NA. Errors: Type for dtypes that a function does not take, Invalid for
// lengths that differ.

// binaryOf builds a function of h and other.
func binaryOf(name string, h Handle, other any, opts []Arith) op.Value {
	h = only(h, opts)
	full := "dataframe." + name
	def := op.Lookup(full)
	o := def.New().(*cells.Binary)
	a := one(opts)
	if a.Axis != "" {
		o.Axis = &a.Axis
	}
	if a.FillValue != nil {
		v, ok := chunk.ScalarOf(a.FillValue)
		if !ok {
			return bad(full, errs.New(errs.Type, "a %T as fill_value", a.FillValue))
		}
		o.FillValue = v
	}
	switch b := other.(type) {
	case Handle:
		return apply(o, h, b)
	case *nd.Array:
		return apply(o, h, tensor.FromArray(b))
	}
	if v, ok := chunk.ScalarOf(other); ok {
		o.Args = []any{nil, v}
		if v == nil {
			o.Args[1] = chunk.Nan
			if !o.Compares() {
				return bad(full, errs.New(errs.Type, "unsupported operand type(s) for %s: None", o.Row()))
			}
		}
		return apply(o, h)
	}
	if h.Value().Meta().Kind == op.Series { // a list stands under the labels of the series
		c, err := chunk.ColumnOf(other)
		if err != nil {
			return bad(full, err)
		}
		if d := h.Value().Meta().Dims; len(d) > 0 && d[0].Known() && d[0].N != c.Rows {
			return bad(full, errs.New(errs.Invalid, "operands could not be broadcast together with shapes (%d,) (%d,)", d[0].N, c.Rows))
		}
		if c, err = c.Decode(chunk.Heap.Mem); err != nil {
			return bad(full, err)
		}
		if x, ok := c.Array(); ok {
			return apply(o, h, tensor.FromArray(x))
		}
	}
	t, err := tensor.As(other)
	if err != nil {
		return bad(full, errs.New(errs.Type, "arithmetic with a %T", other))
	}
	return apply(o, h, t)
}

// Add is d + other, element by element.
func (d *DataFrame) Add(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("add", d, other, o))
}

// Add is s + other, element by element.
func (s *Series) Add(other any, o ...Arith) *Series { return SeriesOf(binaryOf("add", s, other, o)) }

// Sub is d - other, element by element.
func (d *DataFrame) Sub(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("sub", d, other, o))
}

// Sub is s - other, element by element.
func (s *Series) Sub(other any, o ...Arith) *Series { return SeriesOf(binaryOf("sub", s, other, o)) }

// Mul is d * other, element by element.
func (d *DataFrame) Mul(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("mul", d, other, o))
}

// Mul is s * other, element by element.
func (s *Series) Mul(other any, o ...Arith) *Series { return SeriesOf(binaryOf("mul", s, other, o)) }

// Div is d / other: true division, element by element.
func (d *DataFrame) Div(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("truediv", d, other, o))
}

// Div is s / other: true division, element by element.
func (s *Series) Div(other any, o ...Arith) *Series {
	return SeriesOf(binaryOf("truediv", s, other, o))
}

// FloorDiv is d // other, element by element.
func (d *DataFrame) FloorDiv(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("floordiv", d, other, o))
}

// FloorDiv is s // other, element by element.
func (s *Series) FloorDiv(other any, o ...Arith) *Series {
	return SeriesOf(binaryOf("floordiv", s, other, o))
}

// Mod is d % other, of the divisor's sign, element by element.
func (d *DataFrame) Mod(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("mod", d, other, o))
}

// Mod is s % other, of the divisor's sign, element by element.
func (s *Series) Mod(other any, o ...Arith) *Series { return SeriesOf(binaryOf("mod", s, other, o)) }

// Pow is d ** other, element by element.
func (d *DataFrame) Pow(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("pow", d, other, o))
}

// Pow is s ** other, element by element.
func (s *Series) Pow(other any, o ...Arith) *Series { return SeriesOf(binaryOf("pow", s, other, o)) }

// RAdd is other + d, element by element.
func (d *DataFrame) RAdd(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("radd", d, other, o))
}

// RAdd is other + s, element by element.
func (s *Series) RAdd(other any, o ...Arith) *Series { return SeriesOf(binaryOf("radd", s, other, o)) }

// RSub is other - d, element by element.
func (d *DataFrame) RSub(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("rsub", d, other, o))
}

// RSub is other - s, element by element.
func (s *Series) RSub(other any, o ...Arith) *Series { return SeriesOf(binaryOf("rsub", s, other, o)) }

// RMul is other * d, element by element.
func (d *DataFrame) RMul(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("rmul", d, other, o))
}

// RMul is other * s, element by element.
func (s *Series) RMul(other any, o ...Arith) *Series { return SeriesOf(binaryOf("rmul", s, other, o)) }

// RDiv is other / d, element by element.
func (d *DataFrame) RDiv(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("rtruediv", d, other, o))
}

// RDiv is other / s, element by element.
func (s *Series) RDiv(other any, o ...Arith) *Series {
	return SeriesOf(binaryOf("rtruediv", s, other, o))
}

// RFloorDiv is other // d, element by element.
func (d *DataFrame) RFloorDiv(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("rfloordiv", d, other, o))
}

// RFloorDiv is other // s, element by element.
func (s *Series) RFloorDiv(other any, o ...Arith) *Series {
	return SeriesOf(binaryOf("rfloordiv", s, other, o))
}

// RMod is other % d, element by element.
func (d *DataFrame) RMod(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("rmod", d, other, o))
}

// RMod is other % s, element by element.
func (s *Series) RMod(other any, o ...Arith) *Series { return SeriesOf(binaryOf("rmod", s, other, o)) }

// RPow is other ** d, element by element.
func (d *DataFrame) RPow(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("rpow", d, other, o))
}

// RPow is other ** s, element by element.
func (s *Series) RPow(other any, o ...Arith) *Series { return SeriesOf(binaryOf("rpow", s, other, o)) }

// Eq is d == other, element by element.
func (d *DataFrame) Eq(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("eq", d, other, o))
}

// Eq is s == other, element by element.
func (s *Series) Eq(other any, o ...Arith) *Series { return SeriesOf(binaryOf("eq", s, other, o)) }

// Ne is d != other, element by element.
func (d *DataFrame) Ne(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("ne", d, other, o))
}

// Ne is s != other, element by element.
func (s *Series) Ne(other any, o ...Arith) *Series { return SeriesOf(binaryOf("ne", s, other, o)) }

// Lt is d < other, element by element.
func (d *DataFrame) Lt(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("lt", d, other, o))
}

// Lt is s < other, element by element.
func (s *Series) Lt(other any, o ...Arith) *Series { return SeriesOf(binaryOf("lt", s, other, o)) }

// Le is d <= other, element by element.
func (d *DataFrame) Le(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("le", d, other, o))
}

// Le is s <= other, element by element.
func (s *Series) Le(other any, o ...Arith) *Series { return SeriesOf(binaryOf("le", s, other, o)) }

// Gt is d > other, element by element.
func (d *DataFrame) Gt(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("gt", d, other, o))
}

// Gt is s > other, element by element.
func (s *Series) Gt(other any, o ...Arith) *Series { return SeriesOf(binaryOf("gt", s, other, o)) }

// Ge is d >= other, element by element.
func (d *DataFrame) Ge(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("ge", d, other, o))
}

// Ge is s >= other, element by element.
func (s *Series) Ge(other any, o ...Arith) *Series { return SeriesOf(binaryOf("ge", s, other, o)) }

// And is d & other, element by element.
func (d *DataFrame) And(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("and", d, other, o))
}

// And is s & other, element by element.
func (s *Series) And(other any, o ...Arith) *Series { return SeriesOf(binaryOf("and", s, other, o)) }

// Or is d | other, element by element.
func (d *DataFrame) Or(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("or", d, other, o))
}

// Or is s | other, element by element.
func (s *Series) Or(other any, o ...Arith) *Series { return SeriesOf(binaryOf("or", s, other, o)) }

// Xor is d ^ other, element by element.
func (d *DataFrame) Xor(other any, o ...Arith) *DataFrame {
	return FrameOf(binaryOf("xor", d, other, o))
}

// Xor is s ^ other, element by element.
func (s *Series) Xor(other any, o ...Arith) *Series { return SeriesOf(binaryOf("xor", s, other, o)) }
