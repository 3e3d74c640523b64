package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type diagIndices struct {
	op.Recipe
	N    int
	Ndim *int
}

func init() {
	op.Register[diagIndices](op.Doc{
		Name: "tensor.diag_indices", Like: "numpy.diag_indices", Sig: "diag_indices(n, ndim=2)", Gives: "times ndim",
		Summary: "Indexes of the main diagonal of a tensor of n places along each of ndim axes", Go: "DiagIndices(n, ndim...)",
	})
}

func (o *diagIndices) Build() ([]*Tensor, error) {
	if *o.Ndim < 1 {
		return nil, errs.New(errs.Invalid, "ndim must be positive, not %d", *o.Ndim)
	}
	return slices.Repeat([]*Tensor{Arange(0, o.N, 1)}, *o.Ndim), nil
}
