package tensor

import "github.com/mars-project/mars-go/op"

type polymul struct{ op.Recipe }

func init() {
	op.Register[polymul](op.Doc{
		Name: "tensor.polymul", Like: "numpy.polymul", Sig: "polymul(a1, a2)", Summary: "Product of two polynomials", Go: "Polymul",
		Text: "Coefficients begin with the highest power.", Notes: "Leading zeros stay, and one has at most 1000 coefficients.",
	})
}

func (o *polymul) Build(a, b *Tensor) *Tensor { return Convolve(a, b) }
