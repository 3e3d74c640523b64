package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
)

// pairsOf sorts the distinct elements of two tensors together: those that both have stand in pairs.
type pairsOf struct {
	op.Recipe
	AssumeUnique bool
	name         string
}

func (o *pairsOf) Row() string { return o.name }

func init() {
	op.Register[pairsOf](op.Doc{
		Name: "tensor.intersect1d", Like: "numpy.intersect1d", Sig: "intersect1d(ar1, ar2, assume_unique=False, return_indices=False)",
		Summary: "Distinct elements that two tensors have in common",
		Go:      "Intersect1d(ar1, ar2)", Text: "They ascend.",
	}, pairsOf{name: "intersect1d"})
	op.Register[pairsOf](op.Doc{
		Name: "tensor.setxor1d", Like: "numpy.setxor1d", Sig: "setxor1d(ar1, ar2, assume_unique=False)", Summary: "Distinct elements that one of two tensors has alone",
		Go: "Setxor1d(ar1, ar2)", Text: "They ascend.",
	}, pairsOf{name: "setxor1d"})
}

func (o *pairsOf) Build(a, b *Tensor) *Tensor {
	a, b = Ravel(a), Ravel(b)
	if n := op.Sum([]op.Dim{a.size(0), b.size(0)}); n == (op.Dim{}) {
		return Concatenate([]*Tensor{a, b}, 0)
	}
	if !o.AssumeUnique {
		a, b = Unique(a).Values, Unique(b).Values
	}
	all := Sort(Concatenate([]*Tensor{a, b}, 0))
	if o.name == "intersect1d" {
		return Compress(Equal(all.Get(From(1)), all.Get(To(-1))), all.Get(To(-1)))
	}
	apart, edge := NotEqual(all.Get(From(1)), all.Get(To(-1))), OnesLike(all.Get(To(1)), Create{DType: dtype.Bool}) // none of none
	return Compress(LogicalAnd(Concatenate([]*Tensor{edge, apart}, 0), Concatenate([]*Tensor{apart, edge}, 0)), all)
}
