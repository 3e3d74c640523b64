package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type meshgrid struct {
	op.Recipe
	Sparse   bool
	Indexing string
}

func init() {
	op.Register[meshgrid](op.Doc{
		Name: "tensor.meshgrid", Like: "numpy.meshgrid", Sig: "meshgrid(*xi, copy=True, sparse=False, indexing='xy')", Gives: "each", Summary: "Coordinates of a grid",
		Text: "There is one tensor for each vector of coordinates, with an axis for each; with indexing 'xy' the first two axes change places. Sparse ones have length 1 along the axes of others.",
		Go:   "Meshgrid(xi...)",
	})
}

func (o *meshgrid) Build(xi ...*Tensor) ([]*Tensor, error) {
	if o.Indexing != "xy" && o.Indexing != "ij" {
		return nil, errs.New(errs.Invalid, "Valid values for `indexing` are 'xy' and 'ij'.")
	}
	out := make([]*Tensor, len(xi))
	for k, x := range xi {
		at := k
		if o.Indexing == "xy" && k < 2 && len(xi) > 1 {
			at = 1 - k
		}
		out[k] = lying(x, len(xi), at)
	}
	if o.Sparse {
		return out, nil
	}
	return repeated(out), nil
}
