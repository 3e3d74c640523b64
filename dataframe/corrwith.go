package dataframe

import (
	"math"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

type corrwith struct {
	op.Recipe         `known:"columns 0 1"`
	Drop, NumericOnly bool
}

func init() {
	op.Register[corrwith](op.Doc{
		Name: "dataframe.corrwith", Like: "pandas.DataFrame.corrwith", Methods: "DataFrame.corrwith", Gives: "series",
		Sig:     "corrwith(df, other, axis=0, drop=False, method='pearson', numeric_only=False, min_periods=None)",
		Summary: "Correlation of every column with that of the same label, or with a series",
		Forms:   "df=in:settled other=in:settled",
		Go:      "DataFrame.Corrwith", Text: "Labels that only one of two frames has are missing in the result, with drop they are left out.",
	})
}

func (o *corrwith) Build(d *DataFrame, other Handle) (*Series, error) {
	d = d.numbers(o.NumericOnly)
	var right *DataFrame
	var lost []frame.Label
	switch x := other.(type) {
	case *Series:
		right = d.Mul(0).Add(x, Arith{Axis: "index"})
	case *DataFrame:
		right = x.numbers(o.NumericOnly)
		var both []any
		for _, n := range d.Columns() {
			if right.has(n) {
				both = append(both, n)
			} else {
				lost = append(lost, n)
			}
		}
		for _, n := range right.Columns() {
			if !d.has(n) {
				lost = append(lost, n)
			}
		}
		d, right = d.Select(both...), right.Select(both...)
	default:
		return nil, errs.New(errs.Type, "unsupported type: %s", classOf(other))
	}
	a, b := d.Add(right.Mul(0)), right.Add(d.Mul(0))
	n, s := a.Count().Sub(1), a.Std().Mul(b.Std())
	a, b = a.Sub(a.Mean()), b.Sub(b.Mean())
	out := a.Mul(b).Sum().Div(n.Mul(s))
	if o.Drop || len(lost) == 0 {
		return out, nil
	}
	none := make([]float64, len(lost))
	for i := range none {
		none[i] = math.NaN()
	}
	return ConcatSeries([]*Series{out, NewSeries(none, Options{Index: frame.LabelColumn(lost)})}), nil
}
