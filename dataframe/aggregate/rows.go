package aggregate

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// inferAcross is the meta of a reduction of every row.
func (o *Reduction) inferAcross(in op.Meta) ([]op.Meta, error) {
	at := o.columns(in.Cols)
	d, _, err := o.agg().RowsResult(schema.TypesOf(chunk.PickCols(in.Cols, at))...)
	if err != nil {
		return nil, err
	}
	m := op.NewSeries(in.Rows(), in.Index, op.Col{Type: op.T(d)})
	if o.agg().MinCount > len(at) && !frame.CanMiss(d) {
		m.Cols[0].Type = op.T(d.WithMissing())
	}
	return []op.Meta{m}, nil
}

// across reduces every row of a chunk.
func (o *Reduction) across(x *op.Exec) error {
	f := x.Frame(0)
	at := o.columns(x.InMeta(0).Cols)
	cols := make([]*frame.Column, len(at))
	for i, k := range at {
		cols[i] = f.Cols[k]
	}
	c, err := o.agg().Rows(x.Mem(), cols, f.NRows)
	if err != nil {
		return err
	}
	out, err := frame.NewSeries(f.Index, frame.Label{}, c)
	if err != nil {
		return err
	}
	return x.Put(0, out.WithOrd(f.Ord))
}
