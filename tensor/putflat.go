package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// putFlat writes values to places that are counted over all elements.
type putFlat struct {
	op.Deferred
	Mode string
}

func init() {
	op.Register[putFlat](op.Doc{
		Name: "tensor.put", Like: "numpy.put", Methods: "Tensor.put", Sig: "put(a, ind, v, mode='raise')", Forms: "a=stored ind=in:places",
		Summary: "Values at places, which are counted over all elements in C order",
		Text: "Fewer values than places follow one another, again and again. Places outside are an error when it runs, or are taken " +
			"modulo the number of elements with mode wrap, or are the nearest one with clip.",
		Go: "Put(a, ind, v, mode...)", Notes: "In Go it is another tensor.",
	})
}

// Infer knows the tensor where lengths are waited for.
func (o *putFlat) Infer(in []op.Meta) ([]op.Meta, error) { return in[:1], nil }

func (o *putFlat) Build(ask *op.Asker, a, ind, v *Tensor) (*Tensor, error) {
	for _, t := range []**Tensor{&a, &ind, &v} {
		if err := settle(ask, t); err != nil {
			return nil, err
		}
	}
	many := nd.Size(ind.Shape())
	if many == 0 || nd.Size(v.Shape()) == 0 {
		return a, nil
	}
	if !ind.DType().IsInteger() {
		return nil, errs.New(errs.Type, "Cannot cast array data from %s to dtype('int64') according to the rule 'safe'", chunk.Quote(ind.DType()))
	}
	at, err := placed(flat(ind), nd.Size(a.Shape()), o.Mode)
	if err != nil {
		return nil, err
	}
	all := flat(a).Copy()
	all.Set(cycled(AsType(v, a.DType()), Arange(0, many, 1)), By(at))
	return Reshape(all, a.Shape()...), nil
}
