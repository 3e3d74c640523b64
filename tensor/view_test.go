package tensor_test

import (
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
)

func TestPartsOfComplexNumbersAreViews(t *testing.T) {
	z := tensor.Array([]complex128{1 + 2i, 3 - 4i}, 2)
	re, im := z.Real(), z.Imag()
	re.Set(9, tensor.At(0))
	im.Set(7.5, tensor.At(1))
	marstest.Check(t, "with_part", z, nd.Of([]complex128{9 + 2i, 3 + 7.5i}))
	z.Set(5i, tensor.At(0))
	marstest.Check(t, "real part", re, vector(0.0, 3))
	marstest.Check(t, "imaginary part", im, vector(5.0, 7.5))
	wide := tensor.Reshape(tensor.Array([]complex128{1, 2i, 3, 4}, 2, 2).Real(), -1)
	marstest.Check(t, "reshape of a part", wide, vector(1.0, 0, 3, 4))
}

func TestSomeViewsAreReadOnly(t *testing.T) {
	a := tensor.Array([]float64{1, 2, 3, 4}, 2, 2)
	for name, v := range map[string]*tensor.Tensor{
		"diagonal":                       tensor.Diagonal(a),
		"broadcast_to":                   tensor.BroadcastTo(a, 2, 2, 2),
		"imaginary part of real numbers": a.Imag(),
	} {
		v.Set(9, tensor.At(0))
		marstest.Check(t, name, v, errs.Invalid)
	}
	marstest.Check(t, "the base", a, nd.Of([]float64{1, 2, 3, 4}, 2, 2))
}

func TestACopyIsNoView(t *testing.T) {
	a := tensor.Array([]float64{1, 2, 3, 4}, 2, 2)
	c := a.T().Copy()
	c.Set(9, tensor.At(0))
	marstest.Check(t, "the base", a, nd.Of([]float64{1, 2, 3, 4}, 2, 2))
	marstest.Check(t, "the copy", c, nd.Of([]float64{9, 9, 2, 4}, 2, 2))
}
