package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
)

func TestFromTensor(t *testing.T) {
	g := marstest.Load(t, "testdata/fromtensor.json")
	m := nd.Of(numbers(84), 12, 7)
	marstest.Check(t, "a matrix", dataframe.FromTensor(m), g["a matrix"])
	marstest.Check(t, "named", dataframe.FromTensor(m, "a", "b", "c", "d", "e", "f", "g"), g["named"])
	marstest.Check(t, "a vector", dataframe.FromTensor(nd.Of(numbers(12))), g["a vector"])
	marstest.Check(t, "transposed, in chunks", dataframe.FromTensor(tensor.Transpose(tensor.FromArray(m, tensor.Chunk{Size: []int{5, 3}}))), g["transposed"])
	marstest.Check(t, "no rows", dataframe.FromTensor(nd.Of([]float64{}, 0, 2)), g["no rows"])
	mask := tensor.Greater(tensor.FromArray(nd.Of(numbers(12))), 4.0)
	marstest.Check(t, "rows that are not known", dataframe.FromTensor(tensor.FromArray(m).Get(tensor.By(mask))), g["masked"])
	marstest.Check(t, "three dimensions", dataframe.FromTensor(nd.Of(numbers(8), 2, 2, 2)), errs.Invalid)
	marstest.Check(t, "too few names", dataframe.FromTensor(m, "a", "b"), errs.Invalid)
	if c := dataframe.FromTensor(m).Columns(); len(c) != 7 || c[6] != frame.L(6) {
		t.Errorf("columns %v", c)
	}
}

func numbers(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(i*7%12) + float64(i)/8
	}
	return out
}
