package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type ediff1d struct {
	op.Recipe
	ToEnd   op.Ref // put behind the differences
	ToBegin op.Ref // put before them
}

func init() {
	op.Register[ediff1d](op.Doc{
		Name: "tensor.ediff1d", Like: "numpy.ediff1d", Sig: "ediff1d(ary, to_end=None, to_begin=None)", Summary: "Differences of neighbours over all elements",
		Text: "Elements are in C order. What stands at the ends is cast to their dtype by the rule same_kind.", Go: "Ediff1d(ary, EdiffOptions)",
	})
}

func (o *ediff1d) Build(ary, end, begin *Tensor) (*Tensor, error) {
	if begin == nil && end == nil { // differences of times are spans
		return Diff(Ravel(ary)), nil
	}
	var parts []*Tensor
	for i, t := range []*Tensor{begin, Diff(Ravel(ary)), end} {
		if t == nil {
			continue
		}
		if name := [...]string{"to_begin", "", "to_end"}[i]; name != "" && !dtype.CanCast(t.DType(), ary.DType(), dtype.SameKind) {
			return nil, errs.New(errs.Type, "dtype of `%s` must be compatible with input `ary` under the `same_kind` rule.", errs.Name(name))
		}
		parts = append(parts, AsType(Ravel(t), ary.DType()))
	}
	return joinAll(parts, 0), nil
}
