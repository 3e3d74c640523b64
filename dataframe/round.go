package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Round rounds numbers to decimals, half to even; negative decimals round before the point. Other columns stay as they are.
func (d *DataFrame) Round(decimals int) *DataFrame {
	return FrameOf(apply(&round{Decimals: decimals}, d))
}

// Round rounds numbers to decimals.
func (s *Series) Round(decimals int) *Series {
	return SeriesOf(apply(&round{Decimals: decimals}, s))
}

type round struct {
	byColumn
	Decimals int
}

func init() {
	op.Register[round](op.Doc{
		Face: "hand",
		Name: "dataframe.round", Like: "pandas.DataFrame.round", Sig: "round(df, decimals=0, *args, **kwargs)", Summary: "Numbers rounded to decimals",
		Methods: "DataFrame.round Series.round",
	})
}

func (o *round) Infer(in []op.Meta) ([]op.Meta, error) { return in[:1], nil }

func (o *round) Exec(x *op.Exec) error {
	return mapColumns(x, func(_ int, c *frame.Column) (*frame.Column, error) {
		if c.DType == dtype.Object {
			return c, nil
		}
		return chunk.Env(x).Round(c, o.Decimals)
	})
}
