package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// RankOptions are the options of Rank over groups.
type RankOptions struct {
	Method     string // of equal values: average (the default), min, max, first or dense
	Descending bool
	NaOption   string // missing values: keep (the default), top or bottom
	Pct        bool   // parts of the number of values
}

func (g *GroupBy) transform(o groupby.Transform) op.Value {
	if g.err != nil {
		return bad("dataframe.groupby_transform", g.err)
	}
	o.Grouping, o.Chosen = g.by, g.chosen
	o.By = slices.Clone(o.By)
	return apply(&o, g.in...)
}

func (g *GroupBy) rowwise(name string) *DataFrame {
	return FrameOf(g.transform(groupby.Transform{Func: name}))
}

func (g *SeriesGroupBy) rowwise(name string) *Series {
	return SeriesOf(g.g.transform(groupby.Transform{Func: name, Series: true}))
}

// Transform gives every row an aggregate of its group, by name (see Agg), or cumsum, cumprod, cummin, cummax,
// rank or shift with their defaults.
func (g *GroupBy) Transform(name string) *DataFrame { return g.rowwise(name) }

// Transform gives every row an aggregate of its group; see GroupBy.Transform.
func (g *SeriesGroupBy) Transform(name string) *Series { return g.rowwise(name) }

// CumSum is the sum of the rows of the group up to each row. Missing values stay missing and are passed over.
func (g *GroupBy) CumSum() *DataFrame { return g.rowwise("cumsum") }

// CumProd is the product up to each row.
func (g *GroupBy) CumProd() *DataFrame { return g.rowwise("cumprod") }

// CumMin is the least value up to each row.
func (g *GroupBy) CumMin() *DataFrame { return g.rowwise("cummin") }

// CumMax is the greatest value up to each row.
func (g *GroupBy) CumMax() *DataFrame { return g.rowwise("cummax") }

// CumSum is the sum of the rows of the group up to each row.
func (g *SeriesGroupBy) CumSum() *Series { return g.rowwise("cumsum") }

// CumProd is the product up to each row.
func (g *SeriesGroupBy) CumProd() *Series { return g.rowwise("cumprod") }

// CumMin is the least value up to each row.
func (g *SeriesGroupBy) CumMin() *Series { return g.rowwise("cummin") }

// CumMax is the greatest value up to each row.
func (g *SeriesGroupBy) CumMax() *Series { return g.rowwise("cummax") }

// CumCountOptions are the options of CumCount.
type CumCountOptions struct {
	Descending bool // down to 0
}

// CumCount numbers the rows of each group from 0.
func (g *GroupBy) CumCount(o ...CumCountOptions) *Series {
	g = only(g, o)
	return SeriesOf(g.transform(groupby.Transform{Func: "cumcount", Ascending: new(!one(o).Descending)}))
}

// CumCount numbers the rows of each group from 0.
func (g *SeriesGroupBy) CumCount(o ...CumCountOptions) *Series { return g.g.CumCount(o...) }

// Shift moves values down within their group.
func (g *GroupBy) Shift(o ...ShiftOptions) *DataFrame {
	g = only(g, o)
	return FrameOf(g.shift(groupby.Transform{}, one(o)))
}

// Shift moves values down within their group.
func (g *SeriesGroupBy) Shift(o ...ShiftOptions) *Series {
	g = only(g, o)
	return SeriesOf(g.g.shift(groupby.Transform{Series: true}, one(o)))
}

func (g *GroupBy) shift(t groupby.Transform, o ShiftOptions) op.Value {
	t.Func, t.Periods = "shift", o.Periods
	if o.Fill != nil {
		f, ok := chunk.ScalarOf(o.Fill)
		if !ok {
			return bad("dataframe.groupby_transform", errs.New(errs.Type, "a %T is no fill value", o.Fill))
		}
		t.FillValue = f
	}
	return g.transform(t)
}

// Rank is the rank, from 1, of each value within its group.
func (g *GroupBy) Rank(o ...RankOptions) *DataFrame {
	g = only(g, o)
	return FrameOf(g.transform(one(o).transform()))
}

// Rank is the rank, from 1, of each value within its group.
func (g *SeriesGroupBy) Rank(o ...RankOptions) *Series {
	g = only(g, o)
	t := one(o).transform()
	t.Series = true
	return SeriesOf(g.g.transform(t))
}

func (o RankOptions) transform() groupby.Transform {
	return groupby.Transform{Func: "rank", Method: o.Method, Ascending: new(!o.Descending), NaOption: o.NaOption, Pct: o.Pct}
}
