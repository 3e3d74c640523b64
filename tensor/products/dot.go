package products

import "github.com/mars-project/mars-go/op"

// DotSum is dot of what has axes.
type DotSum struct{}

func init() {
	op.Register[DotSum](op.Doc{Face: "inner", Name: "tensor.dot_sum", Sig: "dot_sum(a, b)", Summary: "Dot product of two tensors that have axes"})
}

func (*DotSum) product(ra, rb int) product {
	a, k := Letters(0, ra-1), Letters(51, 1)
	if rb == 1 {
		return product{a + k + "," + k + "->" + a}
	}
	b, last := Letters(ra, rb-2), Letters(50, 1)
	return product{a + k + "," + b + k + last + "->" + a + b + last}
}

func (o *DotSum) Infer(in []op.Meta) ([]op.Meta, error) {
	ra, rb := len(in[0].Dims), len(in[1].Dims)
	return o.product(ra, rb).infer(in, func(in []op.Meta) error { return notAligned(in, ra-1, max(0, rb-2)) })
}

func (o *DotSum) Tile(t *op.Tiler) error {
	p := o.product(len(t.In(0).Shape), len(t.In(1).Shape))
	return t.Out(t.Blocked(p.subs, t.In(0), t.In(1)))
}

func (o *DotSum) Exec(x *op.Exec) error {
	return o.product(x.Array(0).Rank(), x.Array(1).Rank()).exec(x)
}
