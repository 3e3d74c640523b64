package cells

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Binned tells the bin of every value: its label, or its number.
type Binned struct {
	byColumn
	Edges         []float64
	Names         []frame.Label // of the bins; a field Labels would hide the method
	Codes         bool
	Right, Lowest bool // which ends are closed
	Unordered     bool
}

func init() {
	op.Register[Binned](op.Doc{
		Name: "dataframe.binned", Face: "inner", Gives: "series", Summary: "Labels of the bins that values lie in",
		Sig: "binned(x, edges, names=None, codes=False, right=False, lowest=False, unordered=False)",
	})
}

func (o *Binned) Infer(in []op.Meta) ([]op.Meta, error) {
	return EachType(in[0], func(int, op.Col) (op.Type, error) {
		if o.Codes {
			return op.Pending(dtype.Int64, dtype.Float64), nil
		}
		return op.T(o.category().DType), nil
	})
}

func (o *Binned) category() ColType {
	return ColType{DType: dtype.DType{Kind: dtype.CategoricalKind, Ordered: !o.Unordered}, Categories: o.Names, Given: true}
}

// bin is the place of v among the bins, -1 where it lies in none.
func (o *Binned) bin(v float64) int64 {
	if v != v || len(o.Edges) == 0 {
		return -1
	}
	k, found := slices.BinarySearch(o.Edges, v)
	last := len(o.Edges) - 1
	switch {
	case o.Right && o.Lowest && v == o.Edges[0] && last > 0:
		return 0
	case o.Right:
		k--
	case !found:
		k--
	}
	if k < 0 || k >= last {
		return -1
	}
	return int64(k)
}

func (o *Binned) Exec(x *op.Exec) error {
	e := chunk.Env(x)
	of := frame.NewRangeColumn(dtype.Int64, 0, 1, max(0, len(o.Edges)-1))
	if !o.Codes {
		dict, err := o.category().dictionary()
		if err != nil {
			return err
		}
		if of, err = e.Encode(frame.LabelColumn(o.Names), dict, !o.Unordered); err != nil {
			return err
		}
	}
	return mapColumns(x, func(_ int, c *frame.Column) (*frame.Column, error) {
		f, err := e.Cast(c, dtype.Float64)
		if err != nil {
			return nil, err
		}
		if f, err = f.Decode(x.Mem()); err != nil {
			return nil, err
		}
		at := make([]int64, f.Rows)
		for i, v := range frame.Values[float64](f) {
			at[i] = o.bin(v)
		}
		return e.Moved(of, at)
	})
}
