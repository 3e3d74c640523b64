package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Reduction is the options of aggregates over groups.
type Reduction struct {
	NumericOnly bool // leave out columns that are neither numbers nor bools
	MinCount    int  // of sum, prod, min, max, first and last: groups with fewer values are missing
	Ddof        *int // of std, var and sem: the divisor is the count less this; 1 by default
}

func (r Reduction) agg() groupby.Agg {
	return groupby.Agg{NumericOnly: r.NumericOnly, MinCount: r.MinCount, Ddof: r.Ddof}
}

func one[T any](o []T) (v T) {
	if len(o) > 0 {
		v = o[0]
	}
	return v
}

func (g *GroupBy) method(name string, o []Reduction) *DataFrame {
	g = only(g, o)
	return FrameOf(g.agg(name, one(o).agg()))
}

func (g *SeriesGroupBy) method(name string, o []Reduction) *Series {
	g = only(g, o)
	a := one(o).agg()
	a.Series = true
	return SeriesOf(g.g.agg(name, a))
}

// Sum adds; groups of missing values are 0, texts are joined.
func (g *GroupBy) Sum(o ...Reduction) *DataFrame { return g.method("sum", o) }

// Prod multiplies; groups of missing values are 1.
func (g *GroupBy) Prod(o ...Reduction) *DataFrame { return g.method("prod", o) }

// Mean is the arithmetic mean of what is not missing, in float64.
func (g *GroupBy) Mean(o ...Reduction) *DataFrame { return g.method("mean", o) }

// Min is the least value.
func (g *GroupBy) Min(o ...Reduction) *DataFrame { return g.method("min", o) }

// Max is the greatest value.
func (g *GroupBy) Max(o ...Reduction) *DataFrame { return g.method("max", o) }

// Count is the number of values that are not missing.
func (g *GroupBy) Count() *DataFrame { return g.method("count", nil) }

// First is the first value that is not missing.
func (g *GroupBy) First(o ...Reduction) *DataFrame { return g.method("first", o) }

// Last is the last value that is not missing.
func (g *GroupBy) Last(o ...Reduction) *DataFrame { return g.method("last", o) }

// Std is the standard deviation.
func (g *GroupBy) Std(o ...Reduction) *DataFrame { return g.method("std", o) }

// Var is the variance.
func (g *GroupBy) Var(o ...Reduction) *DataFrame { return g.method("var", o) }

// Sem is the standard error of the mean.
func (g *GroupBy) Sem(o ...Reduction) *DataFrame { return g.method("sem", o) }

// Any reports a true value.
func (g *GroupBy) Any() *DataFrame { return g.method("any", nil) }

// All reports that no value is false.
func (g *GroupBy) All() *DataFrame { return g.method("all", nil) }

// Median is the middle value.
func (g *GroupBy) Median(o ...Reduction) *DataFrame { return g.method("median", o) }

// Size is the number of rows: a *Series or, with AsIndex false, a *DataFrame with a column size.
func (g *GroupBy) Size() op.Handle {
	v := g.agg("size", groupby.Agg{})
	if g.by.AsIndex != nil && !*g.by.AsIndex {
		return FrameOf(v)
	}
	return SeriesOf(v)
}

// NUnique is the number of distinct values.
func (g *GroupBy) NUnique(o ...Distinct) *DataFrame {
	return FrameOf(g.distinct(o, groupby.Agg{}))
}

// Quantile is the q-quantile; interpolation is linear ("" too), lower, higher, midpoint or nearest.
func (g *GroupBy) Quantile(q float64, interpolation string, o ...Reduction) *DataFrame {
	g = only(g, o)
	a := one(o).agg()
	a.Q, a.Interpolation = []float64{q}, interpolation
	return FrameOf(g.agg("quantile", a))
}

// Sum adds; groups of missing values are 0, texts are joined.
func (g *SeriesGroupBy) Sum(o ...Reduction) *Series { return g.method("sum", o) }

// Prod multiplies; groups of missing values are 1.
func (g *SeriesGroupBy) Prod(o ...Reduction) *Series { return g.method("prod", o) }

// Mean is the arithmetic mean of what is not missing, in float64.
func (g *SeriesGroupBy) Mean(o ...Reduction) *Series { return g.method("mean", o) }

// Min is the least value.
func (g *SeriesGroupBy) Min(o ...Reduction) *Series { return g.method("min", o) }

// Max is the greatest value.
func (g *SeriesGroupBy) Max(o ...Reduction) *Series { return g.method("max", o) }

// Count is the number of values that are not missing.
func (g *SeriesGroupBy) Count() *Series { return g.method("count", nil) }

// First is the first value that is not missing.
func (g *SeriesGroupBy) First(o ...Reduction) *Series { return g.method("first", o) }

// Last is the last value that is not missing.
func (g *SeriesGroupBy) Last(o ...Reduction) *Series { return g.method("last", o) }

// Std is the standard deviation.
func (g *SeriesGroupBy) Std(o ...Reduction) *Series { return g.method("std", o) }

// Var is the variance.
func (g *SeriesGroupBy) Var(o ...Reduction) *Series { return g.method("var", o) }

// Sem is the standard error of the mean.
func (g *SeriesGroupBy) Sem(o ...Reduction) *Series { return g.method("sem", o) }

// Any reports a true value.
func (g *SeriesGroupBy) Any() *Series { return g.method("any", nil) }

// All reports that no value is false.
func (g *SeriesGroupBy) All() *Series { return g.method("all", nil) }

// Median is the middle value.
func (g *SeriesGroupBy) Median(o ...Reduction) *Series { return g.method("median", o) }

// Size is the number of rows.
func (g *SeriesGroupBy) Size() *Series { return g.method("size", nil) }

// NUnique is the number of distinct values.
func (g *SeriesGroupBy) NUnique(o ...Distinct) *Series {
	return SeriesOf(g.g.distinct(o, groupby.Agg{Series: true}))
}

func (g *GroupBy) distinct(o []Distinct, a groupby.Agg) op.Value {
	g = only(g, o)
	if axis := one(o).Axis; axis != 0 {
		return bad("dataframe.nunique", errs.New(errs.Invalid, "groups are rows: there is no axis %d of them", axis))
	}
	a.KeepNull = one(o).KeepNull
	return g.agg("nunique", a)
}

// Quantile is the q-quantile; interpolation is linear ("" too), lower, higher, midpoint or nearest.
func (g *SeriesGroupBy) Quantile(q float64, interpolation string) *Series {
	return SeriesOf(g.g.agg("quantile", groupby.Agg{Series: true, Q: []float64{q}, Interpolation: interpolation}))
}
