package tensor

import "github.com/mars-project/mars-go/op"

type outer struct{ op.Recipe }

func init() {
	op.Register[outer](op.Doc{
		Name: "tensor.outer", Like: "numpy.outer", Sig: "outer(a, b, out=None)", Summary: "Products of all pairs of elements",
		Go:   "Outer(a, b)",
		Text: "Both are taken in C order: the result has the shape (elements of a, elements of b).",
	})
}

func (o *outer) Build(a, b *Tensor) *Tensor { return Multiply(flat(a).Get(Whole, NewAxis), flat(b)) }
