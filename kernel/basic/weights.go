package basic

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

// checkWeights refuses sums of weights that are zero, by the dtype of the loop.
func checkWeights(d dtype.DType) func(n int, in []Vec) error {
	switch d {
	case dtype.Float32:
		return noZero[float32]
	case dtype.Float64:
		return noZero[float64]
	case dtype.Complex64:
		return noZero[complex64]
	}
	return noZero[complex128]
}

func noZero[T comparable](n int, in []Vec) error {
	if in[1].Const {
		n = 1
	}
	var zero T
	for _, w := range view[T](in[1], n) {
		if w == zero {
			return errs.New(errs.Invalid, "Weights sum to zero, can't be normalized")
		}
	}
	return nil
}
