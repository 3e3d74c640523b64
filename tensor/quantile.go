package tensor

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/ordering"
)

// QuantileOptions are the options of Quantile and its kin.
type QuantileOptions struct {
	Axis     []int  // nil means all elements together
	Method   string // one of NumPy's thirteen. The default is "linear".
	Keepdims bool
	Weights  any // how much elements count: of a's shape, or a vector along the one axis. The method is "inverted_cdf" then; nil for all alike
}

// Quantile is the q-th quantiles of a, q in [0, 1], along axes. One q, a float64, gives the reduced shape; a
// []float64 gives a first axis for the quantiles. NaN in the data gives NaN, and so does no data.
func Quantile(a, q any, o ...QuantileOptions) *Tensor { return quantileBy("quantile", a, q, o) }

// Percentile is Quantile of q in [0, 100].
func Percentile(a, q any, o ...QuantileOptions) *Tensor { return quantileBy("percentile", a, q, o) }

// Median is the quantile 0.5.
func Median(a any, o ...QuantileOptions) *Tensor { return quantileBy("median", a, nil, o) }

// NanQuantile is Quantile of what is not NaN.
func NanQuantile(a, q any, o ...QuantileOptions) *Tensor { return quantileBy("nanquantile", a, q, o) }

// NanPercentile is NanQuantile of q in [0, 100].
func NanPercentile(a, q any, o ...QuantileOptions) *Tensor {
	return quantileBy("nanpercentile", a, q, o)
}

// NanMedian is the NanQuantile 0.5.
func NanMedian(a any, o ...QuantileOptions) *Tensor { return quantileBy("nanmedian", a, nil, o) }

func quantileBy(name string, a, q any, o []QuantileOptions) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor."+name, err)
	}
	p := op.Lookup("tensor." + name).New().(*ordering.Quantile)
	if q != nil {
		p.Q = q
	}
	if len(o) > 0 {
		p.Axis, p.Keepdims = o[0].Axis, o[0].Keepdims
		if o[0].Method != "" {
			p.Method = o[0].Method
		}
	}
	if len(o) > 0 && o[0].Weights != nil {
		return made(&quantileWeighed{Q: p.Q, Axis: p.Axis, Method: p.Method, Keepdims: p.Keepdims, Of: name}, t, o[0].Weights)
	}
	return apply(p, t)
}
