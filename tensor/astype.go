package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/tensor/ufunc"
)

// AsType casts a to a dtype. casting is NumPy's rule: "no", "equiv", "safe", "same_kind", or "unsafe", which
// is the default.
// Type: the rule forbids it, or the dtype has no fixed width. Floats out of an integer's range become the
// lowest value of int32 or int64, on every machine (see basic.Cast).
func AsType(a any, d dtype.DType, casting ...string) *Tensor {
	a = only(a, casting)
	t, err := As(a)
	if err != nil {
		return bad("tensor.astype", err)
	}
	o := &ufunc.AsType{Dtype: d}
	if len(casting) > 0 {
		o.Casting = casting[0]
	}
	return apply(o, t)
}

// AsType casts t; see the function AsType.
func (t *Tensor) AsType(d dtype.DType, casting ...string) *Tensor { return AsType(t, d, casting...) }
