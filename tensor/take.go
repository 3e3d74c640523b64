package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// TakeOptions are the options of Take.
type TakeOptions struct {
	Axis *int   // negative ones count from the end; nil means all elements in C order
	Mode string // what a place outside means: "raise", "wrap" or "clip". The default is "raise".
}

// Take is the elements of a at the places along an axis that an integer tensor tells: its axes take the place of that axis.
func Take(a, indices any, o ...TakeOptions) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.take", err)
	}
	i, err := As(indices)
	if err != nil {
		return bad("tensor.take", err)
	}
	k := &take{}
	if len(o) > 0 {
		k.Mode = o[0].Mode
		if o[0].Axis != nil {
			axis := *o[0].Axis
			k.Axis = &axis
		}
	}
	return apply(k, t, i)
}

type take struct {
	op.Recipe
	Axis *int
	Mode string
}

func init() {
	op.Register[take](op.Doc{
		Name: "tensor.take", Like: "numpy.take", Methods: "Tensor.take", Sig: "take(a, indices, axis=None, out=None, mode='raise')",
		Summary: "Elements at places along an axis",
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
