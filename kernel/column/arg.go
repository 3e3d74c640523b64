package column

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// An Arg describes an operand before there is data: a column of a dtype, or a single value of the user's.
type Arg struct {
	DType  dtype.DType
	Scalar bool
	Value  any // of a scalar: bool, int64, float64, complex128, string, frame.Timestamp, frame.Timedelta, frame.NA, or nil
}

// Col is the Arg of a column, or of a value of NumPy's with a dtype of its own.
func Col(d dtype.DType) Arg { return Arg{DType: d} }

// Scalar is the Arg of a Python value: numbers are weak in promotion, times bring their unit. nil counts as
// NaN.
func Scalar(v any) Arg {
	a := Arg{Scalar: true, Value: v}
	switch v := v.(type) {
	case bool:
		a.DType = dtype.Bool
	case int64:
		a.DType = dtype.Int64
	case float64, nil:
		a.DType = dtype.Float64
	case complex128:
		a.DType = dtype.Complex128
	case string:
		a.DType = dtype.Str
	case frame.Timestamp:
		a.DType = dtype.DatetimeTZ(v.Unit, v.TZ)
	case frame.Timedelta:
		a.DType = dtype.Timedelta(v.Unit)
	default:
		a.DType = dtype.Object
	}
	if v == nil {
		a.Value = math.NaN()
	}
	return a
}

// missing reports a scalar that is NaN, NaT or NA.
func (a Arg) missing() bool { return a.Scalar && frame.IsMissing(a.Value) }

// weak reports a number of Python, which yields to the dtype of a column.
func (a Arg) weak() bool {
	if !a.Scalar {
		return false
	}
	switch a.Value.(type) {
	case int64, float64, complex128:
		return true
	}
	return false
}

// promotion is a as NumPy's promotion sees it.
func (a Arg) promotion() dtype.Arg { return dtype.Arg{DType: a.DType.Base(), Weak: a.weak()} }

// describe names an operand as pandas' messages do.
func (a Arg) describe() errs.Phrase {
	if !a.Scalar {
		return errs.Phrase("dtype '" + a.DType.String() + "'")
	}
	return errs.Phrase("object of type <class '" + PyType(a.Value) + "'>")
}

// PyType is the name of the Python type of a value.
func PyType(v any) string {
	switch v := v.(type) {
	case bool:
		return "bool"
	case int64, uint64:
		return "int"
	case float64:
		return "float"
	case complex128:
		return "complex"
	case string:
		return "str"
	case []byte:
		return "bytes"
	case frame.Timestamp:
		if v.Unit == dtype.Day {
			return "datetime.date"
		}
		return "Timestamp"
	case frame.Timedelta:
		return "Timedelta"
	case frame.Missing:
		return "NAType"
	case frame.Tuple:
		return "tuple"
	case []any:
		return "list"
	case nil:
		return "NoneType"
	}
	return "object"
}

// Single is the column of one row that holds a value as dtype d: numbers are cast, a time changes its unit.
// Errors: Invalid, in Python's words, for an integer that d does not hold; Type for a value that d cannot
// hold at all.
func Single(v any, d dtype.DType) (*frame.Column, error) {
	if frame.IsMissing(v) {
		return Missing(d)
	}
	switch x := v.(type) {
	case string:
		if d.IsString() {
			c := frame.Strs(x)
			c.DType = d
			return c, nil
		}
	case frame.Timestamp:
		if d.IsDatetime() {
			return Env{Mem: mem.Heap}.recast(frame.OfType(dtype.Datetime(x.Unit), []int64{x.Ticks}), d)
		}
	case frame.Timedelta:
		if d.IsTimedelta() {
			return Env{Mem: mem.Heap}.recast(frame.OfType(dtype.Timedelta(x.Unit), []int64{x.Ticks}), d)
		}
	case bool:
		if d.IsBool() || d.IsNumber() {
			return Env{Mem: mem.Heap}.recast(frame.Of([]bool{x}), d)
		}
	case int64:
		if d.IsInteger() && !fits(x, d) {
			return nil, errs.New(errs.Invalid, "Python integer %d out of bounds for %s", x, d.Base())
		}
		if d.IsBool() || d.IsNumber() {
			return Env{Mem: mem.Heap}.recast(frame.Of([]int64{x}), d)
		}
	case uint64:
		if d.IsInteger() && !d.HoldsUint(x) {
			return nil, errs.New(errs.Invalid, "Python integer %d out of bounds for %s", x, d.Base())
		}
		if d.IsNumber() {
			return Env{Mem: mem.Heap}.recast(frame.Of([]uint64{x}), d)
		}
	case float64:
		if d.IsNumber() {
			return Env{Mem: mem.Heap}.recast(frame.Of([]float64{x}), d)
		}
	case complex128:
		if d.IsComplex() {
			return Env{Mem: mem.Heap}.recast(frame.Of([]complex128{x}), d)
		}
	}
	if d.IsObject() {
		return frame.NewObjects([]any{v}), nil
	}
	return nil, errs.New(errs.Type, "Invalid value '%s' for dtype '%s'", pyText(v), d)
}

// Missing is the column of one missing row of a dtype that can miss.
func Missing(d dtype.DType) (*frame.Column, error) {
	switch {
	case d.IsObject():
		return frame.NewObjects([]any{math.NaN()}), nil
	case d.IsCategorical():
		return nil, errs.New(errs.Internal, "a missing category without categories")
	case !frame.CanMiss(d):
		return nil, errs.New(errs.Type, "dtype %s has no missing value", d)
	}
	return none(d).Take(mem.Heap, []int64{-1})
}

// none is a column of no rows.
func none(d dtype.DType) *frame.Column {
	if d.IsString() || d.IsBinary() {
		return frame.NewText(d, mem.Wrap(nil), 0, 0, nil, frame.Bitmap{})
	}
	return frame.NewPlain(d, mem.Wrap(nil), 0, 0, frame.Bitmap{})
}

// recast casts the values of a fixed-width column and calls them d.
func (e Env) recast(c *frame.Column, d dtype.DType) (*frame.Column, error) {
	a, err := e.as(c, d.Base())
	if err != nil {
		return nil, err
	}
	if a.Strides[0] == 0 && c.Rows > 1 {
		if a, err = a.Contig(e.Mem); err != nil {
			return nil, err
		}
	}
	valid, err := e.Valid(c)
	return made(d, a, valid), err
}

// fits reports that an integer dtype holds x.
func fits(x int64, d dtype.DType) bool {
	if d.IsUint() {
		return x >= 0 && (d.Size() == 8 || x < 1<<(8*d.Size()))
	}
	return d.Size() == 8 || x >= -1<<(8*d.Size()-1) && x < 1<<(8*d.Size()-1)
}

// Repeat is the single row of c n times.
func (e Env) Repeat(c *frame.Column, n int) (*frame.Column, error) {
	return frame.NewConst(e.Mem, c, n)
}
