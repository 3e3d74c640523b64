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

// Kendall is the matrix of Kendall's rank correlations tau-b of the columns of a float64 matrix of shape (n,
// m): float64 of shape (m, m). Of each pair the rows count where neither is NaN; a pair with fewer than least
// of them has NaN, and so has one of which a column has but one value. A column and itself have 1. Errors:
// Invalid for another rank.
func Kendall(a any, least int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.kendall", err)
	}
	return apply(&reduce.Kendall{Least: least}, t)
}
