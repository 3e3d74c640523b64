package tensor

import (
	"math"

	"github.com/mars-project/mars-go/op"
)

type angle struct {
	op.Recipe
	Deg bool // in degrees, else in radians
}

func init() {
	op.Register[angle](op.Doc{
		Name: "tensor.angle", Like: "numpy.angle", Sig: "angle(z, deg=False)", Summary: "Angle of complex numbers",
		Go: "Angle(z, AngleOptions)", Text: "Angles are in (-pi, pi], or in degrees, from the positive real axis.",
	})
}

func (o *angle) Build(z *Tensor) *Tensor {
	r := Arctan2(Imag(z), Real(z))
	if !z.DType().IsComplex() {
		r = Arctan2(0, z)
	}
	if o.Deg {
		r = Multiply(r, 180/math.Pi)
	}
	return r
}
