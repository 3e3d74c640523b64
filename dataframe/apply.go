package dataframe

import (
	"runtime/debug"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Apply calls a registered function for every row; the result is a series of what it returns, without a name.
// Functions that return any make objects, unless a dtype is given. An error or a panic of the function is the
// error of the task. Errors: NotFound for a name that is not registered, Type for a function of elements.
func (d *DataFrame) Apply(function string, result ...dtype.DType) *Series {
	d = only(d, result)
	return SeriesOf(applied(d, function, result))
}

// Apply calls a registered function for every element. See DataFrame.Apply.
func (s *Series) Apply(function string, result ...dtype.DType) *Series {
	s = only(s, result)
	return SeriesOf(applied(s, function, result))
}

// applyFunc calls a registered function. Results are those of the names in the program that runs the chunks.
type applyFunc struct {
	op.Opaque
	Func  string
	DType dtype.DType `sig:"-"` // of the result; zero: that of the function
}

func init() {
	op.Register[applyFunc](op.Doc{
		Face: "inner",
		Name: "dataframe.apply", Like: "pandas.DataFrame.apply", Sig: "apply(df, func)", Summary: "Results of a registered Go function",
		Methods: "DataFrame.apply Series.apply", Notes: "Of a frame the function gets rows (axis=1). The dtype is declared, not inferred from the results.",
	})
}

func applied(h Handle, name string, result []dtype.DType) op.Value {
	o := &applyFunc{Func: name}
	if f := functions[name]; f != nil {
		o.Deterministic = f.deterministic
	}
	if len(result) > 0 {
		o.DType = result[0]
	}
	return apply(o, h)
}

// function finds the function for a kind of value, and the dtype of its results.
func (o *applyFunc) function(k op.Kind, c op.Col) (*function, op.Type, error) {
	f := functions[o.Func]
	switch {
	case f == nil:
		return nil, op.Type{}, errs.New(errs.NotFound, "no function %q is registered; see RegisterFunc", o.Func)
	case k == op.Frame && f.row == nil:
		return nil, op.Type{}, errs.New(errs.Type, "function %q takes elements, not rows", o.Func)
	case k == op.Series && f.element == nil:
		return nil, op.Type{}, errs.New(errs.Type, "function %q takes rows, not elements", o.Func)
	case k != op.Frame && k != op.Series:
		return nil, op.Type{}, errs.New(errs.Type, "a function of a %s", k)
	}
	d := o.DType
	if d.IsZero() {
		d = f.out
	}
	switch {
	case d.IsZero():
		return f, op.T(dtype.Object), nil
	case d == dtype.Int64 && f.skip && frame.CanMiss(c.Is):
		return f, op.T(dtype.Int64.Nullable()), nil
	}
	return f, op.T(d), nil
}

func (o *applyFunc) Infer(in []op.Meta) ([]op.Meta, error) {
	var c op.Col
	if in[0].Kind == op.Series {
		c = in[0].Cols[0]
	}
	_, t, err := o.function(in[0].Kind, c)
	if err != nil {
		return nil, err
	}
	m := in[0]
	m.Kind, m.Open = op.Series, false
	m.Cols = []op.Col{{Name: c.Name, Type: t}}
	return []op.Meta{m}, nil
}

func (*applyFunc) Tile(t *op.Tiler) error { return t.Out(t.Map(t.In(0))) }

func (o *applyFunc) Exec(x *op.Exec) error {
	f := x.Frame(0)
	k := x.InMeta(0).Kind
	var c op.Col
	if k == op.Series {
		c = op.Col{Name: f.Names[0], Type: op.T(f.Cols[0].DType)}
	}
	fn, t, err := o.function(k, c)
	if err != nil {
		return err
	}
	cells := make([]any, f.NRows)
	for i := range cells {
		if i%1024 == 0 && x.Context().Err() != nil {
			return errs.Wrap(errs.Canceled, x.Context().Err(), "function %q", o.Func)
		}
		var arg any
		if k == op.Series {
			if arg = chunk.Own(f.Cols[0].Cell(i)); fn.skip && frame.IsMissing(arg) {
				continue
			}
		}
		v, trace, err := fn.call(f, i, arg)
		if err != nil {
			return errs.On(errs.Wrap(errs.KindOf(err), err, "function %q, row %s", o.Func, f.Index.Label(i)), "", trace)
		}
		w, ok := chunk.ScalarOf(v)
		if !ok {
			w = v
		}
		cells[i] = w
	}
	out, err := chunk.Env(x).Build(cells, t.Is)
	if err != nil {
		return err
	}
	g := f.Select()
	g.Axis = nil
	return x.Put(0, g.With(c.Name, out))
}

// call calls a function of rows with row i of f, one of elements with arg. A panic is an error, and trace the
// stack where it was.
func (fn *function) call(f *frame.Frame, i int, arg any) (v any, trace string, err error) {
	defer func() {
		if r := recover(); r != nil {
			v, trace, err = nil, string(debug.Stack()), errs.New(errs.Internal, "panic: %v", r)
		}
	}()
	if fn.element != nil {
		v, err = fn.element(arg)
		return v, "", err
	}
	var fail error
	if v, err = fn.row(Row{f, i, &fail}); err == nil {
		err = fail
	}
	return v, "", err
}

// Look passes: rows stay.
func (*applyFunc) Look(int) op.Look { return op.Passes }

// Labels pass for elements; a row tells its label.
func (o *applyFunc) Labels(int) op.Look {
	if f := functions[o.Func]; f != nil && f.row == nil {
		return op.Passes
	}
	return op.Looks
}
