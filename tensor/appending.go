package tensor

import "github.com/mars-project/mars-go/op"

type appending struct {
	op.Recipe
	Axis *int
}

func init() {
	op.Register[appending](op.Doc{
		Name: "tensor.append", Like: "numpy.append", Sig: "append(arr, values, axis=None)", Summary: "Values put behind those of a tensor",
		Go:   "Append(arr, values, axis...)",
		Text: "They go along an axis; without one both are taken in C order.",
	})
}

func (o *appending) Build(arr, values *Tensor) *Tensor {
	if o.Axis == nil {
		return Concatenate([]*Tensor{Ravel(arr), Ravel(values)}, 0)
	}
	return Concatenate([]*Tensor{arr, values}, *o.Axis)
}
