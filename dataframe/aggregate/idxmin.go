package aggregate

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/op"
)

// IdxExtreme is the operand of dataframe.idxmin and dataframe.idxmax.
type IdxExtreme struct {
	Skipna      *bool
	NumericOnly bool
	name        string
}

func (o *IdxExtreme) Row() string { return o.name }

func init() {
	for name, s := range map[string]string{"idxmin": "Labels of the least values", "idxmax": "Labels of the greatest values"} {
		op.Register[IdxExtreme](op.Doc{
			Gives: "reduce",
			Name:  "dataframe." + name, Like: "pandas.DataFrame." + name, Methods: "DataFrame." + name + " Series." + name,
			Sig: name + "(df, axis=0, skipna=True, numeric_only=False)", Series: "(axis=0, skipna=True, *args, **kwargs)", Summary: s,
		}, IdxExtreme{name: name})
	}
}

func (o *IdxExtreme) agg() group.Agg {
	if o.name == "idxmin" {
		return group.New(group.IdxMin)
	}
	return group.New(group.IdxMax)
}

func (o *IdxExtreme) columns(cols []op.Col) []int {
	return (&Reduction{NumericOnly: o.NumericOnly}).columns(cols)
}

func (o *IdxExtreme) Infer(in []op.Meta) ([]op.Meta, error) {
	cols := chunk.PickCols(in[0].Cols, o.columns(in[0].Cols))
	for _, c := range cols {
		if _, err := o.agg().Result(c.Is); err != nil && !c.Is.IsCategorical() {
			return nil, err
		}
	}
	d := dtype.Object
	if len(in[0].Index.Levels) == 1 {
		d = in[0].Index.Levels[0].Is
	}
	if in[0].Kind == op.Series {
		return []op.Meta{schema.ScalarMeta(d)}, nil
	}
	return []op.Meta{op.NewSeries(schema.Across(in[0], cols), schema.NamesMeta(cols, in[0].Axis), op.Col{Type: op.T(d)})}, nil
}

// StageMeta: partials are tuples.
func (o *IdxExtreme) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Chunk || s == op.Final {
		return nil, nil
	}
	return []op.Meta{op.NewObject()}, nil
}

func (o *IdxExtreme) Tile(t *op.Tiler) error {
	g := t.TreeReduce(t.In(0))
	if g.Shape = nil; t.Meta(0).Kind == op.Series {
		g.Shape = []int{1}
	}
	return t.Out(g)
}

// Exec: a partial has, for every column, a frame of the best row, or of none, and a frame of the numbers of
// rows and of missing ones.
func (o *IdxExtreme) Exec(x *op.Exec) error {
	if x.Stage == op.Map {
		f := x.Frame(0)
		out := op.Tuple{}
		for _, k := range o.columns(x.InMeta(0).Cols) {
			best, err := o.best(x, f.Select(k))
			if err != nil {
				return err
			}
			out = append(out, best, int64(f.NRows), int64(f.Cols[k].NullCount()))
		}
		return x.Put(0, out)
	}
	ts := x.Tuples()
	out := op.Tuple{}
	for k := 0; k < len(ts[0]); k += 3 {
		fs, rows, nulls := make([]*frame.Frame, len(ts)), int64(0), int64(0)
		for i, t := range ts {
			fs[i], rows, nulls = t[k].(*frame.Frame), rows+t[k+1].(int64), nulls+t[k+2].(int64)
		}
		f, err := frame.ConcatFrames(x.Mem(), fs...)
		if err != nil {
			return err
		}
		if f, err = o.best(x, f); err != nil {
			return err
		}
		out = append(out, f, rows, nulls)
	}
	if x.Stage == op.Combine {
		return x.Put(0, out)
	}
	return o.finish(x, out)
}

// best is the row of a one-column frame with its extreme value.
func (o *IdxExtreme) best(x *op.Exec, f *frame.Frame) (*frame.Frame, error) {
	c := f.Cols[0]
	if c.NullCount() == c.Rows {
		return f.WithOrd(nil).Take(x.Mem(), nil)
	}
	if c.DType.IsCategorical() {
		c = codesOf(c)
	}
	g, err := group.One(x.Mem(), f.NRows)
	if err != nil {
		return nil, err
	}
	r, err := o.agg().Direct(x.Mem(), g, c)
	if err != nil {
		return nil, err
	}
	return f.WithOrd(nil).Take(x.Mem(), []int64{r.Cell(0).(int64)})
}

// codesOf is a categorical as the places of its categories, NaN where a row is missing.
func codesOf(c *frame.Column) *frame.Column {
	vs := make([]float64, c.Rows)
	for i := range vs {
		if vs[i] = float64(c.Code(i)); vs[i] < 0 {
			vs[i] = chunk.Nan
		}
	}
	return frame.Of(vs)
}

func (o *IdxExtreme) finish(x *op.Exec, t op.Tuple) error {
	var labels []any
	var names, axis []frame.Label
	var at []*frame.Column // the labels of one level, a row for each column
	for k := 0; k < len(t); k += 3 {
		f := t[k].(*frame.Frame)
		switch {
		case t[k+1].(int64) == 0:
			return errs.New(errs.Invalid, "attempt to get arg%s of an empty sequence", o.name[3:])
		case f.NRows == 0:
			return errs.New(errs.Invalid, "Encountered all NA values")
		case !*o.Skipna && t[k+2].(int64) > 0:
			return errs.New(errs.Invalid, "Encountered an NA value with skipna=False")
		}
		names, axis = append(names, f.Names[0]), f.Axis
		if f.Index.NLevels() == 1 {
			at = append(at, f.Index.Level(0))
			continue
		}
		tuple := frame.Tuple{}
		for l := range f.Index.NLevels() {
			tuple = append(tuple, f.Index.Level(l).Cell(0))
		}
		labels = append(labels, tuple)
	}
	m := x.Out(0)
	var c *frame.Column
	var err error
	if at != nil { // as columns: a categorical keeps the categories that no label has
		c, err = frame.Concat(x.Mem(), at...)
	} else {
		d := dtype.Object
		if m.Kind == op.Series {
			d = m.Cols[0].Is
		}
		c, err = chunk.Env(x).Build(labels, d)
	}
	if err != nil {
		return err
	}
	if m.Kind != op.Series {
		v, err := chunk.Scalar(x, c, 0)
		if err != nil {
			return err
		}
		return x.Put(0, v)
	}
	s, err := frame.NewSeries(schema.AxisIndex(names, axis), frame.Label{}, c)
	if err != nil {
		return err
	}
	return x.Put(0, s)
}

// ColumnsOf are the compared ones.
func (o *IdxExtreme) ColumnsOf(_ int, in []op.Meta, _ []int) ([]int, bool) {
	return o.columns(in[0].Cols), true
}
