package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type cross struct {
	op.Recipe
	Axisa *int `go:"A"` // where the vectors of a lie
	Axisb *int `go:"B"` // where those of b lie
	Axisc *int `go:"C"` // where those of the result lie
	Axis  *int // in place of all three
}

type linalgCross struct {
	op.Recipe
	Axis *int
}

func init() {
	op.Register[cross](op.Doc{
		Name: "tensor.cross", Like: "numpy.cross", Sig: "cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None)", Summary: "Cross products of vectors",
		Notes: "Vectors of two elements, which NumPy deprecates, are refused.",
		Go:    "Cross(a, b, CrossAxes)", Text: "They have three elements, in leading axes that broadcast.",
	})
	op.Register[linalgCross](op.Doc{
		Name: "tensor.linalg.cross", Like: "numpy.linalg.cross", Sig: "cross(x1, x2, /, *, axis=-1)", Summary: "Cross products of vectors of three elements",
		Go: "LinalgCross(x1, x2, axis...)",
	})
}

func (o *cross) Build(a, b *Tensor) (*Tensor, error) {
	axes := []int{*o.Axisa, *o.Axisb, *o.Axisc}
	if o.Axis != nil {
		axes = []int{*o.Axis, *o.Axis, *o.Axis}
	}
	return crossed(a, b, axes, "incompatible dimensions for cross product\n(dimension must be 3)")
}

func (o *linalgCross) Build(a, b *Tensor) (*Tensor, error) {
	return crossed(a, b, []int{*o.Axis, *o.Axis, *o.Axis}, "Both input arrays must be (arrays of) 3-dimensional vectors")
}

func crossed(a, b *Tensor, axes []int, refusal string) (*Tensor, error) {
	var parts [2][3]*Tensor
	for i, t := range []*Tensor{a, b} {
		axis, err := normAxis(axes[i], t.Rank())
		if err != nil {
			return nil, err
		}
		if n := t.Shape()[axis]; n >= 0 && n != 3 {
			return nil, errs.New(errs.Invalid, "%s", refusal)
		}
		t = Moveaxis(t, []int{axis}, []int{0})
		for k := range 3 {
			parts[i][k] = t.Get(At(k))
		}
	}
	x, y := parts[0], parts[1]
	var out []*Tensor
	for k := range 3 {
		i, j := (k+1)%3, (k+2)%3
		out = append(out, Subtract(Multiply(x[i], y[j]), Multiply(x[j], y[i])))
	}
	return Stack(out, axes[2]), nil
}
