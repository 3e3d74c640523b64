package tensor_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
)

// Options that are given twice are an error: the second ones would be ignored.
func TestOptionsAreGivenOnce(t *testing.T) {
	a, over := tensor.Ones([]int{2, 3}), tensor.Reduce{Keepdims: true}
	for name, x := range map[string]*tensor.Tensor{
		"sum": tensor.Sum(a, over, over), "mean": a.Mean(over, over), "var": tensor.Var(a, over, over), "cumsum": tensor.Cumsum(a, tensor.Reduce{}, tensor.Reduce{}),
		"argmax": tensor.Argmax(a, over, over), "median": tensor.Median(a, tensor.QuantileOptions{}, tensor.QuantileOptions{}),
		"add": tensor.Add(a, 1, tensor.Elementwise{}, tensor.Elementwise{}), "fft": tensor.FFT(a, tensor.Fourier{}, tensor.Fourier{}),
		"take": tensor.Take(a, []int{0}, tensor.TakeOptions{}, tensor.TakeOptions{}),
	} {
		if err := x.Err(); errs.KindOf(err) != errs.Type || !strings.Contains(err.Error(), "options are given once, not 2 times: put them in one tensor.") ||
			!strings.Contains(err.Error(), "only_test.go:") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := tensor.Sum(a, over).Err(); err != nil {
		t.Error(err)
	}
}

// TestNothingIsIgnored goes through all functions and methods that take what may be left out.
func TestNothingIsIgnored(t *testing.T) {
	a, row := tensor.Ones([]int{3, 3}), tensor.Ones([]int{3})
	good := []any{a, []int{3}, "add", []*tensor.Tensor{row}, 1, nd.Of([]float64{1, 2}, 2), dtype.Float64}
	marstest.Once(t, exported, methods, []any{a, tensor.NewRandom(1)}, good, "Array", "Axes", "BroadcastArrays", "BroadcastTo", "ChunkFunc", "ColumnStack", "Dstack", "Einsum",
		"ExpandDims", "FFTShift", "Flip", "Hstack", "IFFTShift", "Ix", "LogSoftmax", "Meshgrid", "MultiDot", "Rand", "Randn", "Random.Dirichlet", "Random.Draw", "Random.Multinomial", "Random.MultivariateHypergeometric", "Random.MultivariateNormal", "Random.Rand", "Random.Randn",
		"RavelMultiIndex", "Rechunk", "Reshape", "Resize", "Roll", "Rot90", "Shape", "SlidingWindowView", "Softmax", "Squeeze", "Tensor.Get", "Tensor.Set", "Tensorsolve", "Tile", "Transpose", "Ufunc", "UfuncAt", "UfuncWith",
		"UnravelIndex", "Vstack")
}
