package cells

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Round is the operand of dataframe.round.
type Round struct {
	byColumn
	Decimals int
	Columns  []ColValue `sig:"-"` // ints for some columns, the only ones; then Decimals is not used
}

func init() {
	op.Register[Round](op.Doc{
		Name: "dataframe.round_cells", Face: "inner", Like: "pandas.DataFrame.round", Sig: "round_cells(df, decimals=0)",
		Summary: "Numbers rounded to decimals, one for all or by column",
	})
}

// of are the decimals of a column, and whether it has any.
func (o *Round) of(name frame.Label) (int, bool) {
	if o.Columns == nil {
		return o.Decimals, true
	}
	for _, c := range o.Columns {
		if c.Column.Same(name) {
			return int(c.Value.(int64)), true
		}
	}
	return 0, false
}

func (o *Round) Infer(in []op.Meta) ([]op.Meta, error) { return in[:1], nil }

func (o *Round) Exec(x *op.Exec) error {
	names := x.Frame(0).Names
	return mapColumns(x, func(i int, c *frame.Column) (*frame.Column, error) {
		n, ok := o.of(names[i])
		if c.DType == dtype.Object || !ok {
			return c, nil
		}
		return chunk.Env(x).Round(c, n)
	})
}
