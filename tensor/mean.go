package tensor

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/reduce"
)

// Mean is the arithmetic mean along axes: the sum without error divided by the count. Integers and bools give
// float64. The mean of nothing is NaN.
func Mean(a any, o ...Reduce) *Tensor { return meanOf("mean", a, o) }

// Nanmean is Mean of what is not NaN.
func Nanmean(a any, o ...Reduce) *Tensor { return meanOf("nanmean", a, o) }

// Mean is the function of the same name.
func (t *Tensor) Mean(o ...Reduce) *Tensor { return Mean(t, o...) }

func meanOf(name string, a any, o []Reduce) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor."+name, err)
	}
	if len(o) > 0 && o[0].chosen() {
		return reduceWhere(name, t, o[0])
	}
	m := op.Lookup("tensor." + name).New().(*reduce.Mean)
	if len(o) > 0 {
		m.Axis, m.Keepdims, m.Dtype = o[0].Axis, o[0].Keepdims, o[0].DType
	}
	return apply(m, t)
}
