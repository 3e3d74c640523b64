package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// RenameAxis names the levels of the row labels, one name a level; nil takes a name away. Errors: Invalid for a number of names that is not that of
// the levels.
func (d *DataFrame) RenameAxis(names ...any) *DataFrame { return FrameOf(renamedAxis(d, names)) }

// RenameAxis names the levels of the row labels.
func (s *Series) RenameAxis(names ...any) *Series { return SeriesOf(renamedAxis(s, names)) }

// Rename names the levels of the index.
func (x *Index) Rename(names ...any) *Index { return IndexOf(renamedAxis(x, names)) }

type renameAxis struct {
	op.Rowwise
	Names []frame.Label
}

func init() {
	op.Register[renameAxis](op.Doc{
		Forms: "names=names",
		Name:  "dataframe.rename_axis", Like: "pandas.DataFrame.rename_axis",
		Sig: "rename_axis(df, names)", Summary: "Name the levels of the row labels", Methods: "DataFrame.rename_axis Series.rename_axis Index.rename",
	})
}

func renamedAxis(h Handle, names []any) op.Value {
	ls, err := labelList(names)
	if err != nil {
		return bad("dataframe.rename_axis", err)
	}
	return apply(&renameAxis{Names: ls}, h)
}

// labelList reads labels that a user gives.
func labelList(vs []any) ([]frame.Label, error) {
	ls := make([]frame.Label, len(vs))
	for i, v := range vs {
		var err error
		if ls[i], err = labelOf(v); err != nil {
			return nil, err
		}
	}
	return ls, nil
}

func (o *renameAxis) Infer(in []op.Meta) ([]op.Meta, error) {
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

func (o *renameAxis) Exec(x *op.Exec) error {
	f := x.Frame(0)
	return x.Put(0, f.WithIndex(f.Index.WithNames(o.Names...)))
}

// ColumnsOf passes.
func (*renameAxis) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }
