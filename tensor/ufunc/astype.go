package ufunc

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// AsType is the operand of tensor.astype.
type AsType struct {
	op.Elementwise
	Dtype   dtype.DType
	Casting string
}

func init() {
	op.Register[AsType](op.Doc{
		Name: "tensor.astype", Like: "numpy.ndarray.astype", Methods: "Tensor.astype",
		Sig: "astype(a, dtype, order='K', casting='unsafe', subok=True, copy=True)", Summary: "Tensor cast to a dtype",
	})
}

func (o *AsType) Infer(in []op.Meta) ([]op.Meta, error) {
	rule, err := dtype.ParseCasting(o.Casting)
	if err != nil {
		return nil, err
	}
	if err := chunk.Fixed(o.Dtype); err != nil {
		return nil, err
	}
	if from := in[0].DType.Is; !dtype.CanCast(from, o.Dtype, rule) {
		return nil, errs.New(errs.Type, "Cannot cast array data from %s to %s according to the rule '%s'", chunk.Quote(from), chunk.Quote(o.Dtype), o.Casting)
	}
	return []op.Meta{op.NewTensor(o.Dtype, in[0].Dims...)}, nil
}

// Tile passes chunks of the dtype on.
func (o *AsType) Tile(t *op.Tiler) error {
	if t.In(0).Meta.DType == op.T(o.Dtype) {
		return t.Out(t.In(0))
	}
	return o.Elementwise.Tile(t)
}

// Lower is the cast.
func (o *AsType) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg { return b.Cast(in[0], o.Dtype) }
