package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/reshape"
)

type roll struct {
	op.Recipe
	Shift, Axis []int
}

func init() {
	op.Register[roll](op.Doc{
		Name: "tensor.roll", Like: "numpy.roll", Sig: "roll(a, shift, axis=None)", Summary: "Elements moved along axes, around the ends",
		Go: "Roll(a, shift, axis...)",
		Text: "What leaves one end enters the other. Without axes all elements are rolled in C order. " +
			"One shift serves all axes, or there is one for each.",
	})
}

// Normalize counts axes from 0, in their order.
func (o *roll) Normalize(in []op.Meta) error {
	if len(o.Axis) == 0 {
		o.Axis = nil
		if len(o.Shift) != 1 {
			return errs.New(errs.Invalid, "a roll of all elements has one shift, not %d", len(o.Shift))
		}
		return nil
	}
	if len(o.Shift) == 0 || len(o.Shift) != 1 && len(o.Axis) != 1 && len(o.Shift) != len(o.Axis) {
		return errs.New(errs.Invalid, "shape mismatch: objects cannot be broadcast to a single shape")
	}
	n := max(len(o.Shift), len(o.Axis))
	shift, axis := make([]int, n), make([]int, n)
	for i := range n {
		a, err := chunk.NormAxis(o.Axis[min(i, len(o.Axis)-1)], len(in[0].Dims))
		if err != nil {
			return err
		}
		shift[i], axis[i] = o.Shift[min(i, len(o.Shift)-1)], a
	}
	o.Shift, o.Axis = shift, axis
	return nil
}

func (o *roll) Build(a *Tensor) (*Tensor, error) {
	if o.Axis == nil {
		back, _, err := (&reshape.Reshape{}).Back(a.Value().Meta())
		if err != nil {
			return nil, err
		}
		return Reshape(rolled(Ravel(a), 0, o.Shift[0]), back.(*reshape.Reshape).Shape...), nil
	}
	for i, axis := range o.Axis {
		a = rolled(a, axis, o.Shift[i])
	}
	return a, nil
}

func rolled(t *Tensor, axis, shift int) *Tensor {
	if !t.size(axis).Known() {
		return Take(t, Remainder(Subtract(positions(t, axis), shift), lengthOf(t, axis)), TakeOptions{Axis: &axis})
	}
	n := t.size(axis).N
	if n == 0 {
		return t
	}
	if shift = ((shift % n) + n) % n; shift == 0 {
		return t
	}
	return Concatenate([]*Tensor{along(t, axis, From(n-shift)), along(t, axis, To(n-shift))}, axis)
}
