package tensor

import (
	"cmp"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type cross struct {
	op.Recipe
	Axisa *int `sig:"-" go:"A"` // where the vectors of a lie
	Axisb *int `sig:"-" go:"B"` // where those of b lie
	Axisc *int `sig:"-" go:"C"` // where those of the result lie
	Axis  *int // in place of all three
	name  string
}

func (o *cross) Row() string { return o.name }

func init() {
	op.Register[cross](op.Doc{
		Name: "tensor.cross", Like: "numpy.cross", Sig: "cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None)", Summary: "Cross products of vectors",
		Notes: "Vectors of two elements, which NumPy deprecates, are refused.",
		Go:    "Cross(a, b, CrossAxes)", Text: "They have three elements, in leading axes that broadcast.",
	}, cross{name: "cross"})
	op.Register[cross](op.Doc{
		Name: "tensor.linalg.cross", Like: "numpy.linalg.cross", Sig: "cross(x1, x2, /, *, axis=-1)", Summary: "Cross products of vectors of three elements",
		Go: "LinalgCross(x1, x2, axis...)",
	}, cross{name: "linalg.cross"})
}

// threeElements is what NumPy says to vectors of another length.
var threeElements = map[string]string{
	"cross": "incompatible dimensions for cross product\n(dimension must be 3)", "linalg.cross": "Both input arrays must be (arrays of) 3-dimensional vectors",
}

func (o *cross) Build(a, b *Tensor) (*Tensor, error) {
	var parts [2][3]*Tensor
	for i, t := range []*Tensor{a, b} {
		axis, err := normAxis(*cmp.Or(o.Axis, []*int{o.Axisa, o.Axisb}[i]), t.Rank())
		if err != nil {
			return nil, err
		}
		if n := t.Shape()[axis]; n >= 0 && n != 3 {
			return nil, errs.New(errs.Invalid, "%s", threeElements[o.name])
		}
		for k := range 3 {
			parts[i][k] = along(t, axis, At(k))
		}
	}
	x, y, out := parts[0], parts[1], make([]*Tensor, 3)
	for k := range out {
		i, j := (k+1)%3, (k+2)%3
		out[k] = Subtract(Multiply(x[i], y[j]), Multiply(x[j], y[i]))
	}
	return Stack(out, *cmp.Or(o.Axis, o.Axisc)), nil
}
