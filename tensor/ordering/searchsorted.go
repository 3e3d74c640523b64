package ordering

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// SearchSorted is the operand of tensor.searchsorted.
type SearchSorted struct {
	Side string
}

func init() {
	op.Register[SearchSorted](op.Doc{
		Name: "tensor.searchsorted", Like: "numpy.searchsorted", Methods: "Tensor.searchsorted", Sig: "searchsorted(a, v, side='left', sorter=None)", Forms: "sorter=other:tensor.searched_by",
		Summary: "Places where elements would go into a sorted vector", Notes: "Every chunk of v searches the whole of a.",
	})
}

func (o *SearchSorted) Infer(in []op.Meta) ([]op.Meta, error) {
	if len(in[0].Dims) != 1 {
		return nil, errs.New(errs.Invalid, "object too deep for desired array")
	}
	if o.Side != "left" && o.Side != "right" {
		return nil, errs.New(errs.Invalid, "side must be 'left' or 'right' (got '%s')", o.Side)
	}
	_, err := dtype.Promote(in[0].DType.Is, in[1].DType.Is)
	return []op.Meta{op.NewTensor(dtype.Int64, in[1].Dims...)}, err
}

func (o *SearchSorted) Tile(t *op.Tiler) error { return t.Out(t.Map(op.Whole(t.In(0)), t.In(1))) }

func (o *SearchSorted) Exec(x *op.Exec) error {
	d, err := dtype.Promote(x.Array(0).DType, x.Array(1).DType)
	if err != nil {
		return err
	}
	a, err := chunk.Cast(x, x.Array(0), d)
	if err != nil {
		return err
	}
	v, err := chunk.Cast(x, x.Array(1), d)
	if err != nil {
		return err
	}
	out, err := sort.Search(x.Mem(), a, v, o.Side == "right", x.Parallel)
	if err != nil {
		return err
	}
	return x.Put(0, out)
}
