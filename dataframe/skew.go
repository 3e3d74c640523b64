package dataframe

import (
	"math"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// shape is the third or the fourth standardized moment.
type shape struct {
	op.Recipe
	Axis        int
	Skipna      *bool `go:"!KeepNull"`
	NumericOnly bool
	name        string
}

func (o *shape) Row() string { return o.name }

func init() {
	op.Register[shape](op.Doc{
		Name: "dataframe.skew", Like: "pandas.DataFrame.skew", Methods: "DataFrame.skew Series.skew", Gives: "reduce",
		Sig: "skew(df, *, axis=0, skipna=True, numeric_only=False, **kwargs)", Summary: "Skewness without bias: the adjusted Fisher-Pearson coefficient",
		Forms: "axis=ravel", Text: "Fewer than three values, and equal ones, have none.", Notes: "Moments are taken about the mean, in a second pass.",
		Go: "DataFrame.Skew(Reduce) Series.Skew(Reduce)",
	}, shape{name: "skew"})
	op.Register[shape](op.Doc{
		Name: "dataframe.kurt", Like: "pandas.DataFrame.kurt", Methods: "DataFrame.kurt Series.kurt DataFrame.kurtosis Series.kurtosis", Gives: "reduce",
		Sig: "kurt(df, *, axis=0, skipna=True, numeric_only=False, **kwargs)", Summary: "Excess kurtosis without bias",
		Forms: "axis=ravel", Text: "Fewer than four values, and equal ones, have none.", Notes: "Moments are taken about the mean, in a second pass.",
		Go: "DataFrame.Kurt(Reduce) Series.Kurt(Reduce)",
	}, shape{name: "kurt"})
}

func (o *shape) Build(h Handle) (Handle, error) {
	return reducedOver(h, func(d *DataFrame) (*Series, error) {
		if h.Value().Meta().Kind == op.Frame {
			d = d.numbers(o.NumericOnly)
		}
		types := map[any]any{}
		for _, c := range colsOf(d) {
			switch {
			case c.Is.IsBool(), c.Is.IsInteger() && c.Is.Null:
				f := dtype.Float64
				if c.Is.Null {
					f = f.Nullable()
				}
				types[c.Name] = f
			case c.Is.IsString():
				return nil, errs.New(errs.Type, "Cannot perform reduction '%s' with string dtype", o.name)
			case !c.Is.IsReal():
				return nil, errs.New(errs.Type, "dtype '%s' does not support operation '%s'", c.Is, o.name)
			}
		}
		if len(types) > 0 {
			d = d.AsType(types)
		}
		r, over := Reduce{Axis: o.Axis, KeepNull: !*o.Skipna}, Arith{}
		if o.Axis == 1 {
			over.Axis = "index"
		}
		mean, n := d.Mean(r), d.Count(Reduce{Axis: o.Axis}).AsType(dtype.Float64)
		a := d.Sub(mean, over)
		square := a.Mul(a)
		m2 := square.Sum(r)
		// Squares below the rounding of the mean are those of equal values.
		m2 = m2.Mask(m2.Le(mean.Abs().Mul(epsilon).Pow(2).Mul(n)), 0.0)
		power := map[string]*DataFrame{"skew": a, "kurt": square}[o.name]
		return standardized(o.name, n, m2, square.Mul(power).Sum(r)).Mask(m2.Eq(0), chunk.Nan), nil
	})
}

// epsilon is the distance from 1 to the next float.
var epsilon = math.Nextafter(1, 2) - 1

// inf is infinity.
var inf = math.Inf(1)
