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

type kron struct{ macro }

func init() {
	op.Register[kron](op.Doc{
		Name: "tensor.kron", Like: "numpy.kron", Sig: "kron(a, b)", Summary: "Kronecker product of two tensors",
	})
	expand[kron]("kron is an outer product of interleaved axes")
}

func (o *kron) Infer(in []op.Meta) ([]op.Meta, error) { return inferred(o, in) }

func (o *kron) build(b builder, in []op.Value) op.Value {
	sa, okA := in[0].Meta().Shape()
	sb, okB := in[1].Meta().Shape()
	if !okA || !okB {
		return b.bad(errs.New(errs.Invalid, "kron of tensors of unknown lengths"))
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
	all := b.call("multiply", b.value(&getitem{Index: ia}, in[0]), b.value(&getitem{Index: ib}, in[1]))
	return b.value(&reshape{Shape: shape}, all)
}
