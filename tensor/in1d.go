package tensor

import "github.com/mars-project/mars-go/op"

type in1d struct {
	op.Recipe
	AssumeUnique bool // changes no answer
	Invert       bool // which are not
}

func init() {
	op.Register[in1d](op.Doc{
		Name: "tensor.in1d", Like: "numpy.in1d", Sig: "in1d(ar1, ar2, assume_unique=False, invert=False, *, kind=None)", Forms: "kind=any",
		Summary: "Which elements of a tensor, taken as a vector, are among others", Go: "In1d(ar1, ar2)",
	})
}

func (o *in1d) Build(a, b *Tensor) *Tensor { return Isin(Ravel(a), b, IsinOptions{Invert: o.Invert}) }
