package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type polyadd struct {
	op.Recipe
	name string
}

func (o *polyadd) Row() string { return o.name }

func init() {
	const text = "Coefficients begin with the highest power. Lengths must be known."
	op.Register[polyadd](op.Doc{
		Name: "tensor.polyadd", Like: "numpy.polyadd", Sig: "polyadd(a1, a2)", Summary: "Sum of two polynomials", Text: text, Go: "Polyadd",
	}, polyadd{name: "polyadd"})
	op.Register[polyadd](op.Doc{
		Name: "tensor.polysub", Like: "numpy.polysub", Sig: "polysub(a1, a2)", Summary: "Difference of two polynomials", Text: text, Go: "Polysub",
	}, polyadd{name: "polysub"})
}

func (o *polyadd) Build(a, b *Tensor) (*Tensor, error) {
	a, b = atLeast(a, 1), atLeast(b, 1)
	n, m := a.Shape()[0], b.Shape()[0]
	if n < 0 || m < 0 {
		return nil, errs.New(errs.Invalid, "%s of polynomials of unknown lengths: execute them first", o.name)
	}
	lead := func(t *Tensor, more int) *Tensor {
		if more <= 0 {
			return t
		}
		return Concatenate([]*Tensor{Zeros(Shape(more), Create{DType: t.DType()}), t}, 0)
	}
	if a, b = lead(a, m-n), lead(b, n-m); o.name == "polysub" {
		return Subtract(a, b), nil
	}
	return Add(a, b), nil
}
