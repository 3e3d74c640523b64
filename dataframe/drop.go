package dataframe

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Drop is the frame without the columns with these labels. Errors: NotFound, in pandas' words, for labels that no column has.
func (d *DataFrame) Drop(columns ...any) *DataFrame {
	ls, err := labelsIn(columns)
	if err != nil {
		return FrameOf(bad("dataframe.drop", err))
	}
	return FrameOf(apply(&dropColumns{Columns: ls}, d))
}

type dropColumns struct {
	op.Rowwise
	Columns []frame.Label
}

func init() {
	op.Register[dropColumns](op.Doc{
		Face: "inner",
		Name: "dataframe.drop", Like: "pandas.DataFrame.drop", Sig: "drop(df, columns)", Summary: "Frame without some of its columns",
		Notes: "Rows are not dropped by label.",
	})
}

func (o *dropColumns) Infer(in []op.Meta) ([]op.Meta, error) {
	var lost []frame.Label
	for _, l := range o.Columns {
		if _, err := placesNamed(in[0], l); err != nil {
			lost = append(lost, l)
		}
	}
	if lost != nil {
		return nil, errs.New(errs.NotFound, "%s not found in axis", reprs(lost))
	}
	m := in[0]
	m.Cols = pickCols(m.Cols, unnamed(m, o.Columns))
	return []op.Meta{m}, nil
}

// reprs is Python's text of a list of labels.
func reprs(ls []frame.Label) string {
	s := "["
	for i, l := range ls {
		if i > 0 {
			s += ", "
		}
		s += l.Repr()
	}
	return s + "]"
}

func (o *dropColumns) Exec(x *op.Exec) error {
	f := x.Frame(0)
	return x.Put(0, f.Select(unnamed(*op.SchemaOf(f), o.Columns)...))
}

// ColumnsOf are the wanted ones, where they lie in the input; and the dropped ones, which must be there.
func (o *dropColumns) ColumnsOf(_ int, in []op.Meta, want []int) ([]int, bool) {
	cols, ok := through(unnamed(in[0], o.Columns), want)
	for _, l := range o.Columns {
		at, err := placesNamed(in[0], l)
		if err != nil {
			return nil, false
		}
		cols = append(cols, at...)
	}
	return cols, ok
}
