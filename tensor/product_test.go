package tensor_test

import (
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

// cycle is 0, 1, ..., m-1, 0, ... in a shape.
func cycle[T dtype.Elem](m int, of func(int) T, shape ...int) *tensor.Tensor {
	n := 1
	for _, s := range shape {
		n *= s
	}
	d := make([]T, n)
	for i := range d {
		d[i] = of(i % m)
	}
	return tensor.Array(d, shape...)
}

func f8(i int) float64 { return float64(i) }

func TestProducts(t *testing.T) {
	g := marstest.Load(t, "testdata/products.json")
	a, b := cycle(11, f8, 9, 7), cycle(5, f8, 7, 8)
	c := cycle(4, func(i int) int64 { return int64(i) }, 6, 7)
	v := cycle(99, func(i int) float32 { return float32(i) }, 7)
	x, u := cycle(7, f8, 3, 4, 5), cycle(3, f8, 5, 4, 2)
	for name, h := range map[string]*tensor.Tensor{
		"inner":             tensor.Inner(a, c),
		"inner of vectors":  tensor.Inner(v, v),
		"dot":               tensor.Dot(a, b),
		"dot with a vector": tensor.Dot(a, v),
		"dot of a number":   tensor.Dot(2.5, b),
		"dot of numbers":    tensor.Dot(2.5, 2),
		"dot of more":       tensor.Dot(x, tensor.Reshape(u, 2, 5, 4)),
		"matmul":            tensor.Matmul(a, b),
		"matmul of ints":    tensor.Matmul(c, tensor.Transpose(c)),
		"matmul of a row":   tensor.Matmul(v, b),
		"matmul in batches": tensor.Matmul(x, tensor.Reshape(u, 2, 5, 4).Get(tensor.To(1))),
		"matmul of bools":   tensor.Matmul(tensor.Ufunc("greater", a, 5).Get(tensor.To(4)), tensor.Ufunc("greater", b, 2)),
		"tensordot":         tensor.Tensordot(x, u, []int{1, 2}, []int{1, 0}),
		"tensordot 1":       tensor.TensordotN(x, u, 1),
		"complex":           tensor.Matmul(tensor.Ufunc("add", a, 1i), tensor.Ufunc("subtract", b, 2i)),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	marstest.Check(t, "matmul does not fit", tensor.Matmul(a, a), errs.Invalid)
	marstest.Check(t, "inner does not fit", tensor.Inner(a, b), errs.Invalid)
	marstest.Check(t, "dot does not fit", tensor.Dot(b, b), errs.Invalid)
	marstest.Check(t, "tensordot does not fit", tensor.TensordotN(a, a, 1), errs.Invalid)
	marstest.Check(t, "matmul of a scalar", tensor.Matmul(1.0, a), errs.Invalid)
}
