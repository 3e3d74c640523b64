package tensor

import "github.com/mars-project/mars-go/op"

type setdiff1d struct {
	op.Recipe
	AssumeUnique bool
}

func init() {
	op.Register[setdiff1d](op.Doc{
		Name: "tensor.setdiff1d", Like: "numpy.setdiff1d", Sig: "setdiff1d(ar1, ar2, assume_unique=False)", Summary: "Distinct elements of a tensor that another has not",
		Text: "They ascend; with assume_unique they stay in their order.", Go: "Setdiff1d(ar1, ar2)",
	})
}

func (o *setdiff1d) Build(a, b *Tensor) *Tensor {
	v := Ravel(a)
	if !o.AssumeUnique {
		v = Unique(v).Values
	}
	return Compress(Isin(v, b, IsinOptions{Invert: true}), v)
}
