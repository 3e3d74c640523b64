package group

import (
	"math"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A Cum is a running aggregate of pandas' GroupBy: cumsum, cumprod, cummin and cummax.
type Cum uint8

const (
	CumSum Cum = iota
	CumProd
	CumMin
	CumMax
)

var cumNames = [...]string{"cumsum", "cumprod", "cummin", "cummax"}

// String is the name of the pandas method.
func (f Cum) String() string { return cumNames[f] }

// ParseCum is the inverse of String.
func ParseCum(s string) (Cum, bool) {
	for i, n := range cumNames {
		if n == s {
			return Cum(i), true
		}
	}
	return 0, false
}

// Result is the dtype of the running aggregate of a column of dtype d. Where pandas has none it is the Type
// error of pandas.
func (f Cum) Result(d dtype.DType) (dtype.DType, error) {
	sums := f == CumSum || f == CumProd
	switch {
	case d.IsCategorical():
		return d, errs.New(errs.Type, "category type does not support %s operations", f)
	case d.IsString() || d.IsBinary():
		if sums {
			return d, errs.New(errs.Type, "dtype '%v' does not support operation '%s'", d, f)
		}
		return d, errs.New(errs.Type, "%s is not supported for %v dtype", f, d)
	case d.IsObject() || d.IsComplex():
		return d, errs.New(errs.Type, "function is not implemented for this dtype: [how->%s,dtype->%v]", f, d)
	case d.IsDatetime() && sums:
		return d, errs.New(errs.Type, "datetime64 type does not support operation '%s'", f)
	case d.IsTimedelta() && f == CumProd:
		return d, errs.New(errs.Type, "timedelta64 type does not support %s operations", f)
	case !sums:
		return d, nil
	case d.IsBool() || d.IsInt():
		return nullableIf(dtype.Int64, d.Null), nil
	case d.IsUint():
		return nullableIf(dtype.Uint64, d.Null), nil
	}
	return d, nil
}

// Cumulate is the aggregate of the rows of its group up to each row. Missing rows stay missing and are passed
// over; rows of no group are missing. Float sums are compensated (Kahan), integer sums wrap around. Groups
// start from what Before gave them; nil: from nothing.
func (f Cum) Cumulate(al mem.Allocator, g *Groups, c, from *frame.Column) (*frame.Column, error) {
	d, err := f.Result(c.DType)
	if err != nil {
		return nil, err
	}
	if d.IsFloat() {
		v, err := floats(al, c)
		if err != nil {
			return nil, err
		}
		out, col, err := column[float64](al, dtype.Float64, len(v))
		if err != nil {
			return nil, err
		}
		if err := f.floats(al, g, v, out, from, d.Kind == dtype.Float32Kind); err != nil || d == col.DType {
			return col, err
		}
		return fromFloats(al, out, d)
	}
	v, there, err := integers(al, c)
	if err != nil {
		return nil, err
	}
	if there == nil && d.Size() == 8 && (!d.IsUint() || f == CumSum || f == CumProd) && (len(g.IDs) == 0 || slices.Min(g.IDs) >= 0) {
		out, col, err := column[int64](al, d, len(v))
		if err != nil {
			return nil, err
		}
		return col, f.whole(al, g, v, out, from)
	}
	out, free, err := mem.Scratch[int64](al, len(v))
	if err != nil {
		return nil, err
	}
	defer free()
	missing := func(i int) bool { return g.IDs[i] < 0 || there != nil && !there[i] }
	at, err := standing(al, g.N, from)
	if err != nil {
		return nil, err
	}
	defer at.free()
	f.integers(g, v, out, missing, d.IsUint(), at)
	return fromIntegers(al, out, d, missing)
}

// floats runs over floats. Products of float32 are rounded at every step, as pandas' are; sums are not.
func (f Cum) floats(al mem.Allocator, g *Groups, v, out []float64, from *frame.Column, single bool) error {
	acc, free, err := zeros[float64](al, g.N)
	if err != nil {
		return err
	}
	defer free()
	rest, free, err := zeros[float64](al, g.N)
	if err != nil {
		return err
	}
	defer free()
	if err := f.floatsFrom(al, acc, from); err != nil {
		return err
	}
	for i, id := range g.IDs {
		x := v[i]
		if id < 0 || x != x {
			out[i] = math.NaN()
			continue
		}
		switch f {
		case CumSum:
			y := x - rest[id]
			t := acc[id] + y
			if rest[id] = float64(t-acc[id]) - y; rest[id] != rest[id] { // infinities have no rest
				rest[id] = 0
			}
			acc[id] = t
		case CumProd:
			if acc[id] *= x; single {
				acc[id] = float64(float32(acc[id]))
			}
		case CumMin:
			acc[id] = min(acc[id], x)
		case CumMax:
			acc[id] = max(acc[id], x)
		}
		out[i] = acc[id]
	}
	return nil
}

// whole is integers where no row is missing and values are signed or only added and multiplied.
func (f Cum) whole(al mem.Allocator, g *Groups, v, out []int64, from *frame.Column) error {
	at, err := standing(al, g.N, from)
	if err != nil {
		return err
	}
	defer at.free()
	acc := at.acc
	start := [...]int64{CumSum: 0, CumProd: 1, CumMin: math.MaxInt64, CumMax: math.MinInt64}[f]
	for i, b := range at.begun {
		if !b {
			acc[i] = start
		}
	}
	ids := g.IDs[:len(v)]
	out = out[:len(v)]
	switch f {
	case CumSum:
		for i, id := range ids {
			acc[id] += v[i]
			out[i] = acc[id]
		}
	case CumProd:
		for i, id := range ids {
			acc[id] *= v[i]
			out[i] = acc[id]
		}
	case CumMin:
		for i, id := range ids {
			acc[id] = min(acc[id], v[i])
			out[i] = acc[id]
		}
	case CumMax:
		for i, id := range ids {
			acc[id] = max(acc[id], v[i])
			out[i] = acc[id]
		}
	}
	return nil
}

// integers runs over integers; out may be nil, where only what groups stand at is wanted.
func (f Cum) integers(g *Groups, v, out []int64, missing func(i int) bool, unsigned bool, at *integerState) {
	for i, id := range g.IDs {
		if missing(i) {
			if out != nil {
				out[i] = 0
			}
			continue
		}
		f.step(at, id, v[i], unsigned)
		if out != nil {
			out[i] = at.acc[id]
		}
	}
}

// step adds one value to a group.
func (f Cum) step(at *integerState, id int32, x int64, unsigned bool) {
	flip := int64(0) // makes signed order that of unsigned numbers
	if unsigned {
		flip = math.MinInt64
	}
	switch acc := at.acc; {
	case !at.begun[id]:
		acc[id], at.begun[id] = x, true
	case f == CumSum:
		acc[id] += x
	case f == CumProd:
		acc[id] *= x
	case (x^flip < acc[id]^flip) == (f == CumMin) && x != acc[id]:
		acc[id] = x
	}
}

// fromIntegers is v as a column of d, an integer, bool or time dtype.
func fromIntegers(al mem.Allocator, v []int64, d dtype.DType, missing func(i int) bool) (c *frame.Column, err error) {
	switch d.Kind {
	case dtype.BoolKind, dtype.Uint8Kind:
		c, err = narrowed[uint8](al, v, d)
	case dtype.Int8Kind:
		c, err = narrowed[int8](al, v, d)
	case dtype.Int16Kind:
		c, err = narrowed[int16](al, v, d)
	case dtype.Uint16Kind:
		c, err = narrowed[uint16](al, v, d)
	case dtype.Int32Kind:
		c, err = narrowed[int32](al, v, d)
	case dtype.Uint32Kind:
		c, err = narrowed[uint32](al, v, d)
	default:
		c, err = narrowed[int64](al, v, d)
	}
	if err != nil {
		return nil, err
	}
	return miss(al, c, missing)
}

func narrowed[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32](al mem.Allocator, v []int64, d dtype.DType) (*frame.Column, error) {
	o, c, err := column[T](al, d, len(v))
	for i := range o {
		o[i] = T(v[i])
	}
	return c, err
}
