package tensor

import "github.com/mars-project/mars-go/tensor/reshape"

// Reshape gives the elements of a, in C order, a new shape. One length may be -1: it is what is left. It is a
// view, see Get, where NumPy makes one.
func Reshape(a any, shape ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.reshape", err)
	}
	return view(&reshape.Reshape{Shape: shape}, t)
}
