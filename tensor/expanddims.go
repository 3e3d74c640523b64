package tensor

import "github.com/mars-project/mars-go/tensor/reshape"

// ExpandDims adds axes of length 1 at the given places of the result. It is a view, see Get.
func ExpandDims(a any, axis ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.expand_dims", err)
	}
	return view(&reshape.ExpandDims{Axis: axis}, t)
}
