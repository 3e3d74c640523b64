package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type kron struct{ op.Recipe }

func init() {
	op.Register[kron](op.Doc{
		Name: "tensor.kron", Like: "numpy.kron", Sig: "kron(a, b)", Summary: "Kronecker product of two tensors",
		Go:   "Kron",
		Text: "It is blocks of b, each multiplied by an element of a. The lengths must be known.",
	})
}

func (o *kron) Build(a, b *Tensor) (*Tensor, error) {
	sa, sb := a.Shape(), b.Shape()
	n := max(len(sa), len(sb))
	var ia, ib []Index
	shape := make([]int, n)
	for k := range n {
		shape[k] = 1
		place := func(ix []Index, s []int) []Index {
			if i := k - (n - len(s)); i >= 0 {
				if shape[k] *= s[i]; s[i] < 0 || shape[k] < 0 {
					shape[k] = -1
				}
				return append(ix, Whole)
			}
			return append(ix, NewAxis)
		}
		ia = append(place(ia, sa), NewAxis)
		ib = place(append(ib, NewAxis), sb)
	}
	if unknown(shape) > 1 {
		return nil, errs.New(errs.Invalid, "kron of tensors of several unknown lengths: execute them first")
	}
	return Reshape(Multiply(a.Get(ia...), b.Get(ib...)), shape...), nil
}

// unknown is how many lengths are not known.
func unknown(shape []int) (n int) {
	for _, d := range shape {
		if d < 0 {
			n++
		}
	}
	return n
}
