package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Roll moves elements by shift places along axes; what leaves one end enters the other. Without axes it rolls all elements in C
// order. One shift serves all axes, or there is one for each.
func Roll(a any, shift []int, axis ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.roll", err)
	}
	return apply(&roll{Shift: shift, Axis: axis}, t)
}

type roll struct {
	macro
	Shift, Axis []int
}

func init() {
	op.Register[roll](op.Doc{
		Name: "tensor.roll", Like: "numpy.roll", Sig: "roll(a, shift, axis=None)", Summary: "Elements moved along axes, around the ends",
	})
	expand[roll]("roll joins two slices")
}

// Normalize counts axes from 0, in their order.
func (o *roll) Normalize(in []op.Meta) error {
	if o.Axis == nil {
		if len(o.Shift) != 1 {
			return errs.New(errs.Invalid, "a roll of all elements has one shift, not %d", len(o.Shift))
		}
		return nil
	}
	if len(o.Shift) != 1 && len(o.Axis) != 1 && len(o.Shift) != len(o.Axis) {
		return errs.New(errs.Invalid, "shape mismatch: objects cannot be broadcast to a single shape")
	}
	n := max(len(o.Shift), len(o.Axis))
	shift, axis := make([]int, n), make([]int, n)
	for i := range n {
		a, err := normAxis(o.Axis[min(i, len(o.Axis)-1)], len(in[0].Dims))
		if err != nil {
			return err
		}
		shift[i], axis[i] = o.Shift[min(i, len(o.Shift)-1)], a
	}
	o.Shift, o.Axis = shift, axis
	return nil
}

func (o *roll) Infer(in []op.Meta) ([]op.Meta, error) { return inferred(o, in) }

func (o *roll) build(b builder, in []op.Value) op.Value {
	v := in[0]
	shape, known := v.Meta().Shape()
	if !known {
		return b.bad(errs.New(errs.Invalid, "roll of a tensor of unknown lengths"))
	}
	if o.Axis == nil {
		flat := rolled(b, b.value(&reshape{Shape: []int{-1}}, v), 0, o.Shift[0])
		return b.value(&reshape{Shape: shape}, flat)
	}
	for i, a := range o.Axis {
		v = rolled(b, v, a, o.Shift[i])
	}
	return v
}

func rolled(b builder, v op.Value, axis, shift int) op.Value {
	n := v.Meta().Dims[axis].N
	if n == 0 {
		return v
	}
	if shift = ((shift % n) + n) % n; shift == 0 {
		return v
	}
	return b.concat(axis, b.get(v, axis, From(n-shift)), b.get(v, axis, To(n-shift)))
}
