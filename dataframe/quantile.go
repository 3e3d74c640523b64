package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/aggregate"
	"github.com/mars-project/mars-go/op"
)

// QuantileOptions are the options of Quantile.
type QuantileOptions struct {
	Interpolation string // between two rows: linear (the default), lower, higher, midpoint or nearest
	NumericOnly   bool   // leave out columns that are neither numbers nor bools
}

// Quantile is the q-quantile of the values of every column that are there. Errors: Invalid for q outside of 0
// to 1, Type for columns without quantiles.
func (d *DataFrame) Quantile(q float64, o ...QuantileOptions) *Series {
	d = only(d, o)
	return SeriesOf(quantileOf(d, []float64{q}, false, one(o)))
}

// Quantiles are rows of quantiles of every column, labeled with their q. See Quantile.
func (d *DataFrame) Quantiles(q []float64, o ...QuantileOptions) *DataFrame {
	d = only(d, o)
	return FrameOf(quantileOf(d, q, true, one(o)))
}

// Quantile is the q-quantile of the values. See DataFrame.Quantile.
func (s *Series) Quantile(q float64, o ...QuantileOptions) *Scalar {
	s = only(s, o)
	return ScalarOf(quantileOf(s, []float64{q}, false, one(o)))
}

// Quantiles are several quantiles of the values, labeled with their q. See DataFrame.Quantile.
func (s *Series) Quantiles(q []float64, o ...QuantileOptions) *Series {
	s = only(s, o)
	return SeriesOf(quantileOf(s, q, true, one(o)))
}

func quantileOf(h Handle, q []float64, list bool, o QuantileOptions) op.Value {
	p := &aggregate.Quantile{Q: q, List: list, NumericOnly: o.NumericOnly}
	if o.Interpolation != "" {
		p.Interpolation = &o.Interpolation
	}
	return apply(p, h)
}
