package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/pick"
)

type kron struct{ op.Recipe }

func init() {
	op.Register[kron](op.Doc{
		Name: "tensor.kron", Like: "numpy.kron", Sig: "kron(a, b)", Summary: "Kronecker product of two tensors",
		Go:   "Kron",
		Text: "It is blocks of b, each multiplied by an element of a. The lengths must be known.",
	})
}

func (o *kron) Build(a, b *Tensor) (*Tensor, error) {
	n := max(a.Rank(), b.Rank())
	a, b = atLeastRank(a, n), atLeastRank(b, n)
	var ia, ib []pick.Index
	shape := a.Shape()
	for k, m := range b.Shape() {
		ia, ib = append(ia, Whole, NewAxis), append(ib, NewAxis, Whole)
		if shape[k] *= m; m < 0 || shape[k] < 0 {
			shape[k] = -1
		}
	}
	if unknown(shape) > 1 {
		return nil, errs.New(errs.Invalid, "kron of tensors of several unknown lengths: execute them first")
	}
	return Reshape(Multiply(a.Get(ia...), b.Get(ib...)), shape...), nil
}
