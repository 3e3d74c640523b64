package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type compress struct {
	op.Recipe
	Axis *int
}

func init() {
	op.Register[compress](op.Doc{
		Name: "tensor.compress", Like: "numpy.compress", Sig: "compress(condition, a, axis=None, out=None)",
		Summary: "Slices along an axis where a condition is true",
		Go:      "Compress(condition, a, axis...)",
		Text: "The condition has one dimension and may be shorter than the axis. Without an axis " +
			"elements are counted in C order.",
	})
}

// Normalize counts the axis from 0.
func (o *compress) Normalize(in []op.Meta) error {
	if len(in[0].Dims) != 1 {
		return errs.New(errs.Invalid, "condition must be a 1-d array")
	}
	if o.Axis == nil {
		return nil
	}
	n, err := normAxis(*o.Axis, len(in[1].Dims))
	o.Axis = &n
	return err
}

func (o *compress) Build(condition, a *Tensor) *Tensor {
	axis := 0
	if o.Axis != nil {
		axis = *o.Axis
	} else {
		a = flat(a)
	}
	if !condition.DType().IsBool() {
		condition = NotEqual(condition, 0)
	}
	if n, m := condition.size(0), a.size(axis); n.Known() && m.Known() && n.N < m.N {
		a = along(a, axis, To(n.N))
	}
	return apply(&masked{Axis: axis}, a, condition)
}
