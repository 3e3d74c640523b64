package tensor_test

import (
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

func counted(rows, cols int) *tensor.Tensor {
	d := make([]float64, rows*cols)
	for i := range d {
		d[i] = float64(i)
	}
	return tensor.Array(d, rows, cols)
}

func TestGetitem(t *testing.T) {
	g := marstest.Load(t, "testdata/getitem.json")
	a := counted(20, 13)
	for name, v := range map[string]*tensor.Tensor{
		"steps":              a.Get(tensor.Slice(1, 18).Every(3), tensor.Whole.Every(-2)),
		"int":                a.Get(tensor.At(5)),
		"two ints":           a.Get(tensor.At(-1), tensor.At(3)),
		"newaxis":            a.Get(tensor.Ellipsis, tensor.NewAxis, tensor.Slice(2, 4)),
		"middle":             a.Get(tensor.Slice(3, 9), tensor.Slice(4, 5)),
		"empty":              a.Get(tensor.Slice(9, 3)),
		"int after new axis": a.Get(tensor.NewAxis, tensor.Whole, tensor.At(-2)),
		"backwards":          a.Get(tensor.Slice(15, 2).Every(-1), tensor.From(12).Every(-5)),
	} {
		marstest.Check(t, name, v, g.Get(t, name))
	}
	marstest.Check(t, "out of bounds", a.Get(tensor.At(20)), errs.NotFound)
	marstest.Check(t, "step of zero", a.Get(tensor.Whole.Every(0)), errs.Invalid)
	marstest.Check(t, "too many", a.Get(tensor.At(0), tensor.At(0), tensor.At(0)), errs.NotFound)
}
