package tensor_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
)

func TestQuantilesOfElementsWithWeights(t *testing.T) {
	v, w := vector(3.0, 1, 2, 4), vector(1.0, 0, 2, 1)
	by := func(o tensor.QuantileOptions) tensor.QuantileOptions {
		o.Method = "inverted_cdf"
		return o
	}
	marstest.Check(t, "quantile_weighed", tensor.Quantile(v, []float64{0, 0.5, 0.51, 1}, by(tensor.QuantileOptions{Weights: w})), vector(2.0, 2, 3, 4))
	rows := nd.Of([]float64{1, 2, 3, 30, 20, 10, 4, 5, math.NaN()}, 3, 3)
	marstest.Check(t, "along an axis", tensor.Percentile(rows, 50, by(tensor.QuantileOptions{Weights: vector(1.0, 1, 3), Axis: tensor.Axes(1), Keepdims: true})),
		nd.Of([]float64{3, 10, math.NaN()}, 3, 1))
	marstest.Check(t, "without NaN", tensor.NanQuantile(rows, 0.5, by(tensor.QuantileOptions{Weights: vector(1.0, 1, 3), Axis: tensor.Axes(1)})), vector(3.0, 10, 4))
	marstest.Check(t, "by another method", tensor.Quantile(v, 0.5, tensor.QuantileOptions{Weights: w}), errs.Invalid)
	marstest.Check(t, "of all axes with weights of one", tensor.Quantile(rows, 0.5, by(tensor.QuantileOptions{Weights: vector(1.0, 1, 3)})), errs.Type)
	marstest.Check(t, "below 0", tensor.Quantile(v, 0.5, by(tensor.QuantileOptions{Weights: vector(1.0, -1, 2, 1)})), errs.Invalid)
	marstest.Check(t, "of no weight in a row", tensor.Quantile(rows, 0.5, by(tensor.QuantileOptions{Weights: vector(0.0, 0, 0), Axis: tensor.Axes(1)})), errs.Invalid)
	floats := tensor.AsType(beyond(2), dtype.Float64)
	marstest.Check(t, "of floats whose length follows from data", tensor.Quantile(floats, 0.5, by(tensor.QuantileOptions{Weights: floats})), nd.Scalar(4.0))
	marstest.Check(t, "of a length that follows from data", tensor.Quantile(beyond(2), 0.5, by(tensor.QuantileOptions{Weights: beyond(2)})), nd.Scalar[int64](4))
}
