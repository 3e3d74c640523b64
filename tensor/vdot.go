package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Vdot is the sum of products of the elements of a, conjugated, and those of b, both in C order.
func Vdot(a, b any) *Tensor {
	x, y, err := two("vdot", a, b)
	if err != nil {
		return bad("tensor.vdot", err)
	}
	return apply(&vdot{}, x, y)
}

type vdot struct{ macro }

func init() {
	op.Register[vdot](op.Doc{
		Name: "tensor.vdot", Like: "numpy.vdot", Sig: "vdot(a, b, /)", Summary: "Dot product of all elements, the first conjugated",
	})
	expand[vdot]("vdot is inner of vectors")
}

func (o *vdot) Infer(in []op.Meta) ([]op.Meta, error) { return inferred(o, in) }

func (o *vdot) build(b builder, in []op.Value) op.Value {
	a, v := b.flat(in[0]), b.flat(in[1])
	if a.Err() == nil && v.Err() == nil {
		if n, m := a.Meta().Dims[0], v.Meta().Dims[0]; n.Known() && m.Known() && n != m {
			return b.bad(errs.New(errs.Invalid, "cannot reshape array of size %s into shape (%s,)", m, n))
		}
	}
	if a.Meta().DType.Is.IsComplex() {
		a = b.call("conjugate", a)
	}
	return b.value(&inner{}, a, v)
}
