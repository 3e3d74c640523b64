package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Rollaxis moves one axis back until it lies before place start.
func Rollaxis(a any, axis, start int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.rollaxis", err)
	}
	return apply(&rollaxis{Axis: axis, Start: start}, t)
}

type rollaxis struct {
	op.Recipe
	Axis, Start int
}

func init() {
	op.Register[rollaxis](op.Doc{
		Name: "tensor.rollaxis", Like: "numpy.rollaxis", Sig: "rollaxis(a, axis, start=0)", Summary: "Tensor with an axis moved back to a place",
	})
}

// Normalize counts axes from 0.
func (o *rollaxis) Normalize(in []op.Meta) (err error) {
	n := len(in[0].Dims)
	if o.Axis, err = normAxis(o.Axis, n); err != nil {
		return err
	}
	if o.Start < -n || o.Start > n {
		return errs.New(errs.Invalid, "'start' arg requires %d <= start < %d, but %d was passed in", -n, n+1, o.Start)
	}
	if o.Start < 0 {
		o.Start += n
	}
	return nil
}

func (o *rollaxis) Build(a *Tensor) *Tensor {
	to := o.Start
	if o.Axis < to {
		to--
	}
	return Moveaxis(a, Axes(o.Axis), Axes(to))
}
