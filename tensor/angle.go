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
	op.Recipe
	Deg bool
}

func init() {
	op.Register[angle](op.Doc{
		Name: "tensor.angle", Like: "numpy.angle", Sig: "angle(z, deg=False)", Summary: "Angle of complex numbers",
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
