package axes

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// RenameAxis is the operand of dataframe.rename_axis.
type RenameAxis struct {
	op.Rowwise
	Names []frame.Label
}

func init() {
	op.Register[RenameAxis](op.Doc{
		Name: "dataframe.rename_levels", Face: "inner", Sig: "rename_levels(df, names)", Summary: "Name the levels of the row labels",
	})
}

func (o *RenameAxis) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	if len(o.Names) != len(m.Index.Levels) {
		return nil, errs.New(errs.Invalid, "Length of new names must be %d, got %d", len(m.Index.Levels), len(o.Names))
	}
	m.Index.Levels = slices.Clone(m.Index.Levels)
	for i := range o.Names {
		m.Index.Levels[i].Name = o.Names[i]
	}
	return []op.Meta{m}, nil
}

func (o *RenameAxis) Exec(x *op.Exec) error {
	f := x.Frame(0)
	return x.Put(0, f.WithIndex(f.Index.WithNames(o.Names...)))
}

// ColumnsOf passes.
func (*RenameAxis) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }
