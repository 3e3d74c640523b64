package tensor_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
)

// scrambled is the data of testdata/sorting.py.
func scrambled(t *testing.T, name string) *tensor.Tensor {
	t.Helper()
	d, err := dtype.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	const n = 60
	x := make([]float64, n)
	for k := range x {
		x[k] = float64((k*37+11)%53 - 20)
		switch {
		case d.IsBool():
			x[k] = math.Mod(math.Abs(x[k]), 2)
		case d.IsUint():
			x[k] = math.Abs(x[k])
		}
	}
	switch {
	case d.IsFloat():
		x[7], x[31], x[3], x[40] = math.NaN(), math.NaN(), math.Inf(1), math.Inf(-1)
	case d.IsComplex():
		z := make([]complex128, n)
		for k := range z {
			z[k] = complex(x[k], float64(k*7%5))
		}
		return tensor.AsType(z, d)
	case d.IsTemporal():
		v := make([]int64, n)
		for k := range v {
			v[k] = int64(x[k])
		}
		v[7], v[31] = math.MinInt64, math.MinInt64
		return tensor.FromArray(nd.OfType(d, v, n))
	}
	return tensor.AsType(x, d)
}

func upTo(n int) (ks []int) {
	for k := range n {
		ks = append(ks, k)
	}
	return ks
}

func TestSorting(t *testing.T) {
	g := marstest.Load(t, "testdata/sorting.json")
	quick := marstest.ChunkBytes(64, 200)
	for name := range g {
		if d, ok := strings.CutPrefix(name, "sort "); ok && !strings.Contains(d, " ") {
			a := scrambled(t, d)
			u := tensor.Unique(a)
			for k, h := range map[string]*tensor.Tensor{
				"sort ": tensor.Sort(a), "argsort ": tensor.Argsort(a), "unique values ": u.Values, "unique index ": u.Index,
				"unique inverse ": u.Inverse, "unique counts ": u.Counts,
			} {
				marstest.Check(t, k+d, h, g.Get(t, k+d), quick)
			}
			for k, ks := range map[string][]int{"none": nil, "one": {31}, "some": {3, -20, -1}} {
				k = "partition at " + k + " " + d
				marstest.Check(t, k, tensor.Partition(a, ks), g.Get(t, k), quick)
				marstest.Check(t, "arg"+k, tensor.Argpartition(a, ks), g.Get(t, "arg"+k), quick)
			}
		}
	}
	q, f := tensor.Reshape(scrambled(t, "int32"), 5, 4, 3), tensor.Reshape(scrambled(t, "float64"), 6, 10)
	for _, axis := range []int{0, 1, 2, -1} {
		for k, h := range map[string]*tensor.Tensor{
			"sort": tensor.Sort(q, axis), "argsort": tensor.Argsort(q, axis), "median": tensor.Median(q, tensor.QuantileOptions{Axis: tensor.Axes(axis)}),
			"topk": tensor.TopK(q, 2, tensor.TopKOptions{Axis: &axis}), "least": tensor.TopK(q, 2, tensor.TopKOptions{Axis: &axis, Smallest: true}),
		} {
			name := fmt.Sprintf("%s along %d", k, axis)
			marstest.Check(t, name, h, g.Get(t, name), quick)
		}
	}
	e, none := tensor.Zeros(tensor.Shape(0, 4)), tensor.Array([]float64{})
	clean := tensor.Where(tensor.Isfinite(f), f, 1.5)
	along := func(a ...int) tensor.QuantileOptions { return tensor.QuantileOptions{Axis: a} }
	keep := tensor.QuantileOptions{Axis: tensor.Axes(1), Keepdims: true}
	for name, h := range map[string]*tensor.Tensor{
		"sort of an empty matrix": tensor.Sort(e, 0), "argsort of an empty matrix": tensor.Argsort(e, 1), "unique of none": tensor.Unique(e).Values,
		"median of none": tensor.Median(none), "median of one": tensor.Median([]int{3}), "median of bools": tensor.Median(tensor.Greater(scrambled(t, "int8"), 0)),
		"median with NaN along 1": tensor.Median(f, along(1)), "nanmedian": tensor.NanMedian(f), "nanmedian along 0": tensor.NanMedian(f, along(0)),
		"nanquantile of none": tensor.NanQuantile([]float64{}, 0.2, tensor.QuantileOptions{Method: "lower"}), "nanquantile of no rows": tensor.NanQuantile(tensor.Zeros(tensor.Shape(0, 3)), 0.2, tensor.QuantileOptions{Method: "lower"}),
		"nanquantile of NaN": tensor.NanQuantile([]float64{math.NaN(), math.NaN()}, []float64{0.2, 0.5}, tensor.QuantileOptions{Method: "higher"}),
		"nanquantile":        tensor.NanQuantile(tensor.Ravel(f), []float64{0.2, 0.7}), "nanpercentile": tensor.NanPercentile(f, 35, keep),
		"nanmedian of NaN": tensor.NanMedian([]float64{math.NaN(), math.NaN()}), "percentiles along 0": tensor.Percentile(clean, []float64{10, 50}, along(0)),
		"quantile along two axes": tensor.Quantile(q, 0.3, along(0, 2)), "quantile of all axes": tensor.Quantile(q, []float64{0.1, 0.3}, tensor.QuantileOptions{Keepdims: true}),
		"quantile of halves":     tensor.Quantile(scrambled(t, "uint8"), 0.5),
		"quantile of large ints": tensor.Quantile([]int64{1<<62 + 1, 5, 1<<62 + 3, 7}, 0.9, tensor.QuantileOptions{Method: "lower"}),
		"median of float16":      tensor.Median(tensor.AsType(clean, dtype.Float16)), "partition": tensor.Partition(f, []int{2}, 0),
		"partition out of bounds": tensor.Partition([]int{0, 1, 2, 3, 4}, []int{7}), "sort without axes": tensor.Sort(1.0), "sort along no axis": tensor.Sort(f, 2),
		"quantile of complex": tensor.Quantile(scrambled(t, "complex128"), 0.5), "percentile out of range": tensor.Percentile(f, 101), "quantile out of range": tensor.Quantile(f, -0.1),
	} {
		marstest.Check(t, name, h, g.Get(t, name), quick)
	}
	marstest.Check(t, "argpartition", tensor.Argpartition(q, []int{0}, 1), g.Get(t, "argpartition"))
	marstest.Check(t, "unknown method", tensor.Quantile(f, 0.5, tensor.QuantileOptions{Method: "best"}), errs.Invalid)
	marstest.Check(t, "an element of none", tensor.Quantile(none, 0.5, tensor.QuantileOptions{Method: "lower"}), errs.NotFound)
	long := tensor.Ravel(f)
	marstest.Check(t, "partition of many", tensor.Partition(long, upTo(17)), g.Get(t, "partition of many"))
	some := long.Get(tensor.By(tensor.Greater(long, -100)))
	marstest.Check(t, "what a mask left, parted", tensor.Partition(some, []int{3}), g.Get(t, "partition of what a mask left"))
	marstest.Check(t, "a place outside what a mask left", tensor.Argpartition(some, []int{58}), errs.Invalid)
	masked := f.Get(tensor.By(tensor.Greater(f, 1000)))
	marstest.Check(t, "median of what a mask left out", tensor.Median(masked.Get(tensor.By(tensor.Isfinite(masked)))), g.Get(t, "median of none"))
}
