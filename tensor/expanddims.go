package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/op"
)

// ExpandDims adds axes of length 1 at the given places of the result. It is a view, see Get.
func ExpandDims(a any, axis ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.expand_dims", err)
	}
	return view(&expandDims{Axis: axis}, t)
}

type expandDims struct {
	Axis []int
}

func init() {
	op.Register[expandDims](op.Doc{
		Name: "tensor.expand_dims", Like: "numpy.expand_dims", Sig: "expand_dims(a, axis)",
		Summary: "Tensor with new axes of length 1",
	})
}

// Normalize counts axes of the result from 0.
func (o *expandDims) Normalize(in []op.Meta) (err error) {
	o.Axis, err = normAxes(o.Axis, len(in[0].Dims)+len(o.Axis))
	return err
}

func (o *expandDims) Infer(in []op.Meta) ([]op.Meta, error) {
	d := slices.Clone(in[0].Dims)
	for _, a := range o.Axis {
		d = slices.Insert(d, a, op.Dim{N: 1})
	}
	return []op.Meta{in[0].WithDims(d...)}, nil
}

func (o *expandDims) Tile(t *op.Tiler) error {
	return t.Out(reaxis(t, func(shape []int) []int {
		for _, a := range o.Axis {
			shape = slices.Insert(shape, a, 1)
		}
		return shape
	}))
}

// Back drops the axes.
func (o *expandDims) Back(op.Meta) (op.Operand, bool, error) {
	return &squeeze{Axis: o.Axis}, false, nil
}

// Exec is a view.
func (o *expandDims) Exec(x *op.Exec) error {
	a := x.Array(0)
	for _, k := range o.Axis {
		a = a.NewAxis(k)
	}
	return x.Put(0, a)
}

// reaxis makes one task per chunk of the input, whose grid gets axes added or dropped.
func reaxis(t *op.Tiler, change func(shape []int) []int) op.Grid { return reaxisOf(t, t.In(0), change) }

// reaxisOf is reaxis of a grid.
func reaxisOf(t *op.Tiler, g op.Grid, change func(shape []int) []int) op.Grid {
	out := op.Grid{Shape: change(slices.Clone(g.Shape)), Edges: make([]op.Edge, 0, g.Len())}
	for k, e := range g.Edges {
		out.Edges = append(out.Edges, t.Edge([]int{k}, e))
	}
	return out
}
