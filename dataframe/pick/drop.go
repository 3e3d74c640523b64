package pick

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// DropColumns is the operand of dataframe.drop.
type DropColumns struct {
	op.Rowwise
	Columns []frame.Label
}

func init() {
	op.Register[DropColumns](op.Doc{
		Face: "inner",
		Name: "dataframe.drop", Like: "pandas.DataFrame.drop", Sig: "drop(df, columns)", Summary: "Frame without some of its columns",
		Notes: "Rows are not dropped by label.",
	})
}

func (o *DropColumns) Infer(in []op.Meta) ([]op.Meta, error) {
	var lost []frame.Label
	for _, l := range o.Columns {
		if _, err := schema.PlacesNamed(in[0], l); err != nil {
			lost = append(lost, l)
		}
	}
	if lost != nil {
		return nil, errs.New(errs.NotFound, "%s not found in axis", schema.Reprs(lost))
	}
	m := in[0]
	m.Cols = chunk.PickCols(m.Cols, schema.Unnamed(m, o.Columns))
	return []op.Meta{m}, nil
}

func (o *DropColumns) Exec(x *op.Exec) error {
	f := x.Frame(0)
	return x.Put(0, f.Select(schema.Unnamed(*op.SchemaOf(f), o.Columns)...))
}

// ColumnsOf are the wanted ones, where they lie in the input; and the dropped ones, which must be there.
func (o *DropColumns) ColumnsOf(_ int, in []op.Meta, want []int) ([]int, bool) {
	cols, ok := schema.Through(schema.Unnamed(in[0], o.Columns), want)
	for _, l := range o.Columns {
		at, err := schema.PlacesNamed(in[0], l)
		if err != nil {
			return nil, false
		}
		cols = append(cols, at...)
	}
	return cols, ok
}
