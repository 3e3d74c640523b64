package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type vdot struct{ op.Recipe }

func init() {
	op.Register[vdot](op.Doc{
		Name: "tensor.vdot", Like: "numpy.vdot", Sig: "vdot(a, b, /)", Summary: "Dot product of all elements, the first conjugated",
		Go: "Vdot", Text: "Tensors are taken flat, in C order. Unequal numbers of elements are an error.",
	})
}

func (o *vdot) Build(a, b *Tensor) (*Tensor, error) {
	a, b = Ravel(a), Ravel(b)
	if n, m := a.size(0), b.size(0); n.Known() && m.Known() && n != m {
		return nil, errs.New(errs.Invalid, "cannot reshape array of size %s into shape (%s,)", m, n)
	}
	if a.DType().IsComplex() { // no other has a conjugate that differs, and bools have none
		a = Conj(a)
	}
	return Inner(a, b), nil
}
