package tensor_test

import (
	"reflect"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

func TestASorterTellsWhereElementsStand(t *testing.T) {
	v := vector(3.0, 1, 2)
	by := func(sorter *nd.Array) *tensor.Tensor {
		o := op.Lookup("tensor.searched_by").New()
		op.Params(o, func(name string, v reflect.Value) {
			if name == "side" {
				v.SetString("right")
			}
		})
		return tensor.Of(op.Value{N: op.Apply(o, tensor.FromArray(v).Value(), tensor.Array([]float64{2, 9}).Value(), tensor.FromArray(sorter).Value())})
	}
	marstest.Check(t, "searched_by", by(vector[int64](1, 2, 0)), vector[int64](2, 3))
	marstest.Check(t, "of another length", by(vector[int64](1, 2)), errs.Invalid)
	marstest.Check(t, "of fractions", by(vector(1.0, 2, 0)), errs.Type)
}
