package dataframe

import (
	"fmt"
	"strings"

	"github.com/mars-project/mars-go/op"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// A Row is what a registered function sees of a frame: the cells of a row by column. Cells are bool, int64,
// uint64, float64, complex128, string, []byte, frame.Timestamp or frame.Timedelta; a missing one is nil, or a
// float NaN.
type Row struct {
	f    *frame.Frame
	i    int
	fail *error // the first of what went wrong; the call fails with it
}

// Get is the cell of a column; nil where it is missing. Without such a column the function fails, whatever it
// returns.
func (r Row) Get(label any) any {
	l, ok := frame.LabelOf(label)
	if !ok {
		return r.bad(errs.New(errs.Type, "Get: a %T is no label of a column", label))
	}
	c := r.f.Col(l)
	if c == nil {
		return r.bad(errs.New(errs.NotFound, "Get: no column %s; the columns are %s", l, someOf(r.f.Names)))
	}
	return chunk.Own(c.Cell(r.i))
}

// bad remembers what went wrong.
func (r Row) bad(err error) any {
	if r.fail != nil && *r.fail == nil {
		*r.fail = err
	}
	return nil
}

// someOf are labels in a row, not all of very many.
func someOf(ls []frame.Label) string {
	const most = 20
	var b strings.Builder
	for i, l := range ls[:min(len(ls), most)] {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(l.String())
	}
	if len(ls) > most {
		b.WriteString(", ...")
	}
	return b.String()
}

// Float is the number of a column; NaN where it is missing. Without such a column, and of what is no number,
// the function fails, whatever it returns.
func (r Row) Float(label any) float64 {
	switch v := r.Get(label).(type) {
	case float64:
		return v
	case float32:
		return float64(v)
	case int64:
		return float64(v)
	case uint64:
		return float64(v)
	case bool:
		if v {
			return 1
		}
		return 0
	case nil, frame.Missing:
	default:
		r.bad(errs.New(errs.Type, "Float: column %v holds a %T, not a number", label, v))
	}
	return chunk.Nan
}

// Label is the label of the row.
func (r Row) Label() frame.Label { return r.f.Index.Label(r.i) }

// Fail has the function fail with an error, whatever it returns.
func (r Row) Fail(err error) {
	if err != nil {
		r.bad(err)
	}
}

// A function is one that users registered: elements or rows to cells.
type function struct {
	element func(v any) (any, error)
	row     func(r Row) (any, error)
	out     dtype.DType // zero: the call says, object by default
	skip    bool        // missing elements stay missing, f is not called
}

// Deterministic says that a function gives equal results for equal arguments, so that equal calls are
// computed once.
func Deterministic() op.FuncOption { return op.Deterministic() }

// RegisterFunc names a function for Apply; call it from init, in every program that runs chunks. f is one of
//
//	func(any) any, func(any) (any, error)    of an element of a series, missing ones as nil or NaN
//	func(float64) float64                    of a number
//	func(int64) int64, func(string) string   of an element that is there; missing ones stay missing
//	func(Row) any, func(Row) (any, error)    of a row of a frame
//
// Unless it is Deterministic nothing is assumed of it: its results are never shared between calls. It panics
// for a name that is taken and for another type. RowFunc, BatchFunc and GroupFunc are typed.
func RegisterFunc(name string, f any, o ...op.FuncOption) {
	fn := functionOf(f)
	if fn == nil {
		panic(fmt.Sprintf("dataframe: function %q is a %T", name, f))
	}
	op.RegisterGo(op.GoFunc{Name: name, Signature: strings.ReplaceAll(fmt.Sprintf("%T", f), "interface {}", "any"), F: fn}, o...)
}

// functionOf is what RegisterFunc is given; nil for another type.
func functionOf(f any) *function {
	fn := &function{}
	switch f := f.(type) {
	case func(any) any:
		fn.element = func(v any) (any, error) { return f(v), nil }
	case func(any) (any, error):
		fn.element = f
	case func(float64) float64:
		fn.out = dtype.Float64
		fn.element = func(v any) (any, error) {
			x, err := asFloat(v)
			if err != nil {
				return nil, err
			}
			return f(x), nil
		}
	case func(int64) int64:
		fn.out, fn.skip = dtype.Int64, true
		fn.element = func(v any) (any, error) {
			n, ok := v.(int64)
			if !ok {
				return nil, errs.New(errs.Type, "a function of integers got a %T", v)
			}
			return f(n), nil
		}
	case func(string) string:
		fn.out, fn.skip = dtype.Str, true
		fn.element = func(v any) (any, error) {
			s, ok := v.(string)
			if !ok {
				return nil, errs.New(errs.Type, "a function of texts got a %T", v)
			}
			return f(s), nil
		}
	case func(Row) any:
		fn.row = func(r Row) (any, error) { return f(r), nil }
	case func(Row) (any, error):
		fn.row = f
	default:
		return nil
	}
	return fn
}

func asFloat(v any) (float64, error) {
	switch v := v.(type) {
	case float64:
		return v, nil
	case int64:
		return float64(v), nil
	case uint64:
		return float64(v), nil
	case bool:
		if v {
			return 1, nil
		}
		return 0, nil
	case nil:
		return chunk.Nan, nil
	}
	return 0, errs.New(errs.Type, "a function of numbers got a %T", v)
}
