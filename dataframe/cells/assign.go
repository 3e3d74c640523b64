package cells

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Assign sets one column.
type Assign struct {
	Column frame.Label
	Args   []any `sig:"-"` // the second is the value, where it is a single one
}

func init() {
	op.Register[Assign](op.Doc{
		Face: "inner",
		Name: "dataframe.assign", Like: "pandas.DataFrame.__setitem__", Sig: "assign(df, column, *value)",
		Summary: "Frame with a column set",
	})
}

// Listed names the series of a list, whose rows are met by position.
var Listed = frame.Tup("list", "of", "values")

// byPlace reports a value whose rows are met by position.
func byPlace(m op.Meta) bool {
	return m.Kind == op.Tensor || m.Kind == op.Series && m.Cols[0].Name == Listed
}

// column is the value as a column of one row.
func (o *Assign) column() (*frame.Column, error) {
	if len(o.Args) < 2 {
		return nil, errs.New(errs.Type, "no value for column %s", o.Column)
	}
	return chunk.Heap.FromCells([]any{o.Args[1]})
}

// label is the label that is set: below labels of several levels a single one stands in the first level.
func (o *Assign) label(names []frame.Label) frame.Label {
	n := 0
	for i, l := range names {
		if k := l.Len(); k < 2 || i > 0 && k != n {
			return o.Column
		}
		n = l.Len()
	}
	if n < 2 || o.Column.Len() == n {
		return o.Column
	}
	ls := append(make([]frame.Label, 0, n), o.Column.Elems()...)
	for len(ls) < n {
		ls = append(ls, frame.L(""))
	}
	return frame.TupleOf(ls)
}

func (o *Assign) Infer(in []op.Meta) ([]op.Meta, error) {
	return o.infer(in, len(in) < 2 || in[1].Kind != op.Series || schema.SameIndex(in[0], in[1]))
}

// StageMeta is that of rows that were sent by label: they may be missing, whatever a chunk's own index says.
func (o *Assign) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Final {
		return nil, nil
	}
	return o.infer(in, false)
}

func (o *Assign) infer(in []op.Meta, aligned bool) ([]op.Meta, error) {
	if in[0].Kind != op.Frame {
		return nil, errs.New(errs.Type, "a column of a %s", in[0].Kind)
	}
	var t op.Type
	switch {
	case len(in) == 1:
		c, err := o.column()
		if err != nil {
			return nil, err
		}
		t = op.T(c.DType)
	case in[1].Kind == op.Tensor:
		if len(in[1].Dims) > 1 {
			return nil, errs.New(errs.Invalid, "Expected a 1D array, got an array with %d dimensions", len(in[1].Dims))
		}
		t = in[1].DType
	case in[1].Kind == op.Series:
		if t = in[1].Cols[0].Type; !byPlace(in[1]) && !aligned && !frame.CanMiss(t.Is) {
			t = op.Pending(t.Is, t.Is.WithMissing())
		}
	default:
		return nil, errs.New(errs.Type, "a %s is no column", in[1].Kind)
	}
	if len(in) == 2 && byPlace(in[1]) && len(in[1].Dims) == 1 && schema.Clash(in[0].Dims[0], in[1].Dims[0]) {
		return nil, errs.New(errs.Invalid, "Length of values (%s) does not match length of index (%s)", in[1].Dims[0], in[0].Dims[0])
	}
	m := in[0]
	m.Cols = slices.Clone(m.Cols)
	label := o.label(schema.LabelsOf(m.Cols))
	at, _ := schema.PlacesNamed(op.Meta{Cols: m.Cols}, label)
	for _, i := range at {
		m.Cols[i].Type = t
	}
	if at == nil {
		m.Cols = append(m.Cols, op.Col{Name: label, Type: t})
	}
	return []op.Meta{m}, nil
}

func (o *Assign) Tile(t *op.Tiler) error {
	if len(t.Ins()) == 2 && !byPlace(t.In(1).Meta) {
		return t.Out(t.Align(op.Left, t.In(0), t.In(1)))
	}
	if len(t.Ins()) == 2 {
		rows, d := t.In(0).Meta.Dims[0], t.In(1).Meta.Dims
		if len(d) == 1 && d[0] == (op.Dim{N: 1}) && !rows.Known() { // one value is no column: Infer decides
			if err := t.Need(op.Rows, t.In(0)); err != nil {
				return err
			}
		}
	}
	return t.Out(t.Map(t.Ins()...))
}

func (o *Assign) Exec(x *op.Exec) error {
	f := x.Frame(0)
	c, err := o.value(x, f)
	if err != nil {
		return err
	}
	if f, err = chunk.KeptLabels(x, f); err != nil {
		return err
	}
	label := o.label(f.Names)
	at, _ := schema.PlacesNamed(*op.SchemaOf(f), label)
	if at == nil {
		return x.Put(0, f.With(label, c))
	}
	g := f.Select(All(len(f.Cols))...)
	for _, i := range at {
		g.Cols[i] = c
	}
	return x.Put(0, g)
}

// value is the column that is set, for the rows of f.
func (o *Assign) value(x *op.Exec, f *frame.Frame) (*frame.Column, error) {
	e := chunk.Env(x)
	if x.Len() == 1 {
		c, err := o.column()
		if err != nil {
			return nil, err
		}
		return e.Repeat(c, f.NRows)
	}
	if a, ok := x.In(1).(*nd.Array); ok {
		return along(e, a, false, 0, f.NRows)
	}
	s := x.Frame(1)
	if x.Stage != op.Final {
		return s.Cols[0], nil
	}
	rows, err := e.Reindex(f.Index, s.Index)
	if err != nil {
		return nil, err
	}
	return s.Cols[0].Take(x.Mem(), rows) // undecided: rows still go back to their chunks
}

// Look passes: the rows of the frame stay.
func (*Assign) Look(int) op.Look { return op.Passes }

// Labels pass; Align looks at those that it must.
func (*Assign) Labels(int) op.Look { return op.Passes }

// MeetsLabels of all inputs.
func (*Assign) MeetsLabels([]op.Meta) bool { return true }

// ColumnsOf are the wanted ones that are not set.
func (o *Assign) ColumnsOf(i int, in []op.Meta, want []int) ([]int, bool) {
	if i > 0 {
		return nil, false
	}
	cols := []int{}
	for _, w := range want {
		if w < len(in[0].Cols) {
			cols = append(cols, w)
		}
	}
	return cols, true
}
