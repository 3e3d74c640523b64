package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/op"
)

// timeBinned tells the bin of every time: its label, a category.
type timeBinned struct {
	byColumn
	Edges []int64
	Names []frame.Label // of the bins
	Right bool          // bins are closed on the right
}

func init() {
	op.Register[timeBinned](op.Doc{
		Name: "dataframe.time_binned", Face: "inner", Gives: "series", Summary: "Labels of the bins that times lie in",
		Sig: "time_binned(times, edges, names, right=False)",
	})
}

// binType is the dtype of bins, which are in order.
var binType = dtype.DType{Kind: dtype.CategoricalKind, Ordered: true}

func (o *timeBinned) Infer(in []op.Meta) ([]op.Meta, error) {
	return eachType(in[0], func(int, op.Col) (op.Type, error) { return op.T(binType), nil })
}

func (o *timeBinned) Exec(x *op.Exec) error {
	e := env(x)
	dict, err := colType{DType: binType, Categories: o.Names, Given: true}.dictionary()
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
