package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type take struct {
	op.Recipe
	Axis *int   // negative ones count from the end; nil means all elements in C order
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

// Normalize counts the axis from 0.
func (o *take) Normalize(in []op.Meta) error {
	if _, err := (&places{Mode: o.Mode}).mode(); err != nil || o.Axis == nil {
		return err
	}
	if len(in[0].Dims) == 0 {
		return errs.New(errs.Invalid, "axis %d is out of bounds for array of dimension 0", *o.Axis)
	}
	n, err := normAxis(*o.Axis, len(in[0].Dims))
	o.Axis = &n
	return err
}

func (o *take) Build(a, indices *Tensor) *Tensor {
	axis := 0
	if o.Axis != nil {
		axis = *o.Axis
	} else {
		a = flat(a)
	}
	p := pickAlong(axis)
	p.Mode = o.Mode
	return apply(p, a, indices)
}
