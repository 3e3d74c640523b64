package dataframe

import (
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

// ApplyFunc calls a typed function for every row; the result is a series of what it returns, without a name,
// whose dtype follows from the type. See RowFunc.
func (d *DataFrame) ApplyFunc(f Rower) *Series {
	if op.IsNil(f) {
		return SeriesOf(bad("dataframe.apply", errUnmade("RowFunc")))
	}
	o, err := f.rows()
	if err != nil {
		return SeriesOf(bad("dataframe.apply", err))
	}
	return SeriesOf(apply(o, d))
}

// applyFunc calls a function in Go. What it needs to know of it, it carries: a supervisor has no functions.
type applyFunc struct {
	op.Opaque
	Func  string
	DType dtype.DType `sig:"-"` // of the result; zero: an object
	Need  string      `sig:"-"` // the label of workers that have the function
	Rows  bool        `sig:"-"` // it takes rows, not elements
	Skip  bool        `sig:"-"` // missing elements stay missing

	closure *function // instead of a name, where the engine is in the same process
}

func init() {
	op.Register[applyFunc](op.Doc{
		Face: "inner",
		Name: "dataframe.apply", Like: "pandas.DataFrame.apply", Sig: "apply(df, func)", Summary: "Results of a registered Go function",
		Methods: "DataFrame.apply Series.apply", Notes: "Of a frame the function gets rows (axis=1). The dtype is declared, not inferred from the results.",
	})
}

// applied calls a function by its name. Errors: NotFound, this program has not registered it.
func applied(h Handle, name string, result []dtype.DType) op.Value {
	g := op.FindGo(name)
	fn, ok := (*function)(nil), false
	if g != nil {
		fn, ok = g.F.(*function)
	}
	switch {
	case h.Value().Err() != nil: // it comes first
		return apply(&applyFunc{Func: name}, h)
	case g == nil:
		return bad("dataframe.apply", errs.New(errs.NotFound, "no function %q is registered; see RegisterFunc", name))
	case !ok:
		return bad("dataframe.apply", errs.New(errs.Type, "function %q is %s: it takes neither rows nor elements", name, g.Signature))
	}
	o := &applyFunc{Func: name, Need: g.Label(), DType: fn.out, Rows: fn.row != nil, Skip: fn.skip}
	o.Deterministic = g.Deterministic
	if len(result) > 0 {
		o.DType = result[0]
	}
	return apply(o, h)
}

// Needs are workers that have the function.
func (o *applyFunc) Needs() []string { return []string{o.Need} }

// function finds the function in the program that runs the chunks. Errors: Unavailable, it has none of that
// name, or another.
func (o *applyFunc) function() (*function, error) {
	if o.closure != nil {
		return o.closure, nil
	}
	return op.Registered[*function](o.Func, o.Need)
}

// result is the dtype of what comes out for a kind of value.
func (o *applyFunc) result(k op.Kind, c op.Col) (op.Type, error) {
	switch {
	case k == op.Frame && !o.Rows:
		return op.Type{}, errs.New(errs.Type, "function %q takes elements, not rows", o.Func)
	case k == op.Series && o.Rows:
		return op.Type{}, errs.New(errs.Type, "function %q takes rows, not elements", o.Func)
	case k != op.Frame && k != op.Series:
		return op.Type{}, errs.New(errs.Type, "a function of a %s", k)
	case o.DType.IsZero():
		return op.T(dtype.Object), nil
	case o.DType == dtype.Int64 && o.Skip && frame.CanMiss(c.Is):
		return op.T(dtype.Int64.Nullable()), nil
	}
	return op.T(o.DType), nil
}

func (o *applyFunc) Infer(in []op.Meta) ([]op.Meta, error) {
	var c op.Col
	if in[0].Kind == op.Series {
		c = in[0].Cols[0]
	}
	t, err := o.result(in[0].Kind, c)
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
	t, err := o.result(k, c)
	if err != nil {
		return err
	}
	fn, err := o.function()
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
		v, err := fn.call(f, i, arg)
		if err != nil {
			return op.InFunc(o.Func, err, ", row %s", f.Index.Label(i))
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

// call calls a function of rows with row i of f, one of elements with arg. A panic is an error that names the
// user's line.
func (fn *function) call(f *frame.Frame, i int, arg any) (v any, err error) {
	defer func() {
		if r := recover(); r != nil {
			v, err = nil, op.Panicked(r)
		}
	}()
	if fn.element != nil {
		if v, err = fn.element(arg); err != nil {
			return nil, op.Failed(err)
		}
		return v, nil
	}
	var fail error
	if v, err = fn.row(Row{f, i, &fail}); err == nil {
		err = fail
	}
	if err != nil {
		return nil, op.Failed(err)
	}
	return v, nil
}

// Look passes: rows stay.
func (*applyFunc) Look(int) op.Look { return op.Passes }

// Labels pass for elements; a row tells its label.
func (o *applyFunc) Labels(int) op.Look {
	if !o.Rows {
		return op.Passes
	}
	return op.Looks
}
