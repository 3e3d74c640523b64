package tensor_test

import (
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

func TestHistogram(t *testing.T) {
	g := marstest.Load(t, "testdata/histogram.json")
	in := map[string]*tensor.Tensor{}
	for _, k := range []string{"f", "i", "u", "s", "w", "nan"} {
		in[k] = golden(t, g, k)
	}
	f, i, w, nan := in["f"], in["i"], in["w"], in["nan"]
	edges := []float64{-3, -1, 0.5, 0.5, 4, 8}
	ones := tensor.Full([]int{30}, 2.0)
	for name, c := range map[string]struct {
		a any
		o tensor.Bins
	}{
		"plain":               {f, tensor.Bins{}},
		"bins":                {f, tensor.Bins{Bins: 4}},
		"ints":                {i, tensor.Bins{Bins: 7}},
		"uint8":               {in["u"], tensor.Bins{Bins: 16}},
		"float32":             {in["s"], tensor.Bins{Bins: 9}},
		"range":               {f, tensor.Bins{Bins: 5, Range: []float64{-1, 2.5}}},
		"range of nan":        {nan, tensor.Bins{Bins: 5, Range: []float64{-1, 2.5}}},
		"edges":               {f, tensor.Bins{Bins: edges}},
		"int edges":           {f, tensor.Bins{Bins: []int{-2, 0, 3}}},
		"nan edges":           {nan, tensor.Bins{Bins: edges}},
		"density":             {f, tensor.Bins{Bins: 6, Density: true}},
		"density of edges":    {f, tensor.Bins{Bins: []float64{-3, 0, 1, 7}, Density: true}},
		"weights":             {f, tensor.Bins{Bins: 6, Weights: w}},
		"int weights":         {f, tensor.Bins{Bins: 6, Weights: i}},
		"weights of edges":    {f, tensor.Bins{Bins: edges, Weights: w}},
		"density of weights":  {f, tensor.Bins{Bins: 6, Weights: w, Density: true}},
		"nothing":             {[]float64{}, tensor.Bins{Bins: 3}},
		"one value":           {ones, tensor.Bins{Bins: 4}},
		"scalar":              {2.5, tensor.Bins{Bins: 2}},
		"not finite":          {nan, tensor.Bins{Bins: 5}},
		"no bins":             {f, tensor.Bins{Bins: 0}},
		"falling edges":       {f, tensor.Bins{Bins: []float64{1, 0}}},
		"crossed range":       {f, tensor.Bins{Bins: 3, Range: []float64{2, 1}}},
		"rules of ints":       {i, tensor.Bins{Bins: "fd"}},
		"rule within a range": {f, tensor.Bins{Bins: "auto", Range: []float64{-1, 2.5}}},
		"rule of one value":   {ones, tensor.Bins{Bins: "auto"}},
		"rule of nothing":     {[]float64{}, tensor.Bins{Bins: "fd"}},
		"rule of nan":         {nan, tensor.Bins{Bins: "sqrt"}},
		"no rule":             {f, tensor.Bins{Bins: "x"}},
		"auto":                {f, tensor.Bins{Bins: "auto"}}, "doane": {f, tensor.Bins{Bins: "doane"}}, "fd": {f, tensor.Bins{Bins: "fd"}}, "rice": {f, tensor.Bins{Bins: "rice"}},
		"scott": {f, tensor.Bins{Bins: "scott"}}, "sqrt": {f, tensor.Bins{Bins: "sqrt"}}, "sturges": {f, tensor.Bins{Bins: "sturges"}},
		"other weights": {f, tensor.Bins{Bins: 3, Weights: w.Get(tensor.To(5))}},
	} {
		hist, e := tensor.Histogram(c.a, c.o)
		want := g.Get(t, name)
		if want.Kind == "error" {
			marstest.Check(t, name, hist, want)
			continue
		}
		marstest.Check(t, name, hist, want.Items[0])
		marstest.Check(t, name+": edges", e, want.Items[1])
	}
	counts, _ := tensor.Histogram(f, tensor.Bins{Bins: 6})
	between, _ := tensor.Histogram(f, tensor.Bins{Bins: edges})
	density, e := tensor.Histogram(f, tensor.Bins{Bins: 6, Density: true})
	for name, h := range map[string]*tensor.Tensor{
		"last counts": counts.Get(tensor.From(-2)), "last counts between edges": between.Get(tensor.From(-2)),
		"integral of a density": tensor.Sum(tensor.Multiply(density, tensor.Diff(e))),
		"bin edges":             tensor.HistogramBinEdges(f, tensor.Bins{Bins: 6}),
		"bin edges of float32":  tensor.HistogramBinEdges(in["s"], tensor.Bins{Bins: 6}),
		"bin edges of a range":  tensor.HistogramBinEdges(i, tensor.Bins{Bins: 6, Range: []float64{0, 5}}),
		"bin edges of edges":    tensor.HistogramBinEdges(f, tensor.Bins{Bins: []int{1, 2, 5}}),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	h, _ := tensor.Histogram(f, tensor.Bins{Bins: "auto", Weights: w})
	marstest.Check(t, "weights by a rule", h, errs.Type)
	h, _ = tensor.Histogram(f.Multiply(1i))
	marstest.Check(t, "complex", h, errs.Type)
	h, _ = tensor.Histogram(f, tensor.Bins{Weights: f.Multiply(1i)})
	marstest.Check(t, "complex weights", h, errs.Type)
	marstest.Check(t, "edges of a matrix", tensor.HistogramBinEdges(f, tensor.Bins{Bins: true}), errs.Type)
}
