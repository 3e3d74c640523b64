package reshape

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Squeeze is the operand of tensor.squeeze.
type Squeeze struct {
	Axis []int
}

func init() {
	op.Register[Squeeze](op.Doc{
		Name: "tensor.squeeze", Like: "numpy.squeeze", Methods: "Tensor.squeeze", Sig: "squeeze(a, axis=None)",
		Summary: "Tensor without axes of length 1",
	})
}

// Normalize finds the axes. Invalid: one is longer than 1, or not known to be 1.
func (o *Squeeze) Normalize(in []op.Meta) (err error) {
	if o.Axis == nil {
		o.Axis = []int{}
		for a, d := range in[0].Dims {
			if d == (op.Dim{N: 1}) {
				o.Axis = append(o.Axis, a)
			}
		}
		return nil
	}
	if o.Axis, err = chunk.NormAxes(o.Axis, len(in[0].Dims)); err != nil {
		return err
	}
	for _, a := range o.Axis {
		if in[0].Dims[a] != (op.Dim{N: 1}) {
			return errs.New(errs.Invalid, "cannot select an axis to squeeze out which has size not equal to one")
		}
	}
	return nil
}

func (o *Squeeze) Infer(in []op.Meta) ([]op.Meta, error) {
	return []op.Meta{in[0].WithDims(chunk.Without(in[0].Dims, o.Axis)...)}, nil
}

func (o *Squeeze) Tile(t *op.Tiler) error {
	return t.Out(chunk.Reaxis(t, func(shape []int) []int { return chunk.Without(shape, o.Axis) }))
}

// Back adds the axes again.
func (o *Squeeze) Back(op.Meta) (op.Operand, bool, error) {
	return &ExpandDims{Axis: o.Axis}, false, nil
}

// Exec is a view.
func (o *Squeeze) Exec(x *op.Exec) error {
	a := x.Array(0)
	for i := len(o.Axis) - 1; i >= 0; i-- {
		a = a.Index(o.Axis[i], 0)
	}
	return x.Put(0, a)
}
