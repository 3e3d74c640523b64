package column

import (
	"cmp"
	"math"
	"math/cmplx"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// objectArith computes cell by cell, as Python does; a missing cell gives NaN.
func objectArith(fn string) Op {
	return Op{Out: dtype.Object, run: func(e Env, x, y *frame.Column) (*frame.Column, error) {
		out := make([]any, x.Rows)
		for i := range out {
			p, q := x.Cell(i), y.Cell(i)
			if frame.IsMissing(p) || frame.IsMissing(q) {
				out[i] = math.NaN()
				continue
			}
			var err error
			if out[i], err = cellArith(fn, p, q); err != nil {
				return nil, err
			}
		}
		return frame.NewObjects(out), nil
	}}
}

// objectCompare compares cell by cell; a missing cell is unequal to everything.
func objectCompare(fn string) Op {
	return Op{Out: dtype.Bool, run: func(e Env, x, y *frame.Column) (*frame.Column, error) {
		return e.cells(fn == "ne", x, y, func(p, q any) (bool, error) { return cellCompare(fn, p, q) })
	}}
}

// cells is f of every pair of cells that are there.
func (e Env) cells(miss bool, x, y *frame.Column, f func(p, q any) (bool, error)) (*frame.Column, error) {
	out, vs, err := e.bools(dtype.Bool, x.Rows)
	if err != nil {
		return nil, err
	}
	for i := range vs {
		p, q := x.Cell(i), y.Cell(i)
		if frame.IsMissing(p) || frame.IsMissing(q) {
			vs[i] = miss
			continue
		}
		if vs[i], err = f(p, q); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// cellCompare is Python's comparison of two values.
func cellCompare(fn string, p, q any) (bool, error) {
	equality := fn == "eq" || fn == "ne"
	x, okx := frame.LabelOf(p)
	y, oky := frame.LabelOf(q)
	if !okx || !oky {
		if !equality {
			return false, notOrdered(fn, p, q)
		}
		return false == (fn == "eq"), nil
	}
	if equality {
		return x.Same(y) == (fn == "eq"), nil
	}
	if kindOf(p) != kindOf(q) || kindOf(p) == 0 {
		return false, notOrdered(fn, p, q)
	}
	return holds(fn, compareValue(x, y)), nil
}

func compareValue(x, y frame.Label) int {
	if x.Same(y) {
		return 0
	}
	return x.Compare(y)
}

func notOrdered(fn string, p, q any) error {
	return errs.New(errs.Type, "'%s' not supported between instances of '%s' and '%s'", symbols[fn], PyType(p), PyType(q))
}

// kindOf groups the values that have an order among each other.
func kindOf(v any) int {
	switch v.(type) {
	case bool, int64, uint64, float64:
		return 1
	case string:
		return 2
	case frame.Timestamp:
		return 3
	case frame.Timedelta:
		return 4
	case frame.Tuple, []any:
		return 5
	}
	return 0
}

// cellArith is Python's arithmetic of two values that are there.
func cellArith(fn string, p, q any) (any, error) {
	if fn == "add" || fn == "mul" {
		if v, ok, err := textCells(fn, p, q); ok || err != nil {
			return v, err
		}
	}
	x, xInt := whole(p)
	y, yInt := whole(q)
	if xInt && yInt {
		if v, ok, err := wholeArith(fn, x, y); ok || err != nil {
			return v, err
		}
	}
	f, okf := real64(p)
	g, okg := real64(q)
	if okf && okg {
		return realArith(fn, f, g)
	}
	c, okc := complexOf(p)
	d, okd := complexOf(q)
	if okc && okd {
		switch fn {
		case "add":
			return c + d, nil
		case "sub":
			return c - d, nil
		case "mul":
			return c * d, nil
		case "truediv":
			return c / d, nil
		case "pow":
			return cmplx.Pow(c, d), nil
		}
	}
	if v, ok := timeCells(fn, p, q); ok {
		return v, nil
	}
	return nil, unsupported(fn, PyType(p), PyType(q))
}

func textCells(fn string, p, q any) (any, bool, error) {
	s, isText := p.(string)
	t, also := q.(string)
	switch {
	case fn == "add" && isText && also:
		return s + t, true, nil
	case fn == "add" && isText:
		return nil, false, errs.New(errs.Type, "can only concatenate str (not \"%s\") to str", PyType(q))
	case fn == "mul" && (isText || also):
		if also {
			s, q = t, p
		}
		if n, ok := whole(q); ok {
			return strings.Repeat(s, max(0, int(n))), true, nil
		}
		return nil, false, errs.New(errs.Type, "can't multiply sequence by non-int of type '%s'", PyType(q))
	}
	return nil, false, nil
}

// whole is the value of a bool or int.
func whole(v any) (int64, bool) {
	switch v := v.(type) {
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	case int64:
		return v, true
	}
	return 0, false
}

func real64(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case uint64:
		return float64(v), true
	}
	n, ok := whole(v)
	return float64(n), ok
}

func complexOf(v any) (complex128, bool) {
	if c, ok := v.(complex128); ok {
		return c, true
	}
	f, ok := real64(v)
	return complex(f, 0), ok
}

// wholeArith is exact; what leaves the integers is left to floats.
func wholeArith(fn string, x, y int64) (any, bool, error) {
	switch fn {
	case "add":
		return x + y, true, nil
	case "sub":
		return x - y, true, nil
	case "mul":
		return x * y, true, nil
	case "floordiv", "mod":
		if y == 0 {
			return nil, false, errs.New(errs.Invalid, "integer division or modulo by zero")
		}
		q, r := x/y, x%y
		if r != 0 && (r < 0) != (y < 0) {
			q, r = q-1, r+y
		}
		if fn == "mod" {
			return r, true, nil
		}
		return q, true, nil
	case "pow":
		if y < 0 {
			return nil, false, nil
		}
		r := int64(1)
		for ; y > 0; y-- {
			r *= x
		}
		return r, true, nil
	}
	return nil, false, nil
}

func realArith(fn string, f, g float64) (any, error) {
	switch fn {
	case "add":
		return f + g, nil
	case "sub":
		return f - g, nil
	case "mul":
		return f * g, nil
	case "pow":
		return math.Pow(f, g), nil
	}
	if g == 0 {
		return nil, errs.New(errs.Invalid, "division by zero")
	}
	switch fn {
	case "truediv":
		return f / g, nil
	case "floordiv":
		return math.Floor(f / g), nil
	}
	r := math.Mod(f, g)
	if r != 0 && (r < 0) != (g < 0) {
		r += g
	}
	return r, nil
}

// dateCells is a date that is moved by a duration: by its whole days, as Python does it.
func dateCells(fn string, p, q any) (any, bool) {
	t, first := p.(frame.Timestamp)
	by, ok := q.(frame.Timedelta)
	if !first && fn == "add" {
		t, first = q.(frame.Timestamp)
		by, ok = p.(frame.Timedelta)
	}
	if !first || !ok || t.Unit != dtype.Day || by.Ticks == frame.NaT || fn != "add" && fn != "sub" {
		return nil, false
	}
	per, ok := dtype.Factor(dtype.Day, by.Unit)
	if !ok {
		return nil, false
	}
	days := by.Ticks / per
	if by.Ticks%per < 0 {
		days--
	}
	if fn == "sub" {
		days = -days
	}
	return frame.Timestamp{Ticks: t.Ticks + days, Unit: dtype.Day}, true
}

// timeCells is arithmetic of instants and spans.
func timeCells(fn string, p, q any) (any, bool) {
	if v, ok := dateCells(fn, p, q); ok {
		return v, true
	}
	a, b := Scalar(p), Scalar(q)
	if !a.DType.IsTemporal() && !b.DType.IsTemporal() {
		return nil, false
	}
	o, err := Settle(fn, a, b)
	if err != nil {
		return nil, false
	}
	c, err := o.one()
	if err != nil {
		return nil, false
	}
	return c, true
}

// cellLogic is & | ^ of two values that are there, as their truth.
func cellLogic(fn string, p, q any) (any, error) {
	x, okx := p.(bool)
	y, oky := q.(bool)
	if okx && oky {
		return boolLogic(fn, x, y), nil
	}
	m, okm := whole(p)
	n, okn := whole(q)
	if !okm || !okn {
		return nil, unsupported(fn, PyType(p), PyType(q))
	}
	switch fn {
	case "and":
		return m & n, nil
	case "or":
		return m | n, nil
	}
	return m ^ n, nil
}

func boolLogic(fn string, x, y bool) bool {
	switch fn {
	case "and":
		return x && y
	case "or":
		return x || y
	}
	return x != y
}

// truth is Python's bool().
func truth(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		return v != ""
	case frame.Timedelta:
		return v.Ticks != 0
	}
	if c, ok := complexOf(v); ok {
		return cmp.Compare(real(c), 0) != 0 || imag(c) != 0
	}
	return true
}
