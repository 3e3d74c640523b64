package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/op"
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
	o := &astype{Dtype: d}
	if len(casting) > 0 {
		o.Casting = casting[0]
	}
	return apply(o, t)
}

// AsType casts t; see the function AsType.
func (t *Tensor) AsType(d dtype.DType, casting ...string) *Tensor { return AsType(t, d, casting...) }

type astype struct {
	op.Elementwise
	Dtype   dtype.DType
	Casting string
}

func init() {
	op.Register[astype](op.Doc{
		Name: "tensor.astype", Like: "numpy.ndarray.astype", Methods: "Tensor.astype",
		Sig: "astype(a, dtype, order='K', casting='unsafe', subok=True, copy=True)", Summary: "Tensor cast to a dtype",
	})
}

func (o *astype) Infer(in []op.Meta) ([]op.Meta, error) {
	rule, err := dtype.ParseCasting(o.Casting)
	if err != nil {
		return nil, err
	}
	if err := fixed(o.Dtype); err != nil {
		return nil, err
	}
	if from := in[0].DType.Is; !dtype.CanCast(from, o.Dtype, rule) {
		return nil, errs.New(errs.Type, "Cannot cast array data from %s to %s according to the rule '%s'", quote(from), quote(o.Dtype), o.Casting)
	}
	return []op.Meta{op.NewTensor(o.Dtype, in[0].Dims...)}, nil
}

// Tile passes chunks of the dtype on.
func (o *astype) Tile(t *op.Tiler) error {
	if t.In(0).Meta.DType == op.T(o.Dtype) {
		return t.Out(t.In(0))
	}
	return o.Elementwise.Tile(t)
}

// Lower is the cast.
func (o *astype) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return b.Cast(in[0], o.Dtype) }
