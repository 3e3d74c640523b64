package axes

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// RenameColumnAxis is the operand of dataframe.rename_column_axis.
type RenameColumnAxis struct {
	op.Rowwise
	Names []frame.Label
}

func init() {
	op.Register[RenameColumnAxis](op.Doc{
		Name: "dataframe.rename_column_axis", Face: "inner", Like: "pandas.DataFrame.rename_axis", Sig: "rename_column_axis(df, names)",
		Summary: "Name the levels of the column labels",
	})
}

func (o *RenameColumnAxis) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	if n := max(1, frame.ColumnLevels(schema.LabelsOf(m.Cols))); !m.Open && len(o.Names) != n {
		return nil, errs.New(errs.Invalid, "Length of new names must be %d, got %d", n, len(o.Names))
	}
	m.Axis = schema.AxisNames(slices.Clone(o.Names))
	return []op.Meta{m}, nil
}

func (o *RenameColumnAxis) Exec(x *op.Exec) error {
	f := x.Frame(0)
	g := f.WithOrd(f.Ord)
	g.Axis = schema.AxisNames(o.Names)
	return x.Put(0, g)
}

// ColumnsOf passes.
func (*RenameColumnAxis) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }
