package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// Assign is the frame with columns set: those of a label that is there are replaced, others are added last. A value may be a series, whose rows
// are met by label (the frame's rows decide; what has no label there is missing), a tensor or Go slice of as many rows, or a single value.
// Errors: Invalid for lengths that differ and for a series that repeats labels.
func (d *DataFrame) Assign(cols ...C) *DataFrame {
	v := d.Value()
	for _, c := range cols {
		v = assigned(FrameOf(v), c)
	}
	return FrameOf(v)
}

// Set moves the cell to the frame with a column set: d[label] = value. Frames and series that were made of d keep what they have.
func (d *DataFrame) Set(label, value any) error {
	v := assigned(d, C{label, value})
	if d != nil && (v.Err() == nil || d.v.Err() != nil) {
		d.v = v
	}
	return v.Err()
}

// assign sets one column.
type assign struct {
	Column frame.Label
	Args   []any `sig:"-"` // the second is the value, where it is a single one
}

func init() {
	op.Register[assign](op.Doc{
		Face: "inner",
		Name: "dataframe.assign", Like: "pandas.DataFrame.__setitem__", Sig: "assign(df, column, *value)",
		Summary: "Frame with a column set",
	})
}

func assigned(h Handle, c C) op.Value {
	const name = "dataframe.assign"
	l, ok := frame.LabelOf(c.Name)
	if !ok {
		return bad(name, errs.New(errs.Type, "a %T cannot name a column", c.Name))
	}
	o := &assign{Column: l}
	switch v := c.Data.(type) {
	case Handle:
		return apply(o, h, v)
	case *nd.Array:
		return apply(o, h, tensor.FromArray(v))
	}
	if v, ok := scalarOf(c.Data); ok {
		o.Args = []any{nil, v}
		return apply(o, h)
	}
	col, err := columnOf(c.Data)
	if err != nil {
		return bad(name, err)
	}
	m := h.Value().Meta()
	if len(m.Dims) > 0 && m.Dims[0].Known() && m.Dims[0].N != col.Rows {
		return bad(name, errs.New(errs.Invalid, "Length of values (%d) does not match length of index (%d)", col.Rows, m.Dims[0].N))
	}
	return apply(o, h, SeriesFromFrame(&frame.Frame{Index: frame.NewRange(0, 1, col.Rows), NRows: col.Rows, Names: []frame.Label{listed}, Cols: []*frame.Column{col}}))
}

// listed names the series of a list, whose rows are met by position.
var listed = frame.Tup("list", "of", "values")

// byPlace reports a value whose rows are met by position.
func byPlace(m op.Meta) bool {
	return m.Kind == op.Tensor || m.Kind == op.Series && m.Cols[0].Name == listed
}

// column is the value as a column of one row.
func (o *assign) column() (*frame.Column, error) {
	if len(o.Args) < 2 {
		return nil, errs.New(errs.Type, "no value for column %s", o.Column)
	}
	return heap.FromCells([]any{o.Args[1]})
}

// label is the label that is set: below labels of several levels a single one stands in the first level.
func (o *assign) label(names []frame.Label) frame.Label {
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

func (o *assign) Infer(in []op.Meta) ([]op.Meta, error) {
	return o.infer(in, len(in) < 2 || in[1].Kind != op.Series || sameIndex(in[0], in[1]))
}

// StageMeta is that of rows that were sent by label: they may be missing, whatever a chunk's own index says.
func (o *assign) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Final {
		return nil, nil
	}
	return o.infer(in, false)
}

func (o *assign) infer(in []op.Meta, aligned bool) ([]op.Meta, error) {
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
	if len(in) == 2 && byPlace(in[1]) && len(in[1].Dims) == 1 && clash(in[0].Dims[0], in[1].Dims[0]) {
		return nil, errs.New(errs.Invalid, "Length of values (%s) does not match length of index (%s)", in[1].Dims[0], in[0].Dims[0])
	}
	m := in[0]
	m.Cols = slices.Clone(m.Cols)
	label := o.label(labelsOf(m.Cols))
	at, _ := placesNamed(op.Meta{Cols: m.Cols}, label)
	for _, i := range at {
		m.Cols[i].Type = t
	}
	if at == nil {
		m.Cols = append(m.Cols, op.Col{Name: label, Type: t})
	}
	return []op.Meta{m}, nil
}

func (o *assign) Tile(t *op.Tiler) error {
	if len(t.Ins()) == 2 && !byPlace(t.In(1).Meta) {
		return t.Out(t.Align(op.Left, t.In(0), t.In(1)))
	}
	return t.Out(t.Map(t.Ins()...))
}

func (o *assign) Exec(x *op.Exec) error {
	f := x.Frame(0)
	c, err := o.value(x, f)
	if err != nil {
		return err
	}
	if f, err = keptLabels(x, f); err != nil {
		return err
	}
	label := o.label(f.Names)
	at, _ := placesNamed(*op.SchemaOf(f), label)
	if at == nil {
		return x.Put(0, f.With(label, c))
	}
	g := f.Select(all(len(f.Cols))...)
	for _, i := range at {
		g.Cols[i] = c
	}
	return x.Put(0, g)
}

// value is the column that is set, for the rows of f.
func (o *assign) value(x *op.Exec, f *frame.Frame) (*frame.Column, error) {
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
func (*assign) Look(int) op.Look { return op.Passes }

// Labels pass; Align looks at those that it must.
func (*assign) Labels(int) op.Look { return op.Passes }

// MeetsLabels of all inputs.
func (*assign) MeetsLabels([]op.Meta) bool { return true }

// ColumnsOf are the wanted ones that are not set.
func (o *assign) ColumnsOf(i int, in []op.Meta, want []int) ([]int, bool) {
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
