package tensor

import "github.com/mars-project/mars-go/tensor/reshape"

// Transpose permutes axes: axis i of the result is axis axes[i] of a. Without axes their order is reversed.
// It is a view, see Get.
func Transpose(a any, axes ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.transpose", err)
	}
	return view(&reshape.Transpose{Axes: axes}, t)
}

// T is t with its axes reversed.
func (t *Tensor) T() *Tensor { return Transpose(t) }
