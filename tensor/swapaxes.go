package tensor

import (
	"github.com/mars-project/mars-go/op"
)

type swapaxes struct {
	op.Recipe
	Axis1 int `axis:"0 axis1"`
	Axis2 int `axis:"0 axis2"`
}

func init() {
	op.Register[swapaxes](op.Doc{
		Name: "tensor.swapaxes", Like: "numpy.swapaxes", Methods: "Tensor.swapaxes", Sig: "swapaxes(a, axis1, axis2)",
		Summary: "Tensor with two axes exchanged",
		Go:      "Swapaxes Tensor.Swapaxes(axis1, axis2)",
		Text:    "It is a view: what is assigned to it is assigned to a.",
		Also: []op.Name{
			{Sig: "matrix_transpose(x, /)", Sets: "axis1=-2, axis2=-1", Summary: "The last two axes changed over"},
			{Sig: "Tensor.mT", Sets: "axis1=-2, axis2=-1", Summary: "The last two axes changed over"},
		},
	})
}

// Back exchanges the axes again.
func (o *swapaxes) Back(op.Meta) (op.Operand, bool, error) {
	return &swapaxes{Axis1: o.Axis1, Axis2: o.Axis2}, false, nil
}

func (o *swapaxes) Build(a *Tensor) *Tensor { return Transpose(a, o.Permutation(a.Rank())...) }

func (o *swapaxes) Permutation(n int) []int {
	perm := make([]int, n)
	for i := range perm {
		perm[i] = i
	}
	perm[o.Axis1], perm[o.Axis2] = o.Axis2, o.Axis1
	return perm
}
