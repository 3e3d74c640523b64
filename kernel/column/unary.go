package column

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel"
)

// A Func is a function of one column settled for its dtype.
type Func struct {
	Out dtype.DType
	run func(e Env, c *frame.Column) (*frame.Column, error)
	// loop is the function of NumPy's that it is, with a result of dtype Out; empty where it is none.
	loop string
}

// Lower is Run as an instruction of a block program, over values without a bitmap: register 0 where it takes
// more than that.
func (f Func) Lower(b *kernel.Builder, x kernel.Reg) kernel.Reg {
	if f.loop == "" || f.Out.Null {
		return 0
	}
	return b.Cast(b.Call(f.loop, x), f.Out)
}

// Run computes the function of a column.
func (f Func) Run(e Env, c *frame.Column) (*frame.Column, error) { return f.run(e, c) }

// Unary finds neg, pos, invert, abs, isna and notna for a dtype. Errors: Type in pandas' words.
func Unary(fn string, d dtype.DType) (Func, error) {
	number := d.IsNumber() || d.IsBool()
	switch fn {
	case "isna", "notna":
		return Func{Out: dtype.Bool, run: func(e Env, c *frame.Column) (*frame.Column, error) { return e.nulls(c, fn == "isna") }}, nil
	case "pos":
		if number || d.IsTimedelta() || d.IsObject() {
			return Func{Out: d, run: func(_ Env, c *frame.Column) (*frame.Column, error) { return c, nil }}, nil
		}
	case "neg":
		if d.IsBool() {
			return numeric("logical_not", d, d), nil // NumPy negates no bools, pandas inverts them
		}
		if number || d.IsTimedelta() {
			return numeric("negative", d, d), nil
		}
	case "invert":
		if d.IsBool() {
			return numeric("logical_not", d, d), nil
		}
		if d.IsInteger() {
			return numeric("invert", d, d), nil
		}
	case "abs":
		out := d
		if d.IsComplex() {
			out = dtype.Float64
			if d == dtype.Complex64 {
				out = dtype.Float32
			}
		}
		switch {
		case d.IsBool() || d.IsUint():
			return Func{Out: d, run: func(_ Env, c *frame.Column) (*frame.Column, error) { return c, nil }}, nil
		case number || d.IsTimedelta():
			return numeric("absolute", d, out), nil
		}
	}
	if d.IsObject() && (fn == "neg" || fn == "abs" || fn == "invert") {
		return Func{Out: d, run: func(e Env, c *frame.Column) (*frame.Column, error) { return unaryCells(fn, c) }}, nil
	}
	return Func{}, unaryRefuses(fn, d)
}

func unaryRefuses(fn string, d dtype.DType) error {
	switch {
	case fn == "invert" && d.IsString():
		return errs.New(errs.Type, "__invert__ is not supported for string dtypes")
	case fn == "neg" && d.IsString():
		return errs.New(errs.Type, "unary '-' not supported for dtype '%s'", d)
	case fn == "invert" && d.IsFloat():
		return errs.New(errs.Type, "ufunc 'invert' not supported for the input types, and the inputs could not be safely coerced to any "+
			"supported types according to the casting rule ''safe''")
	}
	sign := map[string]string{"neg": "-", "pos": "+", "invert": "~", "abs": "abs()"}[fn]
	return errs.New(errs.Type, "bad operand type for %s: '%s'", unaryName(sign), Col(d).pyName())
}

func unaryName(sign string) string {
	if sign == "abs()" {
		return sign
	}
	return "unary " + sign
}

// numeric is a function of NumPy's; what is missing stays so.
func numeric(loop string, d, out dtype.DType) Func {
	return Func{Out: out, loop: loop, run: func(e Env, c *frame.Column) (*frame.Column, error) {
		c, err := e.Flat(c)
		if err != nil {
			return nil, err
		}
		valid, err := e.Valid(c)
		if err != nil {
			return nil, err
		}
		r, err := e.run(c.Rows, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
			return b.Cast(b.Call(loop, in[0]), out.Base())
		}, array(c))
		if err != nil {
			return nil, err
		}
		if !d.Null {
			valid = frame.Bitmap{}
		}
		return made(out, r, valid), nil
	}}
}

// unaryCells computes cell by cell, as Python does; a missing cell stays.
func unaryCells(fn string, c *frame.Column) (*frame.Column, error) {
	out := make([]any, c.Rows)
	for i, v := range c.Objects {
		n, isInt := whole(v)
		f, isFloat := v.(float64)
		switch {
		case frame.IsMissing(v):
			out[i] = v
		case isInt && fn == "neg":
			out[i] = -n
		case isInt && fn == "invert":
			out[i] = ^n
		case isInt:
			out[i] = max(n, -n)
		case isFloat && fn == "neg":
			out[i] = -f
		case isFloat && fn == "abs":
			out[i] = math.Abs(f)
		default:
			return nil, unaryRefuses(fn, Scalar(v).DType)
		}
	}
	return frame.NewObjects(out), nil
}

// nulls tells what is missing, or with miss false what is there.
func (e Env) nulls(c *frame.Column, miss bool) (*frame.Column, error) {
	if !c.HasNulls() {
		return e.All(!miss, c.Rows)
	}
	out, vs, err := e.bools(dtype.Bool, c.Rows)
	for i := range vs {
		vs[i] = c.IsNull(i) == miss
	}
	return out, err
}

// Round rounds numbers to decimals, half to even, as NumPy does; other columns stay as they are.
func (e Env) Round(c *frame.Column, decimals int) (*frame.Column, error) {
	d := c.DType
	if !d.IsNumber() || d.IsInteger() && decimals >= 0 {
		return c, nil
	}
	c, err := e.Flat(c)
	if err != nil {
		return nil, err
	}
	scale, up, down := math.Pow10(max(decimals, -decimals)), "multiply", "divide"
	if decimals < 0 {
		up, down = down, up
	}
	r, err := e.run(c.Rows, func(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
		work := d.Base()
		if d.IsInteger() {
			work = dtype.Float64
		}
		v := b.Cast(in[0], work)
		if decimals == 0 {
			return b.Call("rint", v)
		}
		s := b.Const(scale, work)
		return b.Cast(b.Call(down, b.Call("rint", b.Call(up, v, s)), s), d.Base())
	}, array(c))
	if err != nil {
		return nil, err
	}
	valid := frame.Bitmap{}
	if d.Null {
		if valid, err = e.Valid(c); err != nil {
			return nil, err
		}
	}
	return made(d, r, valid), nil
}
