package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// groupRecipe is what recipes over groups share. Their Build gets what is grouped, and the keys that are
// inputs.
type groupRecipe struct {
	op.Deferred
	groupby.Grouping
	Chosen      []frame.Label `sig:"-"` // of the values; nil: all but the keys
	Series      bool          `sig:"-"` // a SeriesGroupBy
	NumericOnly bool          `sig:"-"`
}

const groupSig = "groupby(df, by=None, level=None, *, as_index=True, sort=True, group_keys=True, observed=True, dropna=True)."

// Normalize resolves keys that are names of levels.
func (o *groupRecipe) Normalize(in []op.Meta) error { return o.Settle(in) }

// Infer describes a result over columns that the data tells: that of the mean.
func (o *groupRecipe) Infer(in []op.Meta) ([]op.Meta, error) {
	mean := groupby.Agg{Grouping: o.Grouping, Func: groupby.Spec{Form: "one", Items: []groupby.Item{{Func: "mean"}}}, Chosen: o.Chosen, Series: o.Series}
	return mean.Infer(in)
}

// groups are those of h with the keys as labels of the result.
func (o *groupRecipe) groups(h Handle, keys []*Series) *GroupBy {
	g := &GroupBy{in: []Handle{h}, by: o.Grouping, chosen: o.Chosen}
	g.by.AsIndex = new(true)
	for _, k := range keys {
		g.in = append(g.in, k)
	}
	g.by.By = slices.Clone(o.By)
	names, _ := o.valueLabels(h)
	for i, k := range g.by.By { // a key that is aggregated too stays as it is when its column is changed
		if d, ok := h.(*DataFrame); ok && k.In == 0 && k.Level == 0 && slices.ContainsFunc(names, k.Label.Same) {
			g.in = append(g.in, d.Col(k.Label))
			g.by.By[i] = groupby.Key{In: op.In(len(g.in) - 1)}
		}
	}
	return g
}

// of is the same groups of other rows.
func (g *GroupBy) of(h Handle) *GroupBy {
	out := *g
	out.in = append([]Handle{h}, g.in[1:]...)
	return &out
}

// valueLabels are the labels of the columns that are aggregated.
func (o *groupRecipe) valueLabels(h Handle) ([]frame.Label, error) {
	cols := colsOf(h)
	at, err := o.ValuePlaces(cols, o.Chosen, o.Series)
	var out []frame.Label
	for _, i := range at {
		if !o.NumericOnly || o.Series || cols[i].Is.IsNumeric() {
			out = append(out, cols[i].Name)
		}
	}
	return out, err
}

// keySeries are the keys as series with the rows of h.
func (o *groupRecipe) keySeries(h Handle, keys []*Series) (out []*Series) {
	for _, k := range o.By {
		switch d, _ := h.(*DataFrame); {
		case k.In != 0:
			out = append(out, keys[k.In.I()-1])
		case k.Level != 0:
			out = append(out, levelSeries(h, k.Level-1))
		default:
			out = append(out, d.Col(k.Label))
		}
	}
	return out
}

// asked is a result as the user wants the keys: labels of rows or columns.
func (o *groupRecipe) asked(h Handle) Handle {
	if *o.AsIndex {
		return h
	}
	if s, ok := h.(*Series); ok {
		return s.ResetIndex()
	}
	d := h.(*DataFrame)
	var gone []any // keys of other columns, under the name of one that is aggregated
	for _, l := range d.Value().Meta().Index.Levels {
		if !l.Name.IsNil() && slices.ContainsFunc(colsOf(d), func(c op.Col) bool { return c.Name.Elems()[0].Same(l.Name) }) {
			gone = append(gone, l.Name)
		}
	}
	switch len(gone) {
	case 0:
		return d.ResetIndex()
	case len(d.Value().Meta().Index.Levels):
		return d.ResetIndex(ResetIndex{Drop: true})
	}
	return d.ResetIndex(ResetIndex{Levels: gone, Drop: true}).ResetIndex()
}

// apply builds a recipe over groups.
func (g *GroupBy) recipe(name string, o op.Operand, r *groupRecipe, series bool) op.Value {
	if g.err != nil {
		return bad(name, g.err)
	}
	r.Grouping, r.Chosen, r.Series = g.by, g.chosen, series
	r.By = append([]groupby.Key{}, g.by.By...)
	return apply(o, g.in...)
}
