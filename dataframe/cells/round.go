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
}

func init() {
	op.Register[Round](op.Doc{
		Face: "hand",
		Name: "dataframe.round", Like: "pandas.DataFrame.round", Sig: "round(df, decimals=0, *args, **kwargs)", Summary: "Numbers rounded to decimals",
		Methods: "DataFrame.round Series.round",
	})
}

func (o *Round) Infer(in []op.Meta) ([]op.Meta, error) { return in[:1], nil }

func (o *Round) Exec(x *op.Exec) error {
	return mapColumns(x, func(_ int, c *frame.Column) (*frame.Column, error) {
		if c.DType == dtype.Object {
			return c, nil
		}
		return chunk.Env(x).Round(c, o.Decimals)
	})
}
