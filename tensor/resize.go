package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

type resize struct {
	op.Recipe `known:"lengths"`
	NewShape  []int
}

func init() {
	op.Register[resize](op.Doc{
		Name: "tensor.resize", Like: "numpy.resize", Sig: "resize(a, new_shape)", Summary: "Elements in C order in a shape, again and again as often as they fit",
		Text: "Of no elements they are zeros. The lengths must be known.", Go: "Resize(a, new_shape...)",
	})
}

func (o *resize) Build(a *Tensor) (*Tensor, error) {
	n, want := nd.Size(a.Shape()), nd.Size(o.NewShape)
	if negative(o.NewShape) {
		return nil, errs.New(errs.Invalid, "all elements of `new_shape` must be non-negative")
	}
	if n == 0 || want == 0 {
		return Zeros(o.NewShape, Create{DType: a.DType()}), nil
	}
	return Reshape(Tile(flat(a), (want+n-1)/n).Get(To(want)), o.NewShape...), nil
}
