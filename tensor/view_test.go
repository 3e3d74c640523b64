package tensor_test

import (
	"testing"

	"github.com/mars-project/mars-go/dtype"
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

func TestElementsAlongOneAxisAreAViewWhereTheyLieInOnePiece(t *testing.T) {
	a := tensor.Array([]float64{1, 2, 3, 4}, 2, 2)
	rows := tensor.Ravel(a)
	rows.Set(9, tensor.At(1))
	marstest.Check(t, "the base", a, nd.Of([]float64{1, 9, 3, 4}, 2, 2))
	v := tensor.Arange(0, 6, 1)
	every := v.Get(tensor.Slice(0, 6).Every(2))
	tensor.Ravel(every).Set(7, tensor.At(0))
	marstest.Check(t, "elements that do not", every, vector[int64](0, 2, 4))
	tensor.Reshape(every, 3).Set(7, tensor.At(0))
	marstest.Check(t, "in a shape", every, vector[int64](7, 2, 4))
	tensor.Ravel(tensor.Ravel(rows)).Set(5, tensor.At(0))
	marstest.Check(t, "twice", a, nd.Of([]float64{5, 9, 3, 4}, 2, 2))
}

func TestScalarAndDiagIndices(t *testing.T) {
	marstest.Check(t, "scalar", tensor.Scalar(3, dtype.Float32), nd.Scalar(float32(3)))
	marstest.Check(t, "scalar of a list", tensor.Scalar(vector(1.0, 2)), errs.Type)
	at := tensor.DiagIndices(3, 3)
	if len(at) != 3 {
		t.Fatalf("%d indexes", len(at))
	}
	marstest.Check(t, "diag_indices", at[2], vector[int64](0, 1, 2))
	for _, bad := range tensor.DiagIndices(3, 0) {
		marstest.Check(t, "no axis", bad, errs.Invalid)
	}
}
