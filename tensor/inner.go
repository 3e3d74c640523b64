package tensor

import "github.com/mars-project/mars-go/tensor/products"

// Inner sums products over the last axes of a and b: shape a.shape[:-1] + b.shape[:-1]. With a scalar it
// multiplies.
func Inner(a, b any) *Tensor {
	x, y, err := two("inner", a, b)
	if err != nil {
		return bad("tensor.inner", err)
	}
	if x.Rank() == 0 || y.Rank() == 0 {
		return Ufunc("multiply", x, y)
	}
	return apply(&products.Inner{}, x, y)
}
