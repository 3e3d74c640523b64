package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/op"
)

// Agg aggregates the groups. f is a name (sum, mean, min, max, count, size, std, var, sem, first, last, any,
// all, prod, median, nunique, quantile), a []string of names, an []OfColumn or a []Named. Lists make columns
// labelled (column, name). A function that a column's dtype does not support is a Type error, an unknown name
// or column a NotFound error.
//
// Sums and products of narrow integers stay narrow where all of them fit, and are else int64 or uint64.
func (g *GroupBy) Agg(f any) *DataFrame { return FrameOf(g.agg(f, groupby.Agg{})) }

// Agg aggregates the groups: a *Series for one name, a *DataFrame for a []string or a []Named; see
// GroupBy.Agg.
func (g *SeriesGroupBy) Agg(f any) op.Handle { return g.handle(f, groupby.Agg{}) }

func (g *SeriesGroupBy) handle(f any, o groupby.Agg) op.Handle {
	o.Series = true
	v := g.g.agg(f, o)
	if v.Meta().Kind == op.Frame {
		return FrameOf(v)
	}
	return SeriesOf(v)
}

// agg builds the node; o has the parameters that only some methods have.
func (g *GroupBy) agg(f any, o groupby.Agg) op.Value {
	spec, err := specOf(f)
	if g.err != nil {
		err = g.err
	}
	if err != nil {
		return bad("dataframe.groupby_agg", err)
	}
	o.Grouping, o.Func, o.Chosen = g.by, spec, g.chosen
	o.By = slices.Clone(o.By)
	return apply(&o, g.in...)
}
