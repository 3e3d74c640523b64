package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Describe is the number, mean, deviation, extremes and quantiles of each group, from 0 to 1, the quartiles
// by default: columns labelled (column, statistic).
func (g *GroupBy) Describe(percentiles ...float64) *DataFrame {
	return FrameOf(g.described(percentiles, false))
}

// Describe is the number, mean, deviation, extremes and quantiles of each group, a column each. See
// GroupBy.Describe.
func (g *SeriesGroupBy) Describe(percentiles ...float64) *DataFrame {
	return FrameOf(g.g.described(percentiles, true))
}

func (g *GroupBy) described(percentiles []float64, series bool) op.Value {
	o := op.Lookup("dataframe.groupby_describe").New().(*groupDescribe)
	o.Percentiles = percentiles
	return g.recipe("dataframe.groupby_describe", o, &o.groupRecipe, series)
}

type groupDescribe struct {
	groupRecipe
	Percentiles []float64 `sig:"-"`
}

func init() {
	const summary = "Number, mean, deviation, extremes and quantiles of each group"
	op.Register[groupDescribe](op.Doc{
		Name: "dataframe.groupby_describe", Face: "inner", Gives: "dataframe", Sig: groupSig + "describe()", Summary: summary,
		Groups: []op.Method{{Sig: "describe(percentiles=None, include=None, exclude=None)", Summary: summary, Gives: "dataframe"}},
	})
}

// Infer of a frame whose columns the data tells.
func (o *groupDescribe) Infer(in []op.Meta) ([]op.Meta, error) {
	ms, err := o.groupRecipe.Infer(in)
	if err == nil {
		ms[0].Kind, ms[0].Cols = op.Frame, nil
	}
	return ms, err
}

// Build puts the answers of aggregates beside each other.
func (o *groupDescribe) Build(_ *op.Asker, h Handle, keys []*Series) (*DataFrame, error) {
	p := &describe{Percentiles: o.Percentiles}
	if len(p.Percentiles) == 0 {
		p.Percentiles = nil
	}
	if err := p.Normalize(nil); err != nil {
		return nil, err
	}
	names := slices.Concat([]string{"count", "mean", "std", "min"}, percents(p.Percentiles), []string{"max"})
	g := o.groups(h, keys)
	var cols []Handle
	if _, ok := h.(*Series); ok {
		for i, a := range o.answers(g, p.Percentiles) {
			cols = append(cols, a.IlocCol(0).AsType(dtype.Float64).Rename(names[i]))
		}
		return o.frame(cols), nil
	}
	labels, err := o.valueLabels(h)
	if err != nil {
		return nil, err
	}
	labels = o.described(h, labels)
	answers := o.answers(g.Select(labelsAny(labels)...), p.Percentiles)
	for k, l := range labels {
		for i, a := range answers {
			name := frame.L(names[i])
			if !o.Series {
				name = frame.TupleOf(append(slices.Clone(l.Elems()), name))
			}
			cols = append(cols, a.IlocCol(k).AsType(dtype.Float64).Rename(name))
		}
	}
	if !o.Series {
		return o.frame(cols).columnsOf(h, nil), nil
	}
	return o.frame(cols), nil
}

// described are the columns of numbers and times among several: where there are any, others are left out.
func (o *groupDescribe) described(h Handle, labels []frame.Label) (out []frame.Label) {
	for _, c := range colsOf(h) {
		if slices.ContainsFunc(labels, c.Name.Same) && (c.Is.IsNumeric() && !c.Is.IsBool() || c.Is.IsTemporal()) {
			out = append(out, c.Name)
		}
	}
	if o.Series || len(out) == 0 {
		return labels
	}
	return out
}

// frame puts columns beside each other; keys that become columns are labelled as these are.
func (o *groupDescribe) frame(cols []Handle) *DataFrame {
	d := Concat(cols, Concats{Axis: 1})
	if *o.AsIndex {
		return d
	}
	r := ResetIndex{}
	if !o.Series {
		for _, l := range d.Value().Meta().Index.Levels {
			r.Names = append(r.Names, frame.TupleOf(append(slices.Clone(l.Name.Elems()), frame.L(""))))
		}
	}
	return d.ResetIndex(r)
}

// answers are a frame for each statistic.
func (o *groupDescribe) answers(g *GroupBy, qs []float64) (out []*DataFrame) {
	series := o.Series && o.Chosen == nil
	ask := func(name string, a groupby.Agg) {
		a.Series = series
		if v := g.agg(name, a); series {
			out = append(out, SeriesOf(v).ToFrame(0))
		} else {
			out = append(out, FrameOf(v))
		}
	}
	for _, n := range []string{"count", "mean", "std", "min"} {
		ask(n, groupby.Agg{})
	}
	for _, q := range qs {
		ask("quantile", groupby.Agg{Q: []float64{q}})
	}
	ask("max", groupby.Agg{})
	return out
}
