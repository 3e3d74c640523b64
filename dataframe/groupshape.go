package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
)

// Skew is the skewness of each group, without bias: see DataFrame.Skew.
func (g *GroupBy) Skew(o ...Reduction) *DataFrame { return FrameOf(g.shape("skew", o, false)) }

// Kurt is the excess kurtosis of each group, without bias: see DataFrame.Kurt.
func (g *GroupBy) Kurt(o ...Reduction) *DataFrame { return FrameOf(g.shape("kurt", o, false)) }

// Skew is the skewness of each group, without bias: see DataFrame.Skew.
func (g *SeriesGroupBy) Skew() *Series { return SeriesOf(g.g.shape("skew", nil, true)) }

// Kurt is the excess kurtosis of each group, without bias: see DataFrame.Kurt.
func (g *SeriesGroupBy) Kurt() *Series { return SeriesOf(g.g.shape("kurt", nil, true)) }

func (g *GroupBy) shape(name string, r []Reduction, series bool) op.Value {
	g = only(g, r)
	o := op.Lookup("dataframe.groupby_" + name).New().(*groupShape)
	o.NumericOnly = one(r).NumericOnly
	return g.recipe("dataframe.groupby_"+name, o, &o.groupRecipe, series)
}

// groupShape is the third or the fourth standardized moment of each group.
type groupShape struct {
	groupRecipe
	name string
}

func (o *groupShape) Row() string { return o.name }

func init() {
	for name, summary := range map[string]string{"skew": "Skewness of each group without bias", "kurt": "Excess kurtosis of each group without bias"} {
		op.Register[groupShape](op.Doc{
			Name: "dataframe.groupby_" + name, Face: "inner", Sig: groupSig + name + "()", Summary: summary,
			Notes:  "Moments are taken about the mean of the group, in a second pass.",
			Groups: []op.Method{{Sig: name + "(skipna=True, numeric_only=False)", Summary: summary, Gives: "keyed"}},
		}, groupShape{name: name})
	}
}

// Build is missing below three, of kurt four, values, and where all are equal.
func (o *groupShape) Build(_ *op.Asker, h Handle, keys []*Series) (Handle, error) {
	names, err := o.valueLabels(h)
	if err != nil {
		return nil, err
	}
	g := o.groups(h, keys)
	if s, ok := h.(*Series); ok {
		away := s.Sub(SeriesOf(g.transform(groupby.Transform{Func: "mean", Series: true})))
		sum := func(k int) *Series { return SeriesOf(g.of(away.Pow(k)).agg("sum", groupby.Agg{Series: true})) }
		n := SeriesOf(g.agg("count", groupby.Agg{Series: true})).AsType(dtype.Float64)
		return o.asked(standardized(o.name, n, sum(2), sum(o.power()))), nil
	}
	g = g.Select(labelsAny(names)...)
	d, means := h.(*DataFrame), g.Transform("mean")
	second, higher := d, d
	for _, c := range names {
		away := d.Col(c).Sub(means.Col(c))
		second, higher = second.Assign(C{c, away.Pow(2)}), higher.Assign(C{c, away.Pow(o.power())})
	}
	r := standardizedColumns(o.name, g.Count().AsType(dtype.Float64), g.of(second).Sum(), g.of(higher).Sum())
	if o.Series {
		return o.asked(r.IlocCol(0)), nil
	}
	return o.asked(r), nil
}

// power is that of the sum which tells the shape.
func (o *groupShape) power() int {
	if o.name == "skew" {
		return 3
	}
	return 4
}

// standardized is the moment of n values whose distances to the mean have these sums of squares, and of third
// or fourth powers.
func standardized(name string, n, m2, m *Series) *Series {
	return standardizedColumns(name, n.ToFrame(0), m2.ToFrame(0), m.ToFrame(0)).IlocCol(0).Rename(m.Name())
}

func standardizedColumns(name string, n, m2, m *DataFrame) *DataFrame {
	if name == "skew" {
		g := n.Mul(n.Sub(1).Pow(0.5)).Div(n.Sub(2)).Mul(m.Div(m2.Pow(1.5)))
		return g.Where(n.Ge(3))
	}
	most := n.Sub(2).Mul(n.Sub(3))
	g := n.Mul(n.Add(1)).Mul(n.Sub(1)).Mul(m).Div(most.Mul(m2.Pow(2))).Sub(n.Sub(1).Pow(2).Mul(3).Div(most))
	return g.Where(n.Ge(4))
}
