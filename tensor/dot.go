package tensor

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/products"
)

// Dot sums products over the last axis of a and the last but one of b, or the only one of a vector. With a
// scalar it multiplies.
func Dot(a, b any) *Tensor { return made(&dot{}, a, b) }

// dot is the recipe of what users call.
type dot struct{ op.Recipe }

func init() {
	op.Register[dot](op.Doc{
		Name: "tensor.dot", Like: "numpy.dot", Methods: "Tensor.dot", Sig: "dot(a, b, out=None)",
		Summary: "Dot product of two tensors",
	})
}

func (*dot) Build(a, b *Tensor) *Tensor {
	if a.Rank() == 0 || b.Rank() == 0 {
		return Ufunc("multiply", a, b)
	}
	return apply(&products.DotSum{}, a, b)
}
