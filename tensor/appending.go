package tensor

import "github.com/mars-project/mars-go/op"

// Append puts values behind those of arr along an axis; without one both are taken in C order.
func Append(arr, values any, axis ...int) *Tensor {
	x, y, err := two("append", arr, values)
	if err != nil {
		return bad("tensor.append", err)
	}
	o := &appending{}
	if len(axis) > 0 {
		o.Axis = &axis[0]
	}
	return apply(o, x, y)
}

type appending struct {
	macro
	Axis *int
}

func init() {
	op.Register[appending](op.Doc{
		Name: "tensor.append", Like: "numpy.append", Sig: "append(arr, values, axis=None)", Summary: "Values put behind those of a tensor",
	})
	expand[appending]("append is concatenate")
}

func (o *appending) Infer(in []op.Meta) ([]op.Meta, error) { return inferred(o, in) }

func (o *appending) build(b builder, in []op.Value) op.Value {
	if o.Axis == nil {
		return b.concat(0, b.flat(in[0]), b.flat(in[1]))
	}
	return b.concat(*o.Axis, in...)
}
