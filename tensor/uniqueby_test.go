package tensor_test

import (
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

// Distinct slices, and distinct elements with NaN apart: tensor.unique_by.
func TestUniqueBy(t *testing.T) {
	g := marstest.Load(t, "testdata/uniqueby.json")
	r, q, n, v := golden(t, g, "in r"), golden(t, g, "in q"), golden(t, g, "in n"), golden(t, g, "in v")
	for name, u := range map[string]tensor.Uniques{
		"rows":          tensor.UniqueAlong(r, 0),
		"columns":       tensor.UniqueAlong(r, -1),
		"planes":        tensor.UniqueAlong(q, 1),
		"rows with NaN": tensor.UniqueAlong(n, 0),
		"apart":         tensor.UniqueApart(v),
		"ints apart":    tensor.UniqueApart(r),
	} {
		for part, h := range map[string]*tensor.Tensor{"values": u.Values, "index": u.Index, "inverse": u.Inverse, "counts": u.Counts} {
			marstest.Check(t, name+" "+part, h, g.Get(t, name+" "+part), marstest.ChunkBytes(64))
		}
	}
	marstest.Check(t, "no such axis", tensor.UniqueAlong(r, 2).Values, errs.Invalid)
	marstest.Check(t, "of text", tensor.UniqueAlong("x", 0).Values, errs.Type)
}

// Functions that once wanted known lengths.
func TestOfUnknownLengths(t *testing.T) {
	g := marstest.Load(t, "testdata/uniqueby.json")
	x, w := golden(t, g, "in x"), golden(t, g, "in w")
	k := x.Get(tensor.By(tensor.Greater(x.Get(tensor.Whole, tensor.At(0)), 0)))
	column, no := k.Get(tensor.Whole, tensor.At(1)), false
	for name, h := range map[string]*tensor.Tensor{
		"roll":               tensor.Roll(k, []int{2}, 0),
		"roll all":           tensor.Roll(k, []int{-4}),
		"cov":                tensor.Cov(k, tensor.Covariance{Rowvar: &no}),
		"trace":              tensor.Trace(k, tensor.Diagonals{Offset: 1}),
		"diagonal":           tensor.Diagonal(k, tensor.Diagonals{Offset: -1}),
		"diag":               tensor.Diag(k),
		"square":             tensor.Diag(column, 2),
		"square below":       tensor.Diag(column, -1),
		"kron":               tensor.Kron(column, []float64{1, 2}),
		"average":            tensor.Average(x, w, tensor.Reduce{Axis: tensor.Axes(0)}),
		"average by element": tensor.Average(x, x.Square().Add(1), tensor.Reduce{Axis: tensor.Axes(0)}),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	marstest.Check(t, "normalized", tensor.Average(x, w.Multiply(0), tensor.Reduce{Axis: tensor.Axes(0)}), errs.Invalid)
	u := tensor.Unique(w.Multiply(0))
	marstest.Check(t, "one place in several chunks", tensor.Take(w, u.Index), vector(1.0))
	marstest.Check(t, "among distinct ones", tensor.SearchSorted(tensor.Unique(w).Values, w), vector[int64](0, 1, 2, 3, 4, 5, 6, 7, 8, 9))
}
