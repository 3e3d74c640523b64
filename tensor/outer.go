package tensor

import "github.com/mars-project/mars-go/op"

// Outer is the product of every element of a with every one of b, both in C order.
func Outer(a, b any) *Tensor {
	x, y, err := two("outer", a, b)
	if err != nil {
		return bad("tensor.outer", err)
	}
	return apply(&outer{}, x, y)
}

type outer struct{ op.Recipe }

func init() {
	op.Register[outer](op.Doc{
		Name: "tensor.outer", Like: "numpy.outer", Sig: "outer(a, b, out=None)", Summary: "Products of all pairs of elements",
	})
}

func (o *outer) Build(a, b *Tensor) *Tensor { return Multiply(flat(a).Get(Whole, NewAxis), flat(b)) }
