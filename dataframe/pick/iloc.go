package pick

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// IlocOp is the operand of dataframe.iloc.
type IlocOp struct {
	Rows Places
	Cols Places
}

func init() {
	op.Register[IlocOp](op.Doc{
		Face: "inner",
		Name: "dataframe.iloc", Like: "pandas.DataFrame.iloc", Sig: "iloc(df, rows, cols=None)", Summary: "Rows and columns by position",
		Notes: "A row that is not of a range index has its label as name once it was computed.",
	})
}

// Normalize gives what was left out its meaning.
func (o *IlocOp) Normalize([]op.Meta) (err error) {
	if o.Rows, err = o.Rows.normal(); err == nil {
		o.Cols, err = o.Cols.normal()
	}
	return err
}

func (o *IlocOp) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Open && !o.Cols.all() {
		return in[:1], nil
	}
	cols, single, err := o.Cols.columns(len(in[0].Cols))
	if err != nil {
		return nil, err
	}
	if o.Rows.Kind == "int" {
		if d := in[0].Rows(); d.Known() {
			if _, _, err := o.Rows.on(d.N); err != nil {
				return nil, err
			}
		}
		if single || in[0].Kind == op.Series {
			return []op.Meta{schema.ScalarMeta(in[0].Cols[cols[0]].Is)}, nil
		}
		return []op.Meta{o.row(in[0], cols)}, nil
	}
	out, err := InferRows(o.Rows, in[0])
	if err != nil {
		return nil, err
	}
	out[0].Cols = chunk.PickCols(in[0].Cols, cols)
	if single {
		out[0].Kind = op.Series
	}
	return out, nil
}

// withCols is m with some of its columns, a series where one is asked for by itself.
func withCols(m op.Meta, at []int, single bool) op.Meta {
	m = m.WithDims(m.Dims...)
	if m.Cols = chunk.PickCols(m.Cols, at); single {
		m.Kind = op.Series
	}
	return m
}

// row is the series of one row. Its name is known where the labels are a range.
func (o *IlocOp) row(m op.Meta, at []int) op.Meta {
	cols := chunk.PickCols(m.Cols, at)
	var name frame.Label
	if s, _, err := o.Rows.on(m.Rows().N); err == nil && m.Rows().Known() && m.Index.Kind == frame.RangeIndex {
		name = frame.L(m.Index.Start + s.lo*m.Index.Step)
	}
	return op.NewSeries(schema.Across(m, cols), schema.NamesMeta(cols, m.Axis), op.Col{Name: name, Type: op.T(schema.RowType(cols))})
}

// StageMeta: Final is a row or a value of the one row that is left.
func (o *IlocOp) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Final && o.Rows.Kind == "int" {
		return nil, nil
	}
	if s == op.Chunk {
		cols, single, err := o.Cols.columns(len(in[0].Cols))
		return []op.Meta{withCols(in[0], cols, single)}, err
	}
	return o.Rows.stage(s, in)
}

// Tile selects columns first, which costs nothing, and then the rows.
func (o *IlocOp) Tile(t *op.Tiler) error {
	g := t.In(0)
	if !o.Cols.all() {
		m := g.Meta
		g = t.Pair(g)
		g.Meta = m
		if cols, single, err := o.Cols.columns(len(m.Cols)); err == nil {
			g.Meta = withCols(m, cols, single)
		}
	}
	g = o.Rows.rows(t, g)
	if o.Rows.Kind != "int" || t.Err() != nil {
		return t.Out(g)
	}
	m := t.Meta(0)
	if m.Kind == op.Series && m.Cols[0].Name.IsNil() {
		if err := t.Need(op.Values, g); err != nil {
			return err
		}
		m.Cols[0].Name = t.Value(g).(*frame.Frame).Index.Label(0)
		t.Refine(0, m)
	}
	at := t.At(op.Final)
	shape := []int{1}
	if m.Kind != op.Series {
		shape = nil
	}
	return t.Out(op.Grid{Shape: shape, Edges: []op.Edge{{ID: at.Task(nil, []op.Meta{t.In(0).Meta}, g.Edges[0]), Part: -1}}})
}

func (o *IlocOp) Exec(x *op.Exec) error {
	switch {
	case x.Stage == op.Chunk:
		f := x.Frame(0)
		cols, _, err := o.Cols.columns(len(f.Cols))
		if err != nil {
			return err
		}
		return x.Put(0, f.Select(cols...))
	case x.Stage != op.Final || o.Rows.Kind != "int":
		return o.Rows.exec(x)
	}
	return chunk.PutRow(x, x.Frame(0))
}

// Labels of rows pass; a single row is named by its own.
func (o *IlocOp) Labels(int) op.Look {
	if o.Rows.Kind == "int" {
		return op.Looks
	}
	return op.Passes
}
