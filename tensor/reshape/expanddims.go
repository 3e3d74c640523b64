package reshape

import (
	"slices"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// ExpandDims is the operand of tensor.expand_dims.
type ExpandDims struct {
	Axis []int
}

func init() {
	op.Register[ExpandDims](op.Doc{
		Name: "tensor.expand_dims", Like: "numpy.expand_dims", Sig: "expand_dims(a, axis)",
		Summary: "Tensor with new axes of length 1",
	})
}

// Normalize counts axes of the result from 0.
func (o *ExpandDims) Normalize(in []op.Meta) (err error) {
	o.Axis, err = chunk.NormAxes(o.Axis, len(in[0].Dims)+len(o.Axis))
	return err
}

func (o *ExpandDims) Infer(in []op.Meta) ([]op.Meta, error) {
	d := slices.Clone(in[0].Dims)
	for _, a := range o.Axis {
		d = slices.Insert(d, a, op.Dim{N: 1})
	}
	return []op.Meta{in[0].WithDims(d...)}, nil
}

func (o *ExpandDims) Tile(t *op.Tiler) error {
	return t.Out(chunk.Reaxis(t, func(shape []int) []int {
		for _, a := range o.Axis {
			shape = slices.Insert(shape, a, 1)
		}
		return shape
	}))
}

// Back drops the axes.
func (o *ExpandDims) Back(op.Meta) (op.Operand, bool, error) {
	return &Squeeze{Axis: o.Axis}, false, nil
}

// Exec is a view.
func (o *ExpandDims) Exec(x *op.Exec) error {
	a := x.Array(0)
	for _, k := range o.Axis {
		a = a.NewAxis(k)
	}
	return x.Put(0, a)
}
