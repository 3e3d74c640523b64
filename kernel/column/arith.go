package column

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// arith settles add sub mul truediv floordiv mod pow.
func arith(fn string, a, b Arg) (Op, error) {
	is := func(f func(dtype.DType) bool) bool { return f(a.DType) || f(b.DType) }
	switch {
	case a.missing() && a.Value == frame.NA || b.missing() && b.Value == frame.NA:
		return arithNA(fn, a, b)
	case is(dtype.DType.IsCategorical):
		return Op{}, unsupported(fn, a.pyName(), b.pyName())
	case is(dtype.DType.IsObject) || is(dtype.DType.IsBinary):
		return objectArith(fn), nil
	case is(dtype.DType.IsTemporal):
		return timeArith(fn, a, b)
	case is(dtype.DType.IsString):
		return textArith(fn, a, b)
	}
	return numbers(fn, a, b)
}

// arithNA is NA with a column: every row is NA, but what is one whatever NA is.
func arithNA(fn string, a, b Arg) (Op, error) {
	col := a
	if a.Scalar {
		col = b
	}
	d := col.DType
	switch {
	case d.IsObject() || d.IsBinary():
		return objectArith(fn), nil
	case d.IsTemporal():
		return Op{Out: d, run: func(e Env, x, y *frame.Column) (*frame.Column, error) { return e.nothing(d, x.Rows) }}, nil
	case d.IsString():
		d = dtype.NullStr
	default:
		d = d.Nullable()
	}
	if !frame.CanMiss(d) {
		return Op{}, unsupported(fn, a.pyName(), b.pyName())
	}
	return Op{Out: d, run: func(e Env, x, y *frame.Column) (*frame.Column, error) { return e.nothing(d, x.Rows) }}, nil
}

// nothing is n missing rows of d.
func (e Env) nothing(d dtype.DType, n int) (*frame.Column, error) {
	one, err := Missing(d)
	if err != nil {
		return nil, err
	}
	return e.Repeat(one, n)
}

// numbers settles arithmetic of bools and numbers, plain or nullable.
func numbers(fn string, a, b Arg) (Op, error) {
	null := a.DType.Null || b.DType.Null
	bothBool := a.DType.IsBool() && b.DType.IsBool()
	if bothBool && (fn == "truediv" || fn == "floordiv" || fn == "pow") {
		return Op{}, errs.New(errs.Type, "operator '%s' not implemented for bool dtypes", fn)
	}
	types, err := meet(a, b)
	if fn == "pow" && a.DType == dtype.Bool && b.Scalar && b.Value == int64(2) { // NumPy's square of bools
		types = [2]dtype.DType{dtype.Int8, dtype.Int8}
	}
	if fn == "truediv" && (a.DType.IsInteger() || a.DType.IsBool()) && (b.DType.IsInteger() || b.DType.IsBool()) {
		types, err = [2]dtype.DType{dtype.Float64, dtype.Float64}, nil // a number needs no place in the dtype of the column
	}
	if err != nil {
		return Op{}, err
	}
	l, err := basic.Resolve(loops[fn], types[0], types[1])
	if err != nil {
		return Op{}, err
	}
	o := Op{Out: l.Out[0]}
	if null {
		o.Out = o.Out.Nullable()
	}
	div := (fn == "floordiv" || fn == "mod" && !b.DType.IsBool()) && l.Out[0].IsInteger() && !bothBool && !a.DType.Null
	switch {
	case !div:
	case !b.Scalar && null:
		o.Or = dtype.Float64.Nullable()
	case !b.Scalar:
		o.Or = dtype.Float64
	case b.Value == int64(0) || b.Value == false:
		o.Out = dtype.Float64
	}
	widens := fn == "floordiv" && !null && o.Out == dtype.Float32 && (!b.Scalar || b.Value == 0.0 || b.Value == int64(0) || b.Value == false)
	if widens {
		o.Or = dtype.Float64
	}
	call := func(b *kernel.Builder, x, y kernel.Reg) kernel.Reg {
		return b.Call(loops[fn], b.Cast(x, types[0]), b.Cast(y, types[1]))
	}
	if !div && !null {
		o.lower = call
	}
	o.run = func(e Env, x, y *frame.Column) (*frame.Column, error) {
		n := x.Rows
		if !div { // operands are cast to types, in which the answer is computed
			x, y = x.Stored(), y.Stored()
		}
		x, y, err := e.flatPair(x, y)
		if err != nil {
			return nil, err
		}
		p, q := array(x), array(y)
		if div && e.hasZero(y) { // a column of integers may hold a zero
			c, err := e.divideByZero(fn, n, p, q)
			if err != nil || !null {
				return c, err
			}
			c.DType = o.Or
			if c.Valid, err = e.validPair(x, y); err != nil {
				return nil, err
			}
			return e.nanIsNA(c)
		}
		r, err := e.run(n, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return call(b, in[0], in[1]) }, p, q)
		if err != nil {
			return nil, err
		}
		if !null {
			c := made(o.Out, r, frame.Bitmap{})
			if widens {
				return e.widened(c, p, q)
			}
			return c, nil
		}
		valid, err := e.validPair(x, y)
		if err == nil && fn == "pow" {
			valid, err = e.powValid(x, y, valid)
		}
		if err != nil {
			return nil, err
		}
		return e.nanIsNA(made(o.Out, r, valid))
	}
	return o, nil
}

// flatPair is Flat of both.
func (e Env) flatPair(a, b *frame.Column) (*frame.Column, *frame.Column, error) {
	x, err := e.Flat(a)
	if err != nil {
		return nil, nil, err
	}
	y, err := e.Flat(b)
	return x, y, err
}

