package cells

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/op"
)

// TimeBinned tells the bin of every time: its label, a category.
type TimeBinned struct {
	byColumn
	Edges []int64
	Names []frame.Label // of the bins
	Right bool          // bins are closed on the right
}

func init() {
	op.Register[TimeBinned](op.Doc{
		Name: "dataframe.time_binned", Face: "inner", Gives: "series", Summary: "Labels of the bins that times lie in",
		Sig: "time_binned(times, edges, names, right=False)",
	})
}

// BinType is the dtype of bins, which are in order.
var BinType = dtype.DType{Kind: dtype.CategoricalKind, Ordered: true}

func (o *TimeBinned) Infer(in []op.Meta) ([]op.Meta, error) {
	return EachType(in[0], func(int, op.Col) (op.Type, error) { return op.T(BinType), nil })
}

func (o *TimeBinned) Exec(x *op.Exec) error {
	e := chunk.Env(x)
	dict, err := ColType{DType: BinType, Categories: o.Names, Given: true}.dictionary()
	if err != nil {
		return err
	}
	of, err := e.Encode(frame.LabelColumn(o.Names), dict, true)
	if err != nil {
		return err
	}
	bins := dt.Bins{Edges: o.Edges, Labels: o.Edges[:len(o.Names)], Right: o.Right}
	return mapColumns(x, func(_ int, c *frame.Column) (*frame.Column, error) {
		ticks, err := dt.Ticks(x.Mem(), c)
		if err != nil {
			return nil, err
		}
		at := make([]int64, len(ticks))
		for i, t := range ticks {
			if at[i] = -1; !c.IsNull(i) {
				at[i] = bins.Of(t)
			}
		}
		return e.Moved(of, at)
	})
}
