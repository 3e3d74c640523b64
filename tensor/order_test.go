package tensor_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

func TestOrder(t *testing.T) {
	g := marstest.Load(t, "testdata/order.json")
	vs, ws := make([]float64, 150), make([]int32, 60)
	for i := range vs {
		vs[i] = float64((i*37 + 11) % 101)
	}
	vs[7] = math.NaN()
	for i := range ws {
		ws[i] = int32(i * 5 % 13)
	}
	ms, fs := make([]float64, 96), make([]float32, 96)
	for i := range ms {
		ms[i] = float64(i * 29 % 17)
		fs[i] = float32(ms[i] / 3)
	}
	v, w, m, f := tensor.Array(vs), tensor.Array(ws), tensor.Array(ms, 12, 8), tensor.Array(fs, 12, 8)
	e := tensor.Array([]float64{})
	u, mu := tensor.Unique(w), tensor.Unique(m)
	q := func(o tensor.QuantileOptions) tensor.QuantileOptions { return o }
	cases := map[string]*tensor.Tensor{
		"sort": tensor.Sort(v), "sort ints": tensor.Sort(w), "sort rows": tensor.Sort(m), "sort columns": tensor.Sort(m, 0), "sort nothing": tensor.Sort(e),
		"argsort": tensor.Argsort(v), "argsort ints": tensor.Argsort(w), "argsort columns": tensor.Argsort(m, 0),
		"topk": tensor.TopK(w, 7), "least": tensor.TopK(w, 7, tensor.TopKOptions{Smallest: true}), "topk of few": tensor.TopK(w.Get(tensor.To(3)), 7),
		"unique": tensor.Unique(v).Values, "unique values": u.Values, "unique index": u.Index, "unique inverse": u.Inverse, "unique counts": u.Counts,
		"unique of a matrix": mu.Values, "inverse of a matrix": mu.Inverse, "unique of nothing": tensor.Unique(e).Values,
		"median": tensor.Median(w), "median of NaN": tensor.Median(v), "median of rows": tensor.Median(m, q(tensor.QuantileOptions{Axis: tensor.Axes(1)})),
		"median of a matrix":   tensor.Median(m),
		"quantiles":            tensor.Quantile(w, []float64{0, 0.25, 0.6, 1}),
		"quantiles of columns": tensor.Quantile(m, []float64{0.1, 0.9}, tensor.QuantileOptions{Axis: tensor.Axes(0)}),
		"percentile":           tensor.Percentile(f, 30.0),
		"keepdims":             tensor.Quantile(m, 0.3, tensor.QuantileOptions{Axis: tensor.Axes(0, 1), Keepdims: true}),
		"float32":              tensor.Quantile(f, 0.4, tensor.QuantileOptions{Axis: tensor.Axes(0)}),
	}
	for _, method := range []string{"inverted_cdf", "hazen", "weibull", "median_unbiased", "lower", "higher", "midpoint", "nearest"} {
		cases["method "+method] = tensor.Quantile(w, []float64{0.1, 0.5, 0.77}, tensor.QuantileOptions{Method: method})
	}
	for name, h := range cases {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	for name, h := range map[string]*tensor.Tensor{
		"sort of a scalar":      tensor.Sort(1.0),
		"sort of no axis":       tensor.Sort(v, 1),
		"topk of less":          tensor.TopK(w, -1),
		"quantile out of range": tensor.Quantile(w, 1.5),
		"unknown method":        tensor.Quantile(w, 0.5, tensor.QuantileOptions{Method: "best"}),
	} {
		marstest.Check(t, name, h, errs.Invalid)
	}
	marstest.Check(t, "quantile of complex", tensor.Median(tensor.Array([]complex128{1})), errs.Type)
}