// meet is the dtypes of the operands in a NumPy function: a number of Python's takes that of the column.
// Errors: Invalid when the column's dtype does not hold the number.
func meet(a, b Arg) ([2]dtype.DType, error) {
	types := [2]dtype.DType{a.DType.Base(), b.DType.Base()}
	if a.weak() == b.weak() {
		return types, nil
	}
	d, err := dtype.Result(a.promotion(), b.promotion())
	if err != nil {
		return types, err
	}
	for i, x := range []Arg{a, b} {
		if !x.weak() {
			continue
		}
		types[i] = d
		if v, ok := x.Value.(int64); ok && d.IsInteger() && !fits(v, d) {
			return types, errs.New(errs.Invalid, "Python integer %d out of bounds for %s", v, d)
		}
	}
	return types, nil
}

// hasZero reports a zero among the rows of a flat column of integers or bools that are there.
func (e Env) hasZero(c *frame.Column) bool {
	n := c.Rows
	if c.Enc == frame.Const {
		n = min(1, n)
	}
	if n == 0 {
		return false
	}
	if c.HasNulls() {
		for i := range n {
			v, _ := real64(c.Cell(i))
			if !c.IsNull(i) && v == 0 {
				return true
			}
		}
		return false
	}
	switch c.DType.Size() {
	case 1:
		return zero(mem.View[uint8](c.Data, c.Offset, n))
	case 2:
		return zero(mem.View[uint16](c.Data, c.Offset, n))
	case 4:
		return zero(mem.View[uint32](c.Data, c.Offset, n))
	}
	return zero(mem.View[uint64](c.Data, c.Offset, n))
}

func zero[T comparable](vs []T) bool {
	var z T
	for _, v := range vs {
		if v == z {
			return true
		}
	}
	return false
}

// widened is single quotients c of p and q in double precision if a number was divided by zero, as pandas has
// them where it fills in the answer.
func (e Env) widened(c *frame.Column, p, q *nd.Array) (*frame.Column, error) {
	x, err := e.floats(c.Rows, p)
	if err != nil {
		return nil, err
	}
	y, err := e.floats(c.Rows, q)
	if err != nil {
		return nil, err
	}
	for i := range c.Rows {
		if v := x.at(i); y.at(i) == 0 && v == v {
			return e.Cast(c, dtype.Float64)
		}
	}
	return c, nil
}

// divideByZero is floor division or remainder of integers with a zero among the divisors, in floats: a
// quotient is infinite of the dividend's sign, a remainder missing.
func (e Env) divideByZero(fn string, n int, p, q *nd.Array) (*frame.Column, error) {
	x, err := e.floats(n, p)
	if err != nil {
		return nil, err
	}
	y, err := e.floats(n, q)
	if err != nil {
		return nil, err
	}
	d, err := dtype.Promote(p.DType, q.DType)
	if err != nil {
		return nil, err
	}
	exact, err := e.run(n, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
		return b.Cast(b.Call(loops[fn], b.Cast(in[0], d), b.Cast(in[1], d)), dtype.Float64)
	}, p, q)
	if err != nil {
		return nil, err
	}
	out := nd.Data[float64](exact)
	for i := range out {
		if y.at(i) != 0 {
			continue
		}
		out[i] = math.NaN()
		if v := x.at(i); fn == "floordiv" && v != 0 {
			out[i] = math.Copysign(math.Inf(1), v)
		}
	}
	return made(dtype.Float64, exact, frame.Bitmap{}), nil
}

// floatRows reads rows of numbers.
type floatRows struct {
	vs  []float64
	one bool
}

func (f floatRows) at(i int) float64 {
	if f.one {
		return f.vs[0]
	}
	return f.vs[i]
}

func (e Env) floats(n int, a *nd.Array) (floatRows, error) {
	if n == 0 {
		return floatRows{}, nil
	}
	one := a.Strides[0] == 0
	if one {
		n = 1
		a = a.Slice(0, 0, 1, 1)
	}
	r, err := e.run(n, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return b.Cast(in[0], dtype.Float64) }, a)
	if err != nil {
		return floatRows{}, err
	}
	if r, err = r.Contig(e.Mem); err != nil {
		return floatRows{}, err
	}
	return floatRows{nd.Data[float64](r), one}, nil
}

// powValid adds what is one whatever is missing: x**0 and 1**y.
func (e Env) powValid(x, y *frame.Column, valid frame.Bitmap) (frame.Bitmap, error) {
	if valid.IsZero() {
		return valid, nil
	}
	n := x.Rows
	p, err := e.floats(n, array(x))
	if err != nil {
		return valid, err
	}
	q, err := e.floats(n, array(y))
	if err != nil {
		return valid, err
	}
	w, err := frame.NewBits(e.Mem, n, true)
	for i := range n {
		if !valid.Get(i) && !(!x.IsNull(i) && p.at(i) == 1) && !(!y.IsNull(i) && q.at(i) == 0) {
			w.Clear(i)
		}
	}
	return w.Bitmap(), err
}

// nanIsNA makes NaN of a nullable float missing, as pandas 3 has it.
func (e Env) nanIsNA(c *frame.Column) (*frame.Column, error) {
	if !c.DType.IsFloat() || !c.DType.Null {
		return c, nil
	}
	nan, err := e.call("isnan", c.Rows, array(c))
	if err != nil {
		return nil, err
	}
	vs := nd.Data[bool](nan)
	if !anyTrue(vs) {
		return c, nil
	}
	w, err := frame.NewBits(e.Mem, c.Rows, true)
	if err != nil {
		return nil, err
	}
	for i, v := range vs {
		if v || !c.Valid.Get(i) {
			w.Clear(i)
		}
	}
	c.Valid = w.Bitmap()
	return c, nil
}

func anyTrue(vs []bool) bool {
	for _, v := range vs {
		if v {
			return true
		}
	}
	return false
}
