package axes

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Change is an old label and its new one.
type Change struct{ From, To frame.Label }

// Rename is the operand of dataframe.rename.
type Rename struct {
	op.Rowwise
	Columns []Change
}

// SetColumns is the operand of dataframe.set_columns.
type SetColumns struct {
	op.Rowwise
	Columns []frame.Label
}

func init() {
	op.Register[Rename](op.Doc{Name: "dataframe.rename_columns", Face: "inner", Like: "pandas.DataFrame.rename", Sig: "rename_columns(df, columns)", Summary: "Frame with other column labels"})
	op.Register[SetColumns](op.Doc{
		Face: "inner",
		Name: "dataframe.set_columns", Like: "pandas.DataFrame.set_axis", Sig: "set_columns(df, columns)",
		Summary: "Frame or series with given labels",
	})
}

// To is the new label of l; of a label of several levels each is renamed.
func (o *Rename) To(l frame.Label) frame.Label {
	if l.Kind() == frame.LabelTuple {
		parts := l.Elems()
		for i := range parts {
			parts[i] = o.To(parts[i])
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

func (o *Rename) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	m.Cols = slices.Clone(m.Cols)
	for i := range m.Cols {
		m.Cols[i].Name = o.To(m.Cols[i].Name)
	}
	return []op.Meta{m}, nil
}

func (o *Rename) Exec(x *op.Exec) error {
	f := x.Frame(0)
	return x.Put(0, relabeled(f, func(i int) frame.Label { return o.To(f.Names[i]) }))
}

// ColumnsOf passes.
func (*Rename) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }

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

func (o *SetColumns) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	if len(m.Cols) != len(o.Columns) && !m.Open {
		return nil, errs.New(errs.Invalid, "Length mismatch: Expected axis has %d elements, new values have %d elements", len(m.Cols), len(o.Columns))
	}
	m.Cols = slices.Clone(m.Cols)
	for i := range m.Cols {
		m.Cols[i].Name = o.Columns[i]
	}
	if len(m.Axis) > 0 && frame.ColumnLevels(schema.LabelsOf(m.Cols)) != len(m.Axis) {
		m.Axis = nil
	}
	return []op.Meta{m}, nil
}

func (o *SetColumns) Exec(x *op.Exec) error {
	return x.Put(0, relabeled(x.Frame(0), func(i int) frame.Label { return o.Columns[i] }))
}
