package tensor

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

type ptp struct {
	op.Recipe
	Axis     []int
	Keepdims bool
}

func init() {
	op.Register[ptp](op.Doc{
		Name: "tensor.ptp", Like: "numpy.ptp", Methods: "Tensor.ptp", Sig: "ptp(a, axis=None, out=None, keepdims=False)",
		Summary: "Range of elements along axes: the largest less the smallest",
		Go:      "Ptp(a, Reduce)", Text: "NaN wins.",
	})
}

// Normalize counts axes from 0.
func (o *ptp) Normalize(in []op.Meta) (err error) {
	o.Axis, err = chunk.NormAxes(o.Axis, len(in[0].Dims))
	return err
}

func (o *ptp) Build(a *Tensor) *Tensor {
	r := Reduce{Axis: o.Axis, Keepdims: o.Keepdims}
	return Subtract(Max(a, r), Min(a, r))
}
