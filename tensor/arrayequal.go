package tensor

import "github.com/mars-project/mars-go/tensor/reduce"

// ArrayEqualOptions are the options of ArrayEqual.
type ArrayEqualOptions struct {
	EqualNan bool // NaN equals NaN
}

// ArrayEqual reports whether two tensors have the same shape and equal elements: one bool.
func ArrayEqual(a, b any, o ...ArrayEqualOptions) *Tensor {
	a = only(a, o)
	x, y, err := two("array_equal", a, b)
	if err != nil {
		return bad("tensor.array_equal", err)
	}
	return apply(&reduce.ArrayEqual{EqualNan: len(o) > 0 && o[0].EqualNan}, x, y)
}
