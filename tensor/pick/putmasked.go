package pick

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// PutMasked is the tensor with the value where a mask, which broadcasts to it, is true.
type PutMasked struct {
	op.Elementwise
	op.Scalars // the value may be a number
}

func init() {
	op.Register[PutMasked](op.Doc{Name: "tensor.put_masked", Face: "inner", Sig: "put_masked(a, value, mask)", Summary: "Tensor with a value where a bool tensor is true"})
}

func (o *PutMasked) Infer(in []op.Meta) ([]op.Meta, error) {
	for _, m := range in[1:] {
		if !chunk.Broadcasts(m, in[0]) {
			return nil, errs.New(errs.Invalid, "could not broadcast input array from shape %s into shape %s", op.ShapeString(m.Dims), op.ShapeString(in[0].Dims))
		}
	}
	if m := in[len(in)-1].DType.Is; !m.IsBool() {
		return nil, errs.New(errs.Type, "Cannot cast array data from %s to dtype('bool') according to the rule 'safe'", chunk.Quote(m))
	}
	return in[:1], nil
}

// Lower is a choice in the dtype of the tensor.
func (o *PutMasked) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	d := b.Type(in[0])
	if len(in) == 3 {
		return b.Call("where", in[2], b.Cast(in[1], d), in[0])
	}
	return b.Call("where", in[1], b.Const(o.Args[1], d), in[0])
}
