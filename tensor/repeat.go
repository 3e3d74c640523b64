package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Repeat repeats each element along an axis, or of all in C order when none is given: all of them n times with one number, or
// each as often as its own number says. The length of the axis must be known.
func Repeat(a any, repeats []int, axis ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.repeat", err)
	}
	o := &repeat{Repeats: repeats}
	if len(axis) > 0 {
		o.Axis = &axis[0]
	}
	return apply(o, t)
}

type repeat struct {
	op.Recipe
	Repeats []int
	Axis    *int
}

func init() {
	op.Register[repeat](op.Doc{
		Name: "tensor.repeat", Like: "numpy.repeat", Methods: "Tensor.repeat", Sig: "repeat(a, repeats, axis=None)",
		Summary: "Elements repeated along an axis",
	})
}

// Normalize counts the axis from 0, and refuses negative repetitions.
func (o *repeat) Normalize(in []op.Meta) error {
	for _, n := range o.Repeats {
		if n < 0 {
			return errs.New(errs.Invalid, "repeats may not contain negative values.")
		}
	}
	if o.Axis == nil {
		return nil
	}
	a, err := normAxis(*o.Axis, len(in[0].Dims))
	o.Axis = &a
	return err
}

func (o *repeat) Build(a *Tensor) (*Tensor, error) {
	axis := 0
	if o.Axis == nil {
		a = flat(a)
	} else {
		axis = *o.Axis
	}
	n := a.size(axis)
	if !n.Known() {
		return nil, errs.New(errs.Invalid, "repeat along an axis of unknown length")
	}
	if len(o.Repeats) != 1 && len(o.Repeats) != n.N {
		return nil, errs.New(errs.Invalid, "operands could not be broadcast together with shape (%d,) (%d,)", n.N, len(o.Repeats))
	}
	places := []int64{}
	for i := range n.N {
		for range o.Repeats[min(i, len(o.Repeats)-1)] {
			places = append(places, int64(i))
		}
	}
	return Take(a, places, TakeOptions{Axis: &axis}), nil
}
