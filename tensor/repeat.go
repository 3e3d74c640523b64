package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
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
	macro
	Repeats []int
	Axis    *int
}

func init() {
	op.Register[repeat](op.Doc{
		Name: "tensor.repeat", Like: "numpy.repeat", Methods: "Tensor.repeat", Sig: "repeat(a, repeats, axis=None)",
		Summary: "Elements repeated along an axis",
	})
	expand[repeat]("repeat takes places")
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

func (o *repeat) Infer(in []op.Meta) ([]op.Meta, error) { return inferred(o, in) }

func (o *repeat) build(b builder, in []op.Value) op.Value {
	v, axis := in[0], 0
	if o.Axis == nil {
		v = b.flat(v)
	} else {
		axis = *o.Axis
	}
	n := v.Meta().Dims[axis]
	if !n.Known() {
		return b.bad(errs.New(errs.Invalid, "repeat along an axis of unknown length"))
	}
	if len(o.Repeats) != 1 && len(o.Repeats) != n.N {
		return b.bad(errs.New(errs.Invalid, "operands could not be broadcast together with shape (%d,) (%d,)", n.N, len(o.Repeats)))
	}
	places := []int64{}
	for i := range n.N {
		for range o.Repeats[min(i, len(o.Repeats)-1)] {
			places = append(places, int64(i))
		}
	}
	return b.value(&take{Axis: &axis}, v, b.value(&array{Object: nd.Of(places, len(places))}))
}
