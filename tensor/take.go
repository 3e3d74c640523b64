package tensor

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/pick"
)

type take struct {
	op.Recipe
	Axis *int   `axis:"0"` // negative ones count from the end; nil means all elements in C order
	Mode string // what a place outside means: "raise", "wrap" or "clip"
}

func init() {
	op.Register[take](op.Doc{
		Name: "tensor.take", Like: "numpy.take", Methods: "Tensor.take", Sig: "take(a, indices, axis=None, out=None, mode='raise')",
		Summary: "Elements at places along an axis",
		Go:      "Take(a, indices, TakeOptions)",
		Text:    "The axes of indices, which are integers, take the place of the axis.",
	})
}

func (o *take) Build(a, indices *Tensor) *Tensor {
	a, axis := alongOrFlat(a, o.Axis)
	p := pick.PickAlong(axis)
	p.Mode = o.Mode
	return apply(p, a, indices)
}
