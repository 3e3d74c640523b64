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

// Matmul is the matrix product of the last two axes; the axes before them broadcast. A vector is a row on the
// left and a column on the right.
func Matmul(a, b any) *Tensor {
	x, y, err := two("matmul", a, b)
	if err != nil {
		return bad("tensor.matmul", err)
	}
	return apply(&products.Matmul{}, x, y)
}

func two(name string, a, b any) (x, y *Tensor, err error) {
	if x, err = As(a); err != nil {
		return nil, nil, err
	}
	y, err = As(b)
	return x, y, err
}
