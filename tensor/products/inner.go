package products

import "github.com/mars-project/mars-go/op"

// Inner is the operand of tensor.inner.
type Inner struct{}

func init() {
	op.Register[Inner](op.Doc{Name: "tensor.inner", Like: "numpy.inner", Aliases: "innerproduct", Sig: "inner(a, b, /)", Summary: "Sum of products over the last axes"})
}

func (*Inner) product(ra, rb int) product {
	a, b := Letters(0, ra-1), Letters(ra, rb-1)
	k := Letters(51, 1)
	return product{a + k + "," + b + k + "->" + a + b}
}

func (o *Inner) Infer(in []op.Meta) ([]op.Meta, error) {
	ra, rb := len(in[0].Dims), len(in[1].Dims)
	return o.product(ra, rb).infer(in, func(in []op.Meta) error { return notAligned(in, ra-1, rb-1) })
}

// StageMeta describes a block of a matrix with itself that is another one turned.
func (o *Inner) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Combine {
		return nil, nil
	}
	return []op.Meta{in[0].WithDims(in[0].Dims[1], in[0].Dims[0])}, nil
}

// Tile makes half of the products of a matrix with itself, as BLAS does by SYRK.
func (o *Inner) Tile(t *op.Tiler) error {
	if a := t.In(0); len(a.Shape) == 2 && a.Same(t.In(1)) {
		return t.Out(t.Gram(a))
	}
	p := o.product(len(t.In(0).Shape), len(t.In(1).Shape))
	return t.Out(t.Blocked(p.subs, t.In(0), t.In(1)))
}

func (o *Inner) Exec(x *op.Exec) error {
	if x.Stage == op.Combine {
		return x.Put(0, x.Array(0).Transpose())
	}
	return o.product(x.Array(0).Rank(), x.Array(1).Rank()).exec(x)
}
