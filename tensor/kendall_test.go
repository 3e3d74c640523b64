package tensor_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
)

func TestKendall(t *testing.T) {
	nan := math.NaN()
	a := tensor.Array([]float64{1, 3, 1, 2, 1, 0, 2, 1, 1, 5, 2, 1, nan, 9, 0}, 5, 3)
	low := -0.13608276348795434 // of scipy.stats.kendalltau
	marstest.Check(t, "pairs of rows", tensor.Kendall(a, 1), nd.Of([]float64{1, -0.2, 0, -0.2, 1, low, 0, low, 1}, 3, 3))
	marstest.Check(t, "few", tensor.Kendall(a, 5), nd.Of([]float64{nan, nan, nan, nan, 1, low, nan, low, 1}, 3, 3))
	marstest.Check(t, "one value", tensor.Kendall(tensor.Array([]float64{1, 2, 1, 3}, 2, 2), 1), nd.Of([]float64{1, nan, nan, 1}, 2, 2))
	marstest.Check(t, "a vector", tensor.Kendall(tensor.Array([]float64{1, 2}, 2), 1), errs.Invalid)
}
