package frame

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
)

// Cell is row i as a Go value of its own: bool, int64 (all signed integers), uint64 (unsigned), float64
// (float16 to float64), complex128, string, []byte, Timestamp, Timedelta, or what an object column holds. A
// missing row is nil, but a float NaN stays a float64. Of a categorical it is the category.
func (c *Column) Cell(i int) any {
	if i < 0 || i >= c.Rows {
		panic("frame: row out of range")
	}
	switch {
	case c.Objects != nil:
		return c.Objects[i]
	case c.Enc == Dict:
		k := c.Code(i)
		if k < 0 {
			switch {
			case c.DType.IsFloat() && !c.DType.Null:
				return math.NaN()
			case c.DType.IsComplex():
				return complex(math.NaN(), 0)
			}
			return nil
		}
		return c.Dict.Values.Cell(k)
	case c.Enc == Range:
		v := c.Start + int64(i)*c.Step
		switch {
		case c.DType.Kind == dtype.Uint64Kind:
			return uint64(v)
		case !c.DType.IsTemporal():
			return v
		}
		return c.timeCell(v)
	}
	i = c.slot(i)
	if !c.Valid.Get(i) {
		return nil
	}
	if c.Enc == Narrow {
		return int64(c.Code(i))
	}
	return c.plainCell(c.Offset + i)
}

// plainCell is element at of Data.
func (c *Column) plainCell(at int) any {
	switch c.DType.Kind {
	case dtype.BoolKind:
		return elem[uint8](c, at) != 0
	case dtype.Int8Kind:
		return int64(elem[int8](c, at))
	case dtype.Int16Kind:
		return int64(elem[int16](c, at))
	case dtype.Int32Kind:
		return int64(elem[int32](c, at))
	case dtype.Int64Kind:
		return elem[int64](c, at)
	case dtype.Uint8Kind:
		return uint64(elem[uint8](c, at))
	case dtype.Uint16Kind:
		return uint64(elem[uint16](c, at))
	case dtype.Uint32Kind:
		return uint64(elem[uint32](c, at))
	case dtype.Uint64Kind:
		return elem[uint64](c, at)
	case dtype.Float16Kind:
		return elem[dtype.F16](c, at).Float64()
	case dtype.Float32Kind:
		return float64(elem[float32](c, at))
	case dtype.Float64Kind:
		return elem[float64](c, at)
	case dtype.Complex64Kind:
		return complex128(elem[complex64](c, at))
	case dtype.Complex128Kind:
		return elem[complex128](c, at)
	case dtype.DatetimeKind, dtype.TimedeltaKind:
		return c.timeCell(elem[int64](c, at))
	case dtype.StringKind:
		return string(mem.View[View](c.Data, at, 1)[0].bytesIn(c.Heaps))
	case dtype.BinaryKind:
		return append([]byte{}, mem.View[View](c.Data, at, 1)[0].bytesIn(c.Heaps)...)
	}
	panic("frame: no cell of " + c.DType.String())
}

func elem[T any](c *Column, at int) T { return mem.View[T](c.Data, at, 1)[0] }

func (c *Column) timeCell(v int64) any {
	switch {
	case v == NaT:
		return nil
	case c.DType.IsDatetime():
		return Timestamp{v, c.DType.Unit, c.DType.TZ}
	}
	return Timedelta{v, c.DType.Unit}
}

// Label is row i as a label: None for a missing object, NaT for a missing time, NaN for any other missing
// row. Objects that no label can hold come out as their text.
func (c *Column) Label(i int) Label {
	v := c.Cell(i)
	if v == nil {
		switch {
		case c.DType.IsObject():
			return Label{}
		case c.valueType().IsDatetime():
			return L(Timestamp{NaT, c.valueType().Unit, c.valueType().TZ})
		case c.valueType().IsTimedelta():
			return L(Timedelta{NaT, c.valueType().Unit})
		}
		return L(math.NaN())
	}
	if l, ok := LabelOf(v); ok {
		return l
	}
	return L(pyStr(v))
}

// valueType is the dtype, of a categorical that of the categories.
func (c *Column) valueType() dtype.DType {
	if c.DType.IsCategorical() {
		return c.Dict.Values.DType
	}
	return c.DType
}

// Cells are all rows; for tests and small columns.
func (c *Column) Cells() []any {
	vs := make([]any, c.Rows)
	for i := range vs {
		vs[i] = c.Cell(i)
	}
	return vs
}
