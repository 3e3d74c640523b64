package tensor

import "github.com/mars-project/mars-go/tensor/ordering"

// Argsort is the positions that sort a along an axis, the last one by default. It is stable; NaN and NaT go
// last.
func Argsort(a any, axis ...int) *Tensor {
	a = only(a, axis)
	t, err := As(a)
	if err != nil {
		return bad("tensor.argsort", err)
	}
	o := &ordering.Argsort{}
	if len(axis) > 0 {
		o.Axis = &axis[0]
	}
	return apply(o, t)
}
