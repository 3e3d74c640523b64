package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// GroupOptions are the options of GroupBy; nil means pandas' default, true for each of the switches.
type GroupOptions struct {
	Level     any   // index levels to group by: a name or number, or a list of them
	AsIndex   *bool // the keys are the index of the result; else columns
	Sort      *bool // groups in order of the keys; else of their first rows
	GroupKeys *bool
	Observed  *bool // only categories that occur
	Dropna    *bool // rows with a missing key are in no group; else missing is a key
}

// A GroupBy is a frame split into groups, to be aggregated.
type GroupBy struct {
	in     []Handle
	by     groupby.Grouping
	one    bool          // a single key, not a list of one
	chosen []frame.Label // columns to aggregate; nil: all but the keys
	err    error
}

// A SeriesGroupBy is a series, or one column of a frame, split into groups.
type SeriesGroupBy struct{ g GroupBy }

// GroupBy splits rows by keys: a column label, a *Series with the rows of d, or a []any or []string of such.
// Labels may also name index levels. A series with other labels is met by label; rows of d without one have a
// missing key. Nothing is computed before an aggregate is asked for.
func (d *DataFrame) GroupBy(by any, o ...GroupOptions) *GroupBy {
	g := newGroupBy(d, by, o)
	return &g
}

// GroupBy splits a series by keys: a *Series with the same rows, names of index levels, or a list of such.
func (s *Series) GroupBy(by any, o ...GroupOptions) *SeriesGroupBy {
	return &SeriesGroupBy{newGroupBy(s, by, o)}
}

// ownColumn is the label of a series that is a column of what is grouped: it is a key by name, and not
// aggregated.
func ownColumn(h Handle, s *Series) (l frame.Label, ok bool) {
	n := s.Value().N
	c, ok := n.Op.(*pick.Column)
	if _, whole := h.(*DataFrame); !ok || !whole || n.Err != nil || n.In[0] != h.Value() {
		return l, false
	}
	return c.Column, true
}

func newGroupBy(h Handle, by any, o []GroupOptions) GroupBy {
	h = only(h, o)
	g := GroupBy{in: []Handle{h}}
	if len(o) > 0 {
		p := o[0]
		g.by = groupby.Grouping{AsIndex: p.AsIndex, Sort: p.Sort, GroupKeys: p.GroupKeys, Observed: p.Observed, Dropna: p.Dropna}
		for _, l := range listOf(p.Level) {
			k, ok := frame.LabelOf(l)
			if !ok {
				g.fail(errs.New(errs.Type, "a %T is no level of an index", l))
			}
			g.by.Level = append(g.by.Level, k)
		}
	}
	if by != nil && len(g.by.Level) > 0 {
		g.fail(errs.New(errs.Type, "GroupBy takes keys or levels, not both"))
	}
	for _, k := range listOf(by) {
		l, ok := frame.LabelOf(k)
		if s, series := k.(*Series); series {
			if l, ok = ownColumn(h, s); !ok {
				g.in = append(g.in, withRowsOf(h, s))
				g.by.By = append(g.by.By, groupby.Key{In: op.In(len(g.in) - 1)})
				continue
			}
		}
		if !ok {
			g.fail(errs.New(errs.Type, "cannot group by a %T", k))
		}
		g.by.By = append(g.by.By, groupby.Key{Label: l})
	}
	return g
}

func (g *GroupBy) fail(err error) {
	if g.err == nil {
		g.err = err
	}
}

// withRowsOf is a key with the rows of h: it is met by label, unless it is known to have the same rows.
func withRowsOf(h Handle, key *Series) *Series {
	a, b := h.Value().Meta(), key.Value().Meta()
	if h.Value().Err() != nil || key.Err() != nil || schema.SameIndex(a, b) {
		return key
	}
	d, ok := h.(*DataFrame)
	if s, one := h.(*Series); one {
		d, ok = s.ToFrame(), true
	}
	if !ok {
		return key
	}
	name := frame.Tup("group", "key") // while it is a column
	out := d.Assign(C{name, key}).Col(name)
	return out.Rename(b.Cols[0].Name)
}

// listOf is what a caller gave as one thing or a list of things; nil is an empty list.
func listOf(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	case []string:
		return anys(v)
	case []int:
		return anys(v)
	case []frame.Label:
		return anys(v)
	case []*Series:
		return anys(v)
	}
	return []any{v}
}

func anys[T any](vs []T) []any {
	out := make([]any, len(vs))
	for i, v := range vs {
		out[i] = v
	}
	return out
}

// Select keeps some columns for the aggregates, in this order, as g[["a", "b"]] does.
func (g *GroupBy) Select(cols ...any) *GroupBy {
	h := *g
	h.chosen = []frame.Label{}
	for _, c := range cols {
		l, ok := frame.LabelOf(c)
		if !ok {
			h.fail(errs.New(errs.Type, "a %T is no column label", c))
		}
		h.chosen = append(h.chosen, l)
	}
	return &h
}

// Col keeps one column, as g["a"] does: aggregates are series.
func (g *GroupBy) Col(col any) *SeriesGroupBy { return &SeriesGroupBy{*g.Select(col)} }
