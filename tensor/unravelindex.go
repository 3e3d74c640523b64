package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type unravelIndex struct {
	op.Recipe
	Shape []int
	Order string
}

func init() {
	op.Register[unravelIndex](op.Doc{
		Name: "tensor.unravel_index", Like: "numpy.unravel_index", Sig: "unravel_index(indices, shape, order='C')", Gives: "each shape",
		Summary: "Places counted over all elements as a place along each axis", Notes: "Places outside are not looked for.", Go: "UnravelIndex(indices, shape...)",
	})
}

func (o *unravelIndex) Build(indices *Tensor) ([]*Tensor, error) {
	axes, err := slowest(len(o.Shape), o.Order)
	if err != nil {
		return nil, err
	}
	if !indices.DType().IsInteger() {
		return nil, errs.New(errs.Type, "only int indices permitted")
	}
	out := make([]*Tensor, len(axes))
	for _, k := range slices.Backward(axes) {
		out[k], indices = Remainder(indices, o.Shape[k]), FloorDivide(indices, o.Shape[k])
	}
	return out, nil
}
