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

type outer struct{ macro }

func init() {
	op.Register[outer](op.Doc{
		Name: "tensor.outer", Like: "numpy.outer", Sig: "outer(a, b, out=None)", Summary: "Products of all pairs of elements",
	})
	expand[outer]("outer is a product of a column and a row")
}

func (o *outer) Infer(in []op.Meta) ([]op.Meta, error) { return inferred(o, in) }

func (o *outer) build(b builder, in []op.Value) op.Value {
	return b.call("multiply", b.get(b.flat(in[0]), 1, NewAxis), b.flat(in[1]))
}
