package tensor

import "github.com/mars-project/mars-go/tensor/ufunc"

// Finite is the options of NanToNum: what takes the place of what is not finite.
type Finite struct {
	Nan            float64
	Posinf, Neginf *float64 // nil for the largest and the lowest number of the dtype
}

// NanToNum replaces NaN and infinities by numbers. Integers and times have none and stay as they are.
func NanToNum(x any, o ...Finite) *Tensor {
	x = only(x, o)
	t, err := As(x)
	if err != nil {
		return bad("tensor.nan_to_num", err)
	}
	n := &ufunc.NanToNum{}
	if len(o) > 0 {
		n.Nan, n.Posinf, n.Neginf = o[0].Nan, o[0].Posinf, o[0].Neginf
	}
	return apply(n, t)
}
