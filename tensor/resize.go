package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type resize struct {
	op.Recipe
	NewShape []int
}

func init() {
	op.Register[resize](op.Doc{
		Name: "tensor.resize", Like: "numpy.resize", Sig: "resize(a, new_shape)", Summary: "Elements in C order in a shape, again and again as often as they fit",
		Text: "Of no elements they are zeros. The lengths must be known.", Go: "Resize(a, new_shape...)",
	})
}

func (o *resize) Build(a *Tensor) (*Tensor, error) {
	shape, known := flat(a).Value().Meta().Shape()
	if !known {
		return nil, errs.New(errs.Invalid, "resize of a tensor of unknown lengths: execute it first")
	}
	want := 1
	for _, n := range o.NewShape {
		if n < 0 {
			return nil, errs.New(errs.Invalid, "all elements of `new_shape` must be non-negative")
		}
		want *= n
	}
	if shape[0] == 0 || want == 0 {
		return Zeros(o.NewShape, Create{DType: a.DType()}), nil
	}
	return Reshape(Tile(flat(a), (want+shape[0]-1)/shape[0]).Get(To(want)), o.NewShape...), nil
}
