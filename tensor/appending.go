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
	op.Recipe
	Axis *int
}

func init() {
	op.Register[appending](op.Doc{
		Name: "tensor.append", Like: "numpy.append", Sig: "append(arr, values, axis=None)", Summary: "Values put behind those of a tensor",
	})
}

func (o *appending) Build(arr, values *Tensor) *Tensor {
	if o.Axis == nil {
		return Concatenate([]*Tensor{Ravel(arr), Ravel(values)}, 0)
	}
	return Concatenate([]*Tensor{arr, values}, *o.Axis)
}
