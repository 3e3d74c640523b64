package tensor

import "github.com/mars-project/mars-go/tensor/ordering"

// Sort orders the elements along an axis, the last one by default; NaN and NaT go last.
func Sort(a any, axis ...int) *Tensor {
	a = only(a, axis)
	t, err := As(a)
	if err != nil {
		return bad("tensor.sort", err)
	}
	o := &ordering.Sorted{}
	if len(axis) > 0 {
		o.Axis = &axis[0]
	}
	return apply(o, t)
}
