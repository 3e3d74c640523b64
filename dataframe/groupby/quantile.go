package groupby

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// Results of several quantiles have a row for each in every group. The columns that aggregate a source stand
// side by side, one for each quantile, until the groups are complete.

func (o *Agg) checkQuantiles() error {
	for _, q := range o.Q {
		if !(q >= 0 && q <= 1) {
			return errs.New(errs.Invalid, "Each 'q' must be between 0 and 1. Got '%s' instead", frame.FloatText(q, 64))
		}
	}
	return nil
}

// quantiles are those that are computed: of none there is one, for its dtype.
func (o *Agg) quantiles() []float64 {
	if len(o.Q) == 0 {
		return []float64{0.5}
	}
	return o.Q
}

// rowsOfQuantiles are the rows and the index of a row for each group and quantile, for the index of the
// groups.
func (o *Agg) rowsOfQuantiles(ix op.IndexMeta, in []op.Meta) (op.Dim, op.IndexMeta) {
	q := o.Question() + o.extra()
	m := op.IndexMeta{Kind: frame.MultiIndex, Levels: append(ix.Levels[:len(ix.Levels):len(ix.Levels)], op.Col{Type: op.T(dtype.Float64)})}
	return op.Sym(q, in...), m.Derive(q+fmt.Sprint(*o.Sort), in...)
}

// byQuantile puts the columns of several quantiles below each other, group by group.
func (o *Agg) byQuantile(x *op.Exec, r chunk.Joined) (chunk.Joined, error) {
	k, n := len(o.Q), r.Keys[0].Rows
	out := chunk.Joined{From: r.From, Axis: r.Axis, First: make([]int64, 0, n*k)}
	for _, c := range r.Keys {
		c, err := c.Repeat(x.Mem(), k)
		if err != nil {
			return r, err
		}
		out.Keys = append(out.Keys, c)
	}
	which, err := frame.Of(o.Q).Tile(x.Mem(), n)
	if err != nil {
		return r, err
	}
	out.Keys = append(out.Keys, which)
	for _, row := range r.First {
		out.First = append(out.First, slices.Repeat([]int64{row}, k)...)
	}
	b, err := x.Mem().Alloc(8 * n * k)
	if err != nil {
		return r, err
	}
	at := mem.View[int64](b, 0, n*k)
	for i := range at {
		at[i] = int64(i%k*n + i/k)
	}
	for of := len(o.quantiles()); len(r.Cols) > 0; r.Cols = r.Cols[of:] {
		all, err := frame.Concat(x.Mem(), r.Cols[:of]...)
		if err != nil {
			return r, err
		}
		if all, err = all.Take(x.Mem(), at); err != nil {
			return r, err
		}
		out.Cols = append(out.Cols, all)
	}
	return out, nil
}
