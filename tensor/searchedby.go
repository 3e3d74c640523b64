package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// searchedBy searches a vector whose elements ascend at the places of a sorter.
type searchedBy struct {
	op.Recipe
	Side string
	Of   string
}

func init() {
	op.Register[searchedBy](op.Doc{
		Face: "inner", Name: "tensor.searched_by", Sig: "searched_by(a, v, sorter, side='left', of='searchsorted')",
		Summary: "Places where elements would go into a vector in the order of a sorter",
	})
}

func (o *searchedBy) Build(a, v, sorter *Tensor) (*Tensor, error) {
	if !sorter.DType().IsInteger() {
		return nil, errs.New(errs.Type, "sorter must only contain integers")
	}
	if n, m := a.size(0), sorter.size(0); a.Rank() != 1 || sorter.Rank() != 1 || n.Known() && m.Known() && n != m {
		return nil, errs.New(errs.Invalid, "sorter.size must be equal to len(a)")
	}
	return SearchSorted(Take(a, sorter), v, Side(o.Side)), nil
}
