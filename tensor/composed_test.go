package tensor_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

// TestComposed runs recipes that are a formula of others.
func TestComposed(t *testing.T) {
	g := marstest.Load(t, "testdata/composed.json")
	a := counted(12, 10)
	k := tensor.Remainder(tensor.Reshape(tensor.Arange(0, 60, 1), 5, 4, 3), 4)
	n := tensor.Subtract(tensor.Remainder(tensor.Multiply(tensor.Arange(0, 40, 1), 7), 23), 5)
	v := tensor.Divide(tensor.Add(n, 5), 2)
	w := tensor.Where(tensor.Greater(v, 8), math.NaN(), v)
	c := tensor.Add(a, tensor.Multiply(tensor.Remainder(a, 3), 1i))
	bits := tensor.Greater(tensor.Reshape(n, 8, 5), 3)
	bytes := tensor.AsType(tensor.Remainder(tensor.Multiply(tensor.Reshape(tensor.Arange(0, 24, 1), 4, 6), 11), 256), dtype.Uint8)
	zeros := tensor.Pad(tensor.Add(a, 1), 3)
	not := tensor.IsinOptions{Invert: true}
	at := []int64{3, 77, 119}
	for name, h := range map[string]*tensor.Tensor{
		"isin": tensor.Isin(w, []float64{1.5, math.NaN(), 3, 100}), "isin of ints": tensor.Isin(k, []float64{1, 2.5, 3}, not), "isin of nothing": tensor.Isin(n, []float64{0.5}),
		"in1d": tensor.In1d(k, []int{2}), "union1d": tensor.Union1d(n, v), "setdiff1d": tensor.Setdiff1d(n, k),
		"ediff1d":           tensor.Ediff1d(a, tensor.EdiffOptions{ToEnd: []float64{1.5, 2}, ToBegin: 7}),
		"argwhere of one":   tensor.Argwhere(3),
		"iscomplex":         tensor.Iscomplex(c),
		"isreal":            tensor.Isreal(c),
		"meshgrid":          tensor.Meshgrid(n, v, []int{1, 2})[1],
		"broadcast_arrays":  tensor.BroadcastArrays(tensor.ExpandDims(v, 1), n)[0],
		"unravel_index":     tensor.UnravelIndex(at, 12, 10)[0],
		"ravel_multi_index": tensor.RavelMultiIndex([]*tensor.Tensor{tensor.Array([]int64{1, 14}), tensor.Array([]int64{3, -2})}, []int{12, 10}, "wrap", "clip"),
		"block":             tensor.Block([]any{[]any{a.Get(tensor.To(2), tensor.To(3)), tensor.Array([]float64{1.5, 1.5}, 2, 1)}, []any{5, tensor.Array([]int64{1, 2, 3}, 1, 3)}}),
		"piecewise":         tensor.Piecewise(n, []*tensor.Tensor{tensor.Less(n, 0), tensor.Greater(n, 5)}, []any{-1.5, 2, 7}),
		"convolve":          tensor.Convolve(v, []float64{1, 2.5, -1}), "convolve same": tensor.Convolve([]int{1, 2, 3, 4}, n, "same"),
		"convolve valid": tensor.Convolve(n, []complex128{1, 1i}, "valid"),
		"correlate":      tensor.Correlate(v, []float64{0, 1, 0.5}), "correlate same": tensor.Correlate([]int{1, 2, 3, 4}, n, "same"),
		"correlate full": tensor.Correlate(n, []complex128{1, 1i, 2}, "full"),
		"delete":         tensor.Delete(v, []int{1, -1, 1}), "delete columns": tensor.Delete(a, []int{0, 3}, 1),
		"delete by bools": tensor.Delete(a, tensor.Greater(a.Get(tensor.Whole, tensor.At(0)), 30), 0),
		"insert":          tensor.Insert(v, []int{2, -1, 2}, []int{7, 8, 9}), "insert a column": tensor.Insert(a, 3, tensor.Arange(0, 12, 1), 1),
		"insert rows": tensor.Insert(a, []int{0, 12}, 5, 0),
		"resize":      tensor.Resize(a, 13, 11), "trim_zeros": tensor.TrimZeros(zeros), "trim_zeros in front": tensor.TrimZeros([]int{0, 0, 3, 0, 4, 0}, "f"),
		"choose":         tensor.Choose(k.Get(tensor.At(0)), []*tensor.Tensor{a.Get(tensor.To(4), tensor.To(3)), tensor.Array([]int64{7}), a.Get(tensor.Slice(4, 8), tensor.Slice(2, 5)), tensor.Array([]int64{-1})}),
		"choose wrapped": tensor.Choose(n, []*tensor.Tensor{n, v}, "wrap"),
		"packbits":       tensor.Packbits(bits), "unpackbits": tensor.Unpackbits(bytes).Get(tensor.To(100)),
		"polyadd": tensor.Polyadd([]int{1, 2}, v), "polysub": tensor.Polysub(n, []float64{1.5, 2}), "polymul": tensor.Polymul(v.Get(tensor.From(1)), []int{2, 0, 1}),
		"polyder": tensor.Polyder(n, 2), "polyint": tensor.Polyint(v, 2), "unique_all": tensor.UniqueAll(w)[2],
		"fill_diagonal": tensor.FillDiagonal(a, []int{1, 2, 3}), "fill_diagonal wrapped": tensor.FillDiagonal(a.Get(tensor.Whole, tensor.To(3)), 4, tensor.FillDiagonalOptions{Wrap: true}),
		"putmask": tensor.Putmask(a, tensor.Greater(a, 50), []int{7, 8, 9}), "place": tensor.Place(a, tensor.Greater(a, 50), []int{7, 8, 9}),
		"put_along_axis": tensor.PutAlongAxis(a, tensor.Tile(tensor.Array([]int64{3, 0, -1, 2}, 4, 1), 3, 1), 99, 1),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	_, cols := tensor.TrilIndices(5, tensor.TriIndicesOptions{K: 1, M: new(7)})
	rows, _ := tensor.TriuIndices(6)
	counts, _, _ := tensor.Histogram2d(v, n, tensor.Histogram2dOptions{Bins: []int{4, 3}})
	density, _, _ := tensor.Histogram2d(v, n, tensor.Histogram2dOptions{Bins: 3, Range: []float64{0, 5, -2, 9}, Density: true})
	_, _, edges := tensor.Histogram2d(v, n, tensor.Histogram2dOptions{Bins: []int{4, 3}, Weights: v})
	between, _, _ := tensor.Histogram2d(v, n, tensor.Histogram2dOptions{Bins: []any{[]float64{0, 1, 2.5, 4}, 3}})
	same, _, _ := tensor.Histogram2d(v, n, tensor.Histogram2dOptions{Bins: []int{-2, 0, 1, 9}, Density: true})
	for name, h := range map[string]*tensor.Tensor{
		"histogram2d between": between, "histogram2d between the same": same,
		"tril_indices": cols, "triu_indices": rows, "histogram2d": counts, "histogram2d density": density, "histogram2d edges": edges,
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	for name, bins := range map[string]any{"one": []int{3}, "falling": []any{[]int{3, 1}, 2}, "a text": "auto", "none": 0} {
		hist, _, _ := tensor.Histogram2d(v, n, tensor.Histogram2dOptions{Bins: bins})
		kind := errs.Invalid
		if name == "a text" {
			kind = errs.Type
		}
		marstest.Check(t, "histogram2d of bins: "+name, hist, kind)
	}
	marstest.Check(t, "convolve with nothing", tensor.Convolve(v, []float64{}), errs.Invalid)
	marstest.Check(t, "convolve in no mode", tensor.Convolve(v, v, "most"), errs.Invalid)
	marstest.Check(t, "choose outside", tensor.Choose([]int{0, 2}, []*tensor.Tensor{n, n}), errs.Invalid)
	marstest.Check(t, "trim_zeros in the middle", tensor.TrimZeros(v, "m"), errs.Invalid)
	marstest.Check(t, "resize below nothing", tensor.Resize(v, -1), errs.Invalid)
	marstest.Check(t, "packbits of floats", tensor.Packbits(v), errs.Type)
	marstest.Check(t, "unpackbits of ints", tensor.Unpackbits(n), errs.Type)
	marstest.Check(t, "fill_diagonal of a vector", tensor.FillDiagonal(v, 1), errs.Invalid)
	marstest.Check(t, "putmask by another mask", tensor.Putmask(a, v, 1), errs.Invalid)
	marstest.Check(t, "unravel_index of floats", tensor.UnravelIndex(v, 4, 10)[0], errs.Type)
	marstest.Check(t, "ravel_multi_index of floats", tensor.RavelMultiIndex([]*tensor.Tensor{v}, []int{40}), errs.Type)
	marstest.Check(t, "block of unequal depths", tensor.Block([]any{[]any{v}, v}), errs.Invalid)
	marstest.Check(t, "block of nothing", tensor.Block([]any{[]any{}}), errs.Invalid)
	marstest.Check(t, "block of unequal lengths", tensor.Block([]any{[]any{v}, []any{n.Get(tensor.To(3))}}), errs.Invalid)
	marstest.Check(t, "piecewise of too few", tensor.Piecewise(n, []*tensor.Tensor{bits}, []any{}), errs.Invalid)
	marstest.Check(t, "piecewise by another shape", tensor.Piecewise(n, []*tensor.Tensor{bits}, []any{1}), errs.NotFound)
	marstest.Check(t, "broadcast_with of unlike lengths", tensor.BroadcastArrays(v, a)[0], errs.Invalid)
	marstest.Check(t, "ediff1d ends with fractions", tensor.Ediff1d(n, tensor.EdiffOptions{ToEnd: 1.5}), errs.Type)
}
