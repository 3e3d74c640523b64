package tensor

import "github.com/mars-project/mars-go/op"

// Dot sums products over the last axis of a and the last but one of b, or the only one of a vector. With a
// scalar it multiplies.
func Dot(a, b any) *Tensor {
	x, y, err := two("dot", a, b)
	if err != nil {
		return bad("tensor.dot", err)
	}
	return apply(&dot{}, x, y)
}

// dot is the recipe of what users call.
type dot struct{ op.Recipe }

// dotSum is dot of what has axes.
type dotSum struct{}

func init() {
	op.Register[dot](op.Doc{
		Name: "tensor.dot", Like: "numpy.dot", Methods: "Tensor.dot", Sig: "dot(a, b, out=None)",
		Summary: "Dot product of two tensors",
	})
	op.Register[dotSum](op.Doc{Face: "inner", Name: "tensor.dot_sum", Sig: "dot_sum(a, b)", Summary: "Dot product of two tensors that have axes"})
}

func (*dot) Build(a, b *Tensor) *Tensor {
	if a.Rank() == 0 || b.Rank() == 0 {
		return Ufunc("multiply", a, b)
	}
	return apply(&dotSum{}, a, b)
}

func (*dotSum) product(ra, rb int) product {
	a, k := letters(0, ra-1), letters(51, 1)
	if rb == 1 {
		return product{a + k + "," + k + "->" + a}
	}
	b, last := letters(ra, rb-2), letters(50, 1)
	return product{a + k + "," + b + k + last + "->" + a + b + last}
}

func (o *dotSum) Infer(in []op.Meta) ([]op.Meta, error) {
	ra, rb := len(in[0].Dims), len(in[1].Dims)
	return o.product(ra, rb).infer(in, func(in []op.Meta) error { return notAligned(in, ra-1, max(0, rb-2)) })
}

func (o *dotSum) Tile(t *op.Tiler) error {
	p := o.product(len(t.In(0).Shape), len(t.In(1).Shape))
	return t.Out(t.Blocked(p.subs, t.In(0), t.In(1)))
}

func (o *dotSum) Exec(x *op.Exec) error {
	return o.product(x.Array(0).Rank(), x.Array(1).Rank()).exec(x)
}
