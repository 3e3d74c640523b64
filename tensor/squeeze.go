package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Squeeze drops axes of length 1: the given ones, or all of them. It is a view, see Get.
func Squeeze(a any, axis ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.squeeze", err)
	}
	return view(&squeeze{Axis: axis}, t)
}

type squeeze struct {
	Axis []int
}

func init() {
	op.Register[squeeze](op.Doc{
		Name: "tensor.squeeze", Like: "numpy.squeeze", Methods: "Tensor.squeeze", Sig: "squeeze(a, axis=None)",
		Summary: "Tensor without axes of length 1",
	})
}

// Normalize finds the axes. Invalid: one is longer than 1, or not known to be 1.
func (o *squeeze) Normalize(in []op.Meta) (err error) {
	if o.Axis == nil {
		o.Axis = []int{}
		for a, d := range in[0].Dims {
			if d == (op.Dim{N: 1}) {
				o.Axis = append(o.Axis, a)
			}
		}
		return nil
	}
	if o.Axis, err = normAxes(o.Axis, len(in[0].Dims)); err != nil {
		return err
	}
	for _, a := range o.Axis {
		if in[0].Dims[a] != (op.Dim{N: 1}) {
			return errs.New(errs.Invalid, "cannot select an axis to squeeze out which has size not equal to one")
		}
	}
	return nil
}

func (o *squeeze) Infer(in []op.Meta) ([]op.Meta, error) {
	return []op.Meta{in[0].WithDims(without(in[0].Dims, o.Axis)...)}, nil
}

func (o *squeeze) Tile(t *op.Tiler) error {
	return t.Out(reaxis(t, func(shape []int) []int { return without(shape, o.Axis) }))
}

// Back adds the axes again.
func (o *squeeze) Back(op.Meta) (op.Operand, bool, error) {
	return &expandDims{Axis: o.Axis}, false, nil
}

// Exec is a view.
func (o *squeeze) Exec(x *op.Exec) error {
	a := x.Array(0)
	for i := len(o.Axis) - 1; i >= 0; i-- {
		a = a.Index(o.Axis[i], 0)
	}
	return x.Put(0, a)
}

// without is s less the places given.
func without[T any](s []T, places []int) []T {
	out := make([]T, 0, len(s))
	for i, v := range s {
		if !slices.Contains(places, i) {
			out = append(out, v)
		}
	}
	return out
}
