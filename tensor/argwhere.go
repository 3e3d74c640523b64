package tensor

import "github.com/mars-project/mars-go/op"

type argwhere struct{ op.Recipe }

func init() {
	op.Register[argwhere](op.Doc{
		Name: "tensor.argwhere", Like: "numpy.argwhere", Sig: "argwhere(a)", Summary: "Positions of elements that are not zero, a row for each",
		Text: "They are int64 of the shape (elements, axes), in C order.", Go: "Argwhere",
	})
}

func (o *argwhere) Build(a *Tensor) *Tensor {
	if a.Rank() == 0 {
		return ExpandDims(FlatNonzero(a), 1).Get(Whole, To(0))
	}
	return Stack(Nonzero(a), 1)
}
