package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/op"
)

// Take is the rows at some places, in their order. Errors: NotFound for a place that there is not.
func (d *DataFrame) Take(places ...int) *DataFrame {
	return FrameOf(apply(&take{Indices: places}, d))
}

// TakeColumns is the columns at some places, in their order.
func (d *DataFrame) TakeColumns(places ...int) *DataFrame {
	return FrameOf(apply(&take{Indices: places, Axis: 1}, d))
}

// Take is the values at some places, in their order.
func (s *Series) Take(places ...int) *Series { return SeriesOf(apply(&take{Indices: places}, s)) }

type take struct {
	op.Recipe
	Indices []int
	Axis    int
}

func init() {
	op.Register[take](op.Doc{
		Name: "dataframe.take", Like: "pandas.DataFrame.take", Methods: "DataFrame.take Series.take", Sig: "take(df, indices, axis=0, **kwargs)", Summary: "The rows, or the columns, at places",
	})
}

func (o *take) Build(h Handle) (Handle, error) {
	at := pick.Places{Kind: "list", List: append([]int{}, o.Indices...)}
	p := &pick.IlocOp{Rows: at, Cols: pick.AllPlaces}
	if o.Axis == 1 && h.Value().Meta().Kind == op.Frame {
		p.Rows, p.Cols = p.Cols, p.Rows
	}
	return valued(apply(p, h)), nil
}
