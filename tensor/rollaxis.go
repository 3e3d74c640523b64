package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type rollaxis struct {
	op.Recipe
	Axis  int `axis:"0"`
	Start int
}

func init() {
	op.Register[rollaxis](op.Doc{
		Name: "tensor.rollaxis", Like: "numpy.rollaxis", Sig: "rollaxis(a, axis, start=0)", Summary: "Tensor with an axis moved back to a place",
		Go:   "Rollaxis(a, axis, start)",
		Text: "The axis goes back until it lies before the place. It is a view.",
	})
}

// Normalize counts the place from 0.
func (o *rollaxis) Normalize(in []op.Meta) error {
	n := len(in[0].Dims)
	if o.Start < -n || o.Start > n {
		return errs.New(errs.Invalid, "'start' arg requires %d <= start < %d, but %d was passed in", -n, n+1, o.Start)
	}
	if o.Start < 0 {
		o.Start += n
	}
	return nil
}

// Back moves the axis back.
func (o *rollaxis) Back(op.Meta) (op.Operand, bool, error) {
	return &moveaxis{Source: Axes(o.to()), Destination: Axes(o.Axis)}, false, nil
}

func (o *rollaxis) Build(a *Tensor) *Tensor { return Moveaxis(a, Axes(o.Axis), Axes(o.to())) }

// to is the place of the axis in the result.
func (o *rollaxis) to() int {
	if o.Axis < o.Start {
		return o.Start - 1
	}
	return o.Start
}

func (o *rollaxis) Permutation(n int) []int {
	return (&moveaxis{Source: Axes(o.Axis), Destination: Axes(o.to())}).Permutation(n)
}
