package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type swapaxes struct {
	op.Recipe
	Axis1, Axis2 int
}

func init() {
	op.Register[swapaxes](op.Doc{
		Name: "tensor.swapaxes", Like: "numpy.swapaxes", Methods: "Tensor.swapaxes", Sig: "swapaxes(a, axis1, axis2)",
		Summary: "Tensor with two axes exchanged",
		Go:      "Swapaxes Tensor.Swapaxes(axis1, axis2)",
		Text:    "It is a view: what is assigned to it is assigned to a.",
	})
}

// Back exchanges the axes again.
func (o *swapaxes) Back(op.Meta) (op.Operand, bool, error) {
	return &swapaxes{Axis1: o.Axis1, Axis2: o.Axis2}, false, nil
}

// Normalize counts axes from 0.
func (o *swapaxes) Normalize(in []op.Meta) error {
	for i, p := range []*int{&o.Axis1, &o.Axis2} {
		n := len(in[0].Dims)
		a, err := normAxis(*p, n)
		if err != nil {
			return errs.New(errs.Invalid, "axis%d: axis %d is out of bounds for array of dimension %d", i+1, *p, n)
		}
		*p = a
	}
	return nil
}

func (o *swapaxes) Build(a *Tensor) *Tensor { return Transpose(a, o.permutation(a.Rank())...) }

func (o *swapaxes) permutation(n int) []int {
	perm := make([]int, n)
	for i := range perm {
		perm[i] = i
	}
	perm[o.Axis1], perm[o.Axis2] = o.Axis2, o.Axis1
	return perm
}
