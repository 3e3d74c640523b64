package tensor

import (
	"math"

	"github.com/mars-project/mars-go/op"
)

// Angle is the angle of complex numbers from the positive real axis, in (-pi, pi], or in degrees.
func Angle(z any, deg ...bool) *Tensor {
	t, err := As(z)
	if err != nil {
		return bad("tensor.angle", err)
	}
	return apply(&angle{Deg: len(deg) > 0 && deg[0]}, t)
}

type angle struct {
	macro
	Deg bool
}

func init() {
	op.Register[angle](op.Doc{
		Name: "tensor.angle", Like: "numpy.angle", Sig: "angle(z, deg=False)", Summary: "Angle of complex numbers",
	})
	expand[angle]("angle is the arc tangent of its parts")
}

func (o *angle) Infer(in []op.Meta) ([]op.Meta, error) { return inferred(o, in) }

func (o *angle) build(b builder, in []op.Value) op.Value {
	var r op.Value
	if in[0].Meta().DType.Is.IsComplex() {
		r = b.call("arctan2", b.value(&part{name: "imag"}, in[0]), b.value(&part{name: "real"}, in[0]))
	} else {
		r = b.call("arctan2", 0, in[0])
	}
	if o.Deg {
		r = b.call("multiply", r, 180/math.Pi)
	}
	return r
}
