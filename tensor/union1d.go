package tensor

import "github.com/mars-project/mars-go/op"

type union1d struct{ op.Recipe }

func init() {
	op.Register[union1d](op.Doc{
		Name: "tensor.union1d", Like: "numpy.union1d", Sig: "union1d(ar1, ar2)", Summary: "Distinct elements of two tensors together",
		Text: "They ascend.", Go: "Union1d",
	})
}

func (o *union1d) Build(a, b *Tensor) *Tensor {
	return Unique(Concatenate([]*Tensor{Ravel(a), Ravel(b)}, 0)).Values
}
