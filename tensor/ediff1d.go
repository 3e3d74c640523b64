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
	parts := []*Tensor{Diff(Ravel(ary))}
	for i, t := range []*Tensor{begin, end} {
		if t == nil {
			continue
		}
		name, d := [...]string{"to_begin", "to_end"}[i], ary.DType()
		if !dtype.CanCast(t.DType(), d, dtype.SameKind) {
			return nil, errs.New(errs.Type, "dtype of `%s` must be compatible with input `ary` under the `same_kind` rule.", name)
		}
		edge := AsType(Ravel(t), d)
		if parts = append(parts, edge); i == 0 {
			parts = []*Tensor{edge, parts[0]}
		}
	}
	return joinAll(parts, 0), nil
}
