package tensor

import "github.com/mars-project/mars-go/op"

// Permuted is the elements along an axis in random order, each lane in one of its own.
func (r *Random) Permuted(x any, axis int) *Tensor {
	t, err := As(x)
	if err != nil {
		return bad("tensor.random.permuted", err)
	}
	return apply(&permuted{Seeded: r.next(), Axis: &axis}, t)
}

type permuted struct {
	op.Recipe `known:"lengths"`
	op.Seeded
	Axis *int `axis:"0"`
}

func init() {
	op.Register[permuted](op.Doc{
		Name: "tensor.random.permuted", Like: "numpy.random.Generator.permuted", Sig: "permuted(x, *, axis=None, out=None)",
		Summary: "Elements along an axis in random order, each lane in one of its own", Text: "Without an axis all elements change places.", Notes: drawnNotes,
	})
}

func (o *permuted) Build(x *Tensor) *Tensor {
	if o.Axis == nil {
		return Reshape(NewRandom(*o.Seed).Permutation(Ravel(x)), x.Shape()...)
	}
	order := Argsort(NewRandom(*o.Seed).Rand(x.Shape()...), *o.Axis)
	return TakeAlongAxis(x, order, *o.Axis)
}
