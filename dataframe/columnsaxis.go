package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// RenameColumnAxis names the levels of the column labels, one name a level; nil takes a name away. Errors: Invalid for a number of names that is not that of
// the levels.
func (d *DataFrame) RenameColumnAxis(names ...any) *DataFrame {
	ls, err := labelList(names)
	if err != nil {
		return FrameOf(bad("dataframe.rename_column_axis", err))
	}
	return FrameOf(apply(&renameColumnAxis{Names: ls}, d))
}

type renameColumnAxis struct {
	op.Rowwise
	Names []frame.Label
}

func init() {
	op.Register[renameColumnAxis](op.Doc{
		Name: "dataframe.rename_column_axis", Face: "inner", Like: "pandas.DataFrame.rename_axis", Sig: "rename_column_axis(df, names)",
		Summary: "Name the levels of the column labels",
	})
}

func (o *renameColumnAxis) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	if n := max(1, frame.ColumnLevels(labelsOf(m.Cols))); !m.Open && len(o.Names) != n {
		return nil, errs.New(errs.Invalid, "Length of new names must be %d, got %d", n, len(o.Names))
	}
	m.Axis = axisNames(slices.Clone(o.Names))
	return []op.Meta{m}, nil
}

func (o *renameColumnAxis) Exec(x *op.Exec) error {
	f := x.Frame(0)
	g := f.WithOrd(f.Ord)
	g.Axis = axisNames(o.Names)
	return x.Put(0, g)
}

// ColumnsOf passes.
func (*renameColumnAxis) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }
