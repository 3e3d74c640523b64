package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Rename gives columns other labels; labels that no column has are passed over. Of labels of several levels each is renamed, as pandas does.
func (d *DataFrame) Rename(columns map[any]any) *DataFrame {
	o := &rename{}
	for k, v := range columns {
		ls, err := labelList([]any{k, v})
		if err != nil {
			return FrameOf(bad("dataframe.rename", err))
		}
		o.Columns = append(o.Columns, change{ls[0], ls[1]})
	}
	slices.SortFunc(o.Columns, func(a, b change) int { return a.From.Compare(b.From) })
	return FrameOf(apply(o, d))
}

// SetColumns moves the cell to the frame with these column labels, as many as there are columns. Errors: Invalid for another number.
func (d *DataFrame) SetColumns(labels ...any) error {
	ls, err := labelsIn(labels)
	if err != nil {
		return err
	}
	v := apply(&setColumns{Columns: ls}, d)
	if d != nil && (v.Err() == nil || d.v.Err() != nil) {
		d.v = v
	}
	return v.Err()
}

// Rename is the series under another name; nil takes it away.
func (s *Series) Rename(name any) *Series {
	l, ok := frame.LabelOf(name)
	if !ok {
		return SeriesOf(bad("dataframe.rename_series", errs.New(errs.Type, "Series.name must be a hashable type")))
	}
	return SeriesOf(apply(&setColumns{Columns: []frame.Label{l}}, s))
}

type change struct{ From, To frame.Label }

type rename struct {
	op.Rowwise
	Columns []change
}

type setColumns struct {
	op.Rowwise
	Columns []frame.Label
}

func init() {
	op.Register[rename](op.Doc{Name: "dataframe.rename", Face: "inner", Like: "pandas.DataFrame.rename", Sig: "rename(df, columns)", Summary: "Frame with other column labels"})
	op.Register[setColumns](op.Doc{
		Face: "inner",
		Name: "dataframe.set_columns", Like: "pandas.DataFrame.set_axis", Sig: "set_columns(df, columns)",
		Summary: "Frame or series with given labels",
	})
}

// to is the new label of l; of a label of several levels each is renamed.
func (o *rename) to(l frame.Label) frame.Label {
	if l.Kind() == frame.LabelTuple {
		parts := l.Elems()
		for i := range parts {
			parts[i] = o.to(parts[i])
		}
		return frame.TupleOf(parts)
	}
	for _, c := range o.Columns {
		if c.From.Same(l) {
			return c.To
		}
	}
	return l
}

func (o *rename) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	m.Cols = slices.Clone(m.Cols)
	for i := range m.Cols {
		m.Cols[i].Name = o.to(m.Cols[i].Name)
	}
	return []op.Meta{m}, nil
}

func (o *rename) Exec(x *op.Exec) error {
	f := x.Frame(0)
	return x.Put(0, relabeled(f, func(i int) frame.Label { return o.to(f.Names[i]) }))
}

// ColumnsOf passes.
func (*rename) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }

// relabeled is f with other column labels.
func relabeled(f *frame.Frame, to func(i int) frame.Label) *frame.Frame {
	g := f.WithOrd(f.Ord)
	g.Names = make([]frame.Label, len(f.Names))
	for i := range g.Names {
		g.Names[i] = to(i)
	}
	if frame.ColumnLevels(g.Names) != len(f.Axis) {
		g.Axis = nil
	}
	return g
}

func (o *setColumns) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	if len(m.Cols) != len(o.Columns) && !m.Open {
		return nil, errs.New(errs.Invalid, "Length mismatch: Expected axis has %d elements, new values have %d elements", len(m.Cols), len(o.Columns))
	}
	m.Cols = slices.Clone(m.Cols)
	for i := range m.Cols {
		m.Cols[i].Name = o.Columns[i]
	}
	if len(m.Axis) > 0 && frame.ColumnLevels(labelsOf(m.Cols)) != len(m.Axis) {
		m.Axis = nil
	}
	return []op.Meta{m}, nil
}

func (o *setColumns) Exec(x *op.Exec) error {
	return x.Put(0, relabeled(x.Frame(0), func(i int) frame.Label { return o.Columns[i] }))
}
