package ufunc

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/op"
)

// Where is the operand of tensor.where.
type Where struct {
	op.Elementwise
	op.Scalars
}

func init() {
	op.Register[Where](op.Doc{
		Face: "hand", Python: "where(condition, x=None, y=None, /)", Forms: "x=own y=own",
		Name: "tensor.where", Like: "numpy.where", Sig: "where(condition, x, y, /)",
		Summary: "Elements of one of two tensors, by a condition", Notes: "With the condition alone, NumPy's where is nonzero.",
	})
}

// result is the dtype of x and y together.
func (o *Where) result(in []op.Meta) (dtype.DType, error) { return dtype.Result(o.Types(in)[1:]...) }

func (o *Where) Infer(in []op.Meta) ([]op.Meta, error) {
	d, err := o.result(in)
	if err != nil {
		return nil, err
	}
	dims, err := op.Broadcast(in...)
	return []op.Meta{op.NewTensor(d, dims...)}, err
}

// Lower is the choice.
func (o *Where) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	metas := make([]op.Meta, len(in))
	for i, r := range in {
		metas[i].DType = op.T(b.Type(r))
	}
	d, err := o.result(metas)
	if err != nil {
		return 0
	}
	args := o.Regs(b, in, func(int) dtype.DType { return d })
	return b.Call("where", b.Cast(args[0], dtype.Bool), b.Cast(args[1], d), b.Cast(args[2], d))
}
