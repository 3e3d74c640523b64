package tensor

import "github.com/mars-project/mars-go/tensor/reshape"

// Squeeze drops axes of length 1: the given ones, or all of them. It is a view, see Get.
func Squeeze(a any, axis ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.squeeze", err)
	}
	return view(&reshape.Squeeze{Axis: axis}, t)
}
