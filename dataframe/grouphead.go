package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/op"
)

// Head is the first n rows of each group, in the order of the input; a negative n leaves out so many last
// ones. Keys are among the columns.
func (g *GroupBy) Head(n int) *DataFrame { return FrameOf(g.ends(n, false)) }

// Tail is the last n rows of each group, in the order of the input; a negative n leaves out so many first
// ones.
func (g *GroupBy) Tail(n int) *DataFrame { return FrameOf(g.ends(n, true)) }

// Head is the first n rows of each group; see GroupBy.Head.
func (g *SeriesGroupBy) Head(n int) *Series { return SeriesOf(g.g.endsOfSeries(n, false)) }

// Tail is the last n rows of each group; see GroupBy.Tail.
func (g *SeriesGroupBy) Tail(n int) *Series { return SeriesOf(g.g.endsOfSeries(n, true)) }

// Nth is the rows of each group with these places, from 0 and, if negative, from the end, in the order of the
// input. Missing values are rows as others are.
func (g *GroupBy) Nth(n ...int) *DataFrame {
	return FrameOf(g.endsOf(&groupby.Head{N: new(int), Nth: n}))
}

// Nth is the rows of each group with these places; see GroupBy.Nth.
func (g *SeriesGroupBy) Nth(n ...int) *Series {
	return SeriesOf(g.g.endsOf(&groupby.Head{N: new(int), Nth: n, Series: true}))
}

func (g *GroupBy) ends(n int, tail bool) op.Value {
	return g.endsOf(&groupby.Head{N: &n, Tail: tail})
}

func (g *GroupBy) endsOfSeries(n int, tail bool) op.Value {
	return g.endsOf(&groupby.Head{N: &n, Tail: tail, Series: true})
}

func (g *GroupBy) endsOf(o *groupby.Head) op.Value {
	if g.err != nil {
		return bad("dataframe.groupby_head", g.err)
	}
	o.Grouping, o.Chosen = g.by, g.chosen
	o.By = slices.Clone(o.By)
	return apply(o, g.in...)
}
