package tensor

import "github.com/mars-project/mars-go/op"

type putAlong struct {
	op.Recipe
	Axis *int
}

func init() {
	op.Register[putAlong](op.Doc{
		Name: "tensor.put_along_axis", Like: "numpy.put_along_axis", Sig: "put_along_axis(arr, indices, values, axis)", Forms: "arr=stored",
		Summary: "Values at places along an axis, told for each lane", Text: "The other axes broadcast, and values do to the indices. Without an axis elements are counted in C order. Lengths must be known.",
		Go: "PutAlongAxis(arr, indices, values, axis...)", Notes: "In Go it is another tensor.",
	})
}

func (o *putAlong) Build(arr, at, values *Tensor) (*Tensor, error) {
	a, axis := alongOrFlat(arr, o.Axis)
	places, err := flatPlaces(a, at, axis)
	if err != nil {
		return nil, err
	}
	v := repeated([]*Tensor{places, AsType(values, arr.DType())})
	all := Ravel(arr).Copy()
	all.Set(Ravel(v[1]), By(Ravel(v[0])))
	return Reshape(all, arr.Shape()...), nil
}
