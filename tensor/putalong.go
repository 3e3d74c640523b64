package tensor

import "github.com/mars-project/mars-go/op"

type putAlong struct {
	op.Deferred
	Axis *int
}

func init() {
	op.Register[putAlong](op.Doc{
		Name: "tensor.put_along_axis", Like: "numpy.put_along_axis", Sig: "put_along_axis(arr, indices, values, axis)", Forms: "arr=stored",
		Summary: "Values at places along an axis, told for each lane", Text: "The other axes broadcast, and values do to the indices. Without an axis elements are counted in C order.",
		Go: "PutAlongAxis(arr, indices, values, axis...)", Notes: "In Go it is another tensor.",
	})
}

// Infer knows the tensor where lengths are waited for.
func (o *putAlong) Infer(in []op.Meta) ([]op.Meta, error) { return in[:1], nil }

func (o *putAlong) Build(ask *op.Asker, arr, at, values *Tensor) (*Tensor, error) {
	if err := settle(ask, &arr); err != nil {
		return nil, err
	}
	a, axis := alongOrFlat(arr, o.Axis)
	places, err := flatPlaces(a, at, axis)
	if err != nil {
		return nil, err
	}
	v, all := repeated([]*Tensor{places, AsType(values, arr.DType())}), Ravel(arr).Copy()
	all.Set(Ravel(v[1]), By(Ravel(v[0])))
	return Reshape(all, arr.Shape()...), nil
}
