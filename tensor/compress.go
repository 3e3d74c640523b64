package tensor

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/pick"
)

type compress struct {
	op.Recipe `rank:"0 1 condition must be a 1-d array"`
	Axis      *int `axis:"1"`
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

func (o *compress) Build(condition, a *Tensor) *Tensor {
	a, axis := alongOrFlat(a, o.Axis)
	if !condition.DType().IsBool() {
		condition = NotEqual(condition, 0)
	}
	if n, m := condition.size(0), a.size(axis); n.Known() && m.Known() && n.N < m.N {
		a = along(a, axis, To(n.N))
	} else if n.Known() && m.Known() && n.N > m.N { // nothing is true behind the axis
		return Take(a, Nonzero(condition)[0], TakeOptions{Axis: &axis})
	}
	return apply(&pick.Masked{Axis: axis}, a, condition)
}
