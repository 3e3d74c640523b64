package tensor

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/reduce"
)

// Var is the variance along axes: the mean of squared distances from the mean, over the count less
// Reduce.Ddof. It is computed in one pass, in float64, from sums of elements and of their squares that are
// without error: it does not depend on how the elements are cut into chunks, and loses no digits where the
// mean is far larger than the deviation. The variance of nothing is NaN.
func Var(a any, o ...Reduce) *Tensor { return varOf("var", a, o) }

// Std is the square root of Var.
func Std(a any, o ...Reduce) *Tensor { return varOf("std", a, o) }

// Nanvar is Var of what is not NaN, and NaN where Ddof leaves nothing to divide by.
func Nanvar(a any, o ...Reduce) *Tensor { return varOf("nanvar", a, o) }

// Nanstd is the square root of Nanvar.
func Nanstd(a any, o ...Reduce) *Tensor { return varOf("nanstd", a, o) }

// Var and Std are the functions of the same names.
func (t *Tensor) Var(o ...Reduce) *Tensor { return Var(t, o...) }
func (t *Tensor) Std(o ...Reduce) *Tensor { return Std(t, o...) }

func varOf(name string, a any, o []Reduce) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor."+name, err)
	}
	if len(o) > 0 && o[0].chosen() {
		return reduceWhere(name, t, o[0])
	}
	v := op.Lookup("tensor." + name).New().(*reduce.Variance)
	if len(o) > 0 {
		v.Axis, v.Keepdims, v.Dtype, v.Ddof = o[0].Axis, o[0].Keepdims, o[0].DType, o[0].Ddof
	}
	return apply(v, t)
}
