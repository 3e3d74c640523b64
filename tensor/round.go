package tensor

import "github.com/mars-project/mars-go/tensor/ufunc"

// Round rounds to a number of decimals, 0 unless given, ties to even; a negative one rounds before the point.
// As in NumPy it multiplies, rounds and divides, so 0.5 ulp of the product decides and not the decimal
// digits.
func Round(a any, decimals ...int) *Tensor {
	a = only(a, decimals)
	t, err := As(a)
	if err != nil {
		return bad("tensor.round", err)
	}
	o := &ufunc.Round{}
	if len(decimals) > 0 {
		o.Decimals = decimals[0]
	}
	return apply(o, t)
}

// Around is Round.
func Around(a any, decimals ...int) *Tensor { return Round(a, decimals...) }

// Round rounds t; see the function Round.
func (t *Tensor) Round(decimals ...int) *Tensor { return Round(t, decimals...) }
