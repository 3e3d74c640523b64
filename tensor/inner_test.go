package tensor_test

import (
	"testing"

	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

// TestInnerOfAMatrixWithItself: half of the blocks are others turned, for all dtypes and chunks that do not
// divide the lengths.
func TestInnerOfAMatrixWithItself(t *testing.T) {
	g := marstest.Load(t, "testdata/inner.json")
	a := cycle(11, f8, 9, 7)
	c := cycle(4, func(i int) int64 { return int64(i) }, 6, 5)
	some := a.Get(tensor.By(tensor.Greater(a.Get(tensor.To(9), tensor.At(0)), 2)))
	for name, h := range map[string]*tensor.Tensor{
		"floats":           tensor.Inner(a, a),
		"ints":             tensor.Inner(c, c),
		"complex":          tensor.Inner(tensor.Add(a, 1i), tensor.Add(a, 1i)),
		"bools":            tensor.Inner(tensor.Greater(a, 5), tensor.Greater(a, 5)),
		"one row":          tensor.Inner(tensor.Reshape(a, 1, 63), tensor.Reshape(a, 1, 63)),
		"turned":           tensor.Inner(tensor.Transpose(a), tensor.Transpose(a)),
		"in an expression": tensor.Sum(tensor.Add(tensor.Inner(a, a), 1), tensor.Reduce{Axis: tensor.Axes(1)}),
		"rows by a mask":   tensor.Inner(some, some),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
}
