package tensor

import "github.com/mars-project/mars-go/tensor/ufunc"

// Raise is a power as Python's operator has it: Power, but a square, a reciprocal or a root where the
// exponent is the number 2, -1 or 0.5 and those have answers of their own. Bools to the power of 2 are int8,
// and the reciprocal of a complex infinity is zero.
func Raise(a, exponent any) *Tensor {
	s, in, err := mixed([]any{a, exponent})
	if err != nil {
		return bad("tensor.raised", err)
	}
	return apply(&ufunc.Raised{Scalars: s}, in...)
}
