package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/op"
)

// Quantiles are several quantiles of each group, in the order of q, one below the other: the last level of
// the index says which.
func (g *GroupBy) Quantiles(q []float64, interpolation string, o ...Reduction) *DataFrame {
	g = only(g, o)
	a := one(o).agg()
	a.Q, a.List, a.Interpolation = q, true, interpolation
	return FrameOf(g.agg("quantile", a))
}

// Quantiles are several quantiles of each group; see GroupBy.Quantiles.
func (g *SeriesGroupBy) Quantiles(q []float64, interpolation string) op.Handle {
	return g.handle("quantile", groupby.Agg{Q: q, List: true, Interpolation: interpolation})
}
