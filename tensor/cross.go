package tensor

import (
	"cmp"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
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
		Go: "Cross(a, b, CrossAxes)", Text: "They have three elements, or two where the third is zero, in leading axes that broadcast. Of two by two it is the third alone.",
	}, cross{name: "cross"})
	op.Register[cross](op.Doc{
		Name: "tensor.linalg.cross", Like: "numpy.linalg.cross", Sig: "cross(x1, x2, /, *, axis=-1)", Summary: "Cross products of vectors of three elements",
		Go: "LinalgCross(x1, x2, axis...)",
	}, cross{name: "linalg.cross"})
}

// threeElements is what NumPy says to vectors of another length.
var threeElements = map[string]string{
	"cross": "incompatible dimensions for cross product\n(dimension must be 2 or 3)", "linalg.cross": "Both input arrays must be (arrays of) 3-dimensional vectors",
}

func (o *cross) Build(a, b *Tensor) (*Tensor, error) {
	var parts [2][3]*Tensor
	flat := true
	for i, t := range []*Tensor{a, b} {
		axis, err := chunk.NormAxis(*cmp.Or(o.Axis, []*int{o.Axisa, o.Axisb}[i]), t.Rank())
		if err != nil {
			return nil, err
		}
		n := t.Shape()[axis]
		if n >= 0 && n != 3 && (n != 2 || o.name != "cross") {
			return nil, errs.New(errs.Invalid, "%s", threeElements[o.name])
		}
		for k := range 3 {
			if k < 2 || n != 2 {
				parts[i][k] = along(t, axis, At(k))
			}
		}
		flat = flat && n == 2
	}
	x, y := parts[0], parts[1]
	if flat {
		return crossed(x, y, 2), nil
	}
	out := make([]*Tensor, 3)
	for k := range out {
		out[k] = crossed(x, y, k)
	}
	return Stack(out, *cmp.Or(o.Axis, o.Axisc)), nil
}

// crossed is element k of the cross product of vectors that may lack the third element, which is zero then.
func crossed(x, y [3]*Tensor, k int) *Tensor {
	i, j := (k+1)%3, (k+2)%3
	times := func(a, b *Tensor) *Tensor {
		if a == nil || b == nil {
			return nil
		}
		return Multiply(a, b)
	}
	switch plus, less := times(x[i], y[j]), times(x[j], y[i]); {
	case less == nil:
		return plus
	case plus == nil:
		return Negative(less)
	default:
		return Subtract(plus, less)
	}
}
