package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// indicesFrom are the indexes of a diagonal or a triangle of a tensor that is here.
type indicesFrom struct {
	op.Deferred
	K    int `sig:"-"` // of triangles
	name string
}

func (o *indicesFrom) Row() string { return o.name }

func init() {
	op.Register[indicesFrom](op.Doc{
		Name: "tensor.diag_indices_from", Like: "numpy.diag_indices_from", Sig: "diag_indices_from(arr)", Gives: "rank",
		Summary: "Indexes of the main diagonal of a tensor", Text: "Its axes have the same length.",
	}, indicesFrom{name: "diag_indices_from"})
	op.Register[indicesFrom](op.Doc{
		Name: "tensor.tril_indices_from", Like: "numpy.tril_indices_from", Sig: "tril_indices_from(arr, k=0)", Gives: "2",
		Summary: "Indexes of the triangle of a matrix at and below a diagonal",
	}, indicesFrom{name: "tril_indices_from"})
	op.Register[indicesFrom](op.Doc{
		Name: "tensor.triu_indices_from", Like: "numpy.triu_indices_from", Sig: "triu_indices_from(arr, k=0)", Gives: "2",
		Summary: "Indexes of the triangle of a matrix at and above a diagonal",
	}, indicesFrom{name: "triu_indices_from"})
}

// Infer knows how many indexes there are, where lengths are waited for.
func (o *indicesFrom) Infer(in []op.Meta) ([]op.Meta, error) {
	return slices.Repeat([]op.Meta{op.NewTensor(dtype.Int64, op.Sym(o.name, in...))}, len(in[0].Dims)), nil
}

func (o *indicesFrom) Build(ask *op.Asker, arr *Tensor) ([]*Tensor, error) {
	switch rank := arr.Rank(); {
	case o.name != "diag_indices_from" && rank != 2:
		return nil, errs.New(errs.Invalid, "input array must be 2-d")
	case rank < 2:
		return nil, errs.New(errs.Invalid, "input array must be at least 2-d")
	}
	if err := settle(ask, &arr); err != nil {
		return nil, err
	}
	n := arr.Shape()
	if o.name == "diag_indices_from" {
		if slices.Min(n) != slices.Max(n) {
			return nil, errs.New(errs.Invalid, "All dimensions of input must be of equal length")
		}
		return DiagIndices(n[0], len(n)), nil
	}
	rows, cols := (&triIndices{N: n[0], M: &n[1], K: o.K, name: o.name[:len("triu_indices")]}).Build()
	return []*Tensor{rows, cols}, nil
}
