package basic

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

// negativePower checks the exponents of an integer power.
func negativePower[T integer](n int, in []Vec) error {
	if in[1].Const {
		n = 1
	}
	for _, y := range view[T](in[1], n) {
		if y < 0 {
			return errs.New(errs.Invalid, "Integers to negative integer powers are not allowed.")
		}
	}
	return nil
}

// checkPower refuses negative integer exponents, by the width of the loop.
func checkPower(d dtype.DType) func(n int, in []Vec) error {
	switch d {
	case dtype.Int8:
		return negativePower[int8]
	case dtype.Int16:
		return negativePower[int16]
	case dtype.Int32:
		return negativePower[int32]
	case dtype.Int64:
		return negativePower[int64]
	}
	return nil
}
