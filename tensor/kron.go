package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Kron is the Kronecker product: blocks of b, each multiplied by an element of a. The lengths must be known.
func Kron(a, b any) *Tensor {
	x, y, err := two("kron", a, b)
	if err != nil {
		return bad("tensor.kron", err)
	}
	return apply(&kron{}, x, y)
}

type kron struct{ op.Recipe }

func init() {
	op.Register[kron](op.Doc{
		Name: "tensor.kron", Like: "numpy.kron", Sig: "kron(a, b)", Summary: "Kronecker product of two tensors",
	})
}

func (o *kron) Build(a, b *Tensor) (*Tensor, error) {
	sa, okA := a.Value().Meta().Shape()
	sb, okB := b.Value().Meta().Shape()
	if !okA || !okB {
		return nil, errs.New(errs.Invalid, "kron of tensors of unknown lengths")
	}
	n := max(len(sa), len(sb))
	var ia, ib []Index
	shape := make([]int, n)
	for k := range n {
		shape[k] = 1
		place := func(ix []Index, s []int) []Index {
			if i := k - (n - len(s)); i >= 0 {
				shape[k] *= s[i]
				return append(ix, Whole)
			}
			return append(ix, NewAxis)
		}
		ia = append(place(ia, sa), NewAxis)
		ib = place(append(ib, NewAxis), sb)
	}
	return Reshape(Multiply(a.Get(ia...), b.Get(ib...)), shape...), nil
}
