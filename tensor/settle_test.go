package tensor_test

import (
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// beyond is the elements of 0, 1 .. 5 beyond a bound: a length that follows from data.
func beyond(bound int) *tensor.Tensor {
	v := tensor.Arange(0, 6, 1)
	return tensor.Compress(tensor.Greater(v, bound), v)
}

func TestLengthsAreWaitedFor(t *testing.T) {
	marstest.Check(t, "insert", tensor.Insert(beyond(2), vector[int64](1, -1), vector[int64](7, 8)), vector[int64](3, 7, 4, 8, 5))
	marstest.Check(t, "insert at the end", tensor.Insert(vector[int64](1, 2, 3, 4, 5), beyond(4), 9), vector[int64](1, 2, 3, 4, 5, 9))
	marstest.Check(t, "insert by truth", tensor.Insert(beyond(2), tensor.Greater(beyond(2), 3), 9), vector[int64](3, 9, 4, 9, 5))
	marstest.Check(t, "insert outside", tensor.Insert(beyond(2), vector[int64](-4), 9), errs.NotFound)
	marstest.Check(t, "take_along_axis", tensor.TakeAlongAxis(beyond(2), vector[int64](2, 0), 0), vector[int64](5, 3))
	marstest.Check(t, "choose", tensor.Choose(tensor.Mod(beyond(2), 2), []*tensor.Tensor{beyond(2), tensor.Negative(beyond(2))}), vector[int64](-3, 4, -5))
	marstest.Check(t, "packbits", tensor.Packbits(tensor.Greater(beyond(2), 3)), vector[uint8](0b01100000))
	marstest.Check(t, "put_along_axis", tensor.PutAlongAxis(beyond(2), vector[int64](2, 0), 9, 0), vector[int64](9, 4, 9))
	rows := tensor.Compress(vector(false, true), nd.Of([]uint8{1, 2, 3, 4}, 2, 2), 0)
	marstest.Check(t, "unpackbits", tensor.Unpackbits(rows, 0), nd.Of([]uint8{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0}, 8, 2))
}

func TestWhatTurnsOutEmptyHasNothingApart(t *testing.T) {
	marstest.Check(t, "setxor1d", tensor.Setxor1d(beyond(9), beyond(9)), vector[int64]())
	marstest.Check(t, "with another", tensor.Setxor1d(beyond(9), beyond(4)), vector[int64](5))
	marstest.Check(t, "intersect1d", tensor.Intersect1d(beyond(9), beyond(9)), vector[int64]())
}

func TestBoolsHaveADotProduct(t *testing.T) {
	marstest.Check(t, "vdot", tensor.Vdot(vector(true, false), vector(true, true)), nd.Scalar(true))
	marstest.Check(t, "vdot of complex numbers", tensor.Vdot(vector(1i, 2), vector(1i, 1)), nd.Scalar(3+0i))
}

func TestPut(t *testing.T) {
	a := nd.Of([]int64{1, 2, 3, 4}, 2, 2)
	marstest.Check(t, "put", tensor.Put(a, vector[int64](0, -1), vector[int64](7, 8)), nd.Of([]int64{7, 2, 3, 8}, 2, 2))
	marstest.Check(t, "one value", tensor.Put(a, vector[int64](1, 2, 3), 0), nd.Of([]int64{1, 0, 0, 0}, 2, 2))
	marstest.Check(t, "modulo", tensor.Put(a, vector[int64](5), 9, "wrap"), nd.Of([]int64{1, 9, 3, 4}, 2, 2))
	marstest.Check(t, "the nearest", tensor.Put(a, vector[int64](-5), 9, "clip"), nd.Of([]int64{9, 2, 3, 4}, 2, 2))
	marstest.Check(t, "outside", tensor.Put(a, vector[int64](4), 9), errs.NotFound)
	marstest.Check(t, "fractions", tensor.Put(a, vector(1.0), 9), errs.Type)
	marstest.Check(t, "of lengths that follow from data", tensor.Put(beyond(2), tensor.Subtract(beyond(3), 4), 9), vector[int64](9, 9, 5))
}

func TestIndicesFromATensor(t *testing.T) {
	square := nd.Of(make([]float64, 9), 3, 3)
	from := func(name string, a *nd.Array, i int) *tensor.Tensor {
		return tensor.Of(op.Value{N: op.Apply(op.Lookup("tensor."+name).New(), tensor.FromArray(a).Value()), I: i})
	}
	marstest.Check(t, "diag_indices_from", from("diag_indices_from", square, 1), vector[int64](0, 1, 2))
	marstest.Check(t, "tril_indices_from", from("tril_indices_from", square, 0), vector[int64](0, 1, 1, 2, 2, 2))
	marstest.Check(t, "triu_indices_from", from("triu_indices_from", square, 1), vector[int64](0, 1, 2, 1, 2, 2))
	marstest.Check(t, "of unequal axes", from("diag_indices_from", nd.Of(make([]float64, 6), 3, 2), 0), errs.Invalid)
	marstest.Check(t, "of a vector", from("triu_indices_from", vector(1.0), 0), errs.Invalid)
}
