package tensor_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
)

func TestCumulative(t *testing.T) {
	g := marstest.Load(t, "testdata/cumulative.json")
	in := inputs(t, g)
	running := map[string]func(any, ...tensor.Reduce) *tensor.Tensor{
		"cumsum": tensor.Cumsum, "cumprod": tensor.Cumprod, "nancumsum": tensor.Nancumsum, "nancumprod": tensor.Nancumprod,
	}
	axes := map[string][]int{"None": nil, "0": {0}, "-1": {-1}}
	for name := range g {
		var f, axis, k string
		if n, _ := fmt.Sscanf(name, "%s %s %s", &f, &axis, &k); n < 3 || in[k] == nil {
			continue
		}
		r, ok := running[f]
		a, plain := axes[axis]
		if ok && plain {
			marstest.Check(t, name, r(in[k], tensor.Reduce{Axis: a}), g.Get(t, name), roomy(k), marstest.ChunkBytes(64))
		}
	}
	f8, i1, small := in["float64"], in["int8"], golden(t, g, "small")
	to := func(d dtype.DType, a ...int) tensor.Reduce { return tensor.Reduce{Axis: a, DType: d} }
	for name, h := range map[string]*tensor.Tensor{
		"cumprods":           small.Cumprod(tensor.Reduce{Axis: tensor.Axes(1)}),
		"nancumprods":        tensor.Nancumprod(small),
		"cumsum to float32":  i1.Cumsum(to(dtype.Float32, 0)),
		"cumsum to int8":     i1.Cumsum(to(dtype.Int8)),
		"cumsum of a vector": f8.Get(tensor.At(0)).Cumsum(),
		"cumsum of a scalar": tensor.Cumsum(2.5),
		"cumsum of nothing":  tensor.Cumsum(tensor.Array([]float64{}, 0, 3), tensor.Reduce{Axis: tensor.Axes(0)}),
		"cumsum of a cube":   tensor.Cumsum(tensor.Reshape(in["int64"], 3, 2, 9), tensor.Reduce{Axis: tensor.Axes(1)}),
		"cumsum bad axis":    f8.Cumsum(tensor.Reduce{Axis: tensor.Axes(2)}),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	marstest.Check(t, "cumsum of two axes", f8.Cumsum(tensor.Reduce{Axis: tensor.Axes(0, 1)}), errs.Type)
	marstest.Check(t, "cumsum with keepdims", f8.Cumsum(tensor.Reduce{Keepdims: true}), errs.Type)
	marstest.Check(t, "cumprod of text", tensor.Cumprod("x"), errs.Type)
}

func TestDiffAndTrapezoid(t *testing.T) {
	g := marstest.Load(t, "testdata/cumulative.json")
	in := inputs(t, g)
	zero, two, twenty, minus, quarter := 0, 2, 20, -1, 0.25
	for k, v := range in {
		for d := range 3 {
			name := fmt.Sprintf("diff %d %s", d, k)
			marstest.Check(t, name, tensor.Diff(v, tensor.DiffOptions{N: &d}), g.Get(t, name), roomy(k), marstest.ChunkBytes(64))
		}
		marstest.Check(t, "diff rows "+k, tensor.Diff(v, tensor.DiffOptions{Axis: &zero}), g.Get(t, "diff rows "+k), roomy(k), marstest.ChunkBytes(64))
	}
	f8, i8 := in["float64"], in["int64"]
	one := f8.Get(tensor.At(0))
	square := func(n int) *tensor.Tensor { return tensor.Arange(0.0, float64(n), 1.0).Square() }
	for name, h := range map[string]*tensor.Tensor{
		"diff prepend":       tensor.Diff(f8, tensor.DiffOptions{Prepend: 0, Axis: &zero}),
		"diff append":        tensor.Diff(f8, tensor.DiffOptions{Append: f8.Get(tensor.Whole, tensor.To(2))}),
		"diff too often":     tensor.Diff(one, tensor.DiffOptions{N: &twenty}),
		"diff of a scalar":   tensor.Diff(2.5),
		"diff negative":      tensor.Diff(one, tensor.DiffOptions{N: &minus}),
		"trapezoid":          tensor.Trapezoid(f8),
		"trapezoid of ints":  tensor.Trapezoid(i8, tensor.Trapezoids{Axis: &zero}),
		"trapezoid dx":       tensor.Trapezoid(f8, tensor.Trapezoids{Dx: &quarter, Axis: &zero}),
		"trapezoid x":        tensor.Trapezoid(f8, tensor.Trapezoids{X: square(9)}),
		"trapezoid x rows":   tensor.Trapezoid(f8, tensor.Trapezoids{X: square(6), Axis: &zero}),
		"trapezoid x matrix": tensor.Trapezoid(f8, tensor.Trapezoids{X: f8.Multiply(f8).Cumsum(tensor.Reduce{Axis: tensor.Axes(1)})}),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	marstest.Check(t, "diff of a bad axis", tensor.Diff(f8, tensor.DiffOptions{Axis: &two}), errs.Invalid)
	marstest.Check(t, "trapezoid of a bad axis", tensor.Trapezoid(f8, tensor.Trapezoids{Axis: &two}), errs.Invalid)
	marstest.Check(t, "trapezoid of text", tensor.Trapezoid("x"), errs.Type)
}

func TestAverageAndCov(t *testing.T) {
	g := marstest.Load(t, "testdata/cumulative.json")
	in := inputs(t, g)
	f8, i1, i8, f4 := in["float64"], in["int8"], in["int64"], in["float32"]
	row := func(k int) *tensor.Tensor { return f8.Get(tensor.At(k)) }
	first := i8.Get(tensor.At(0))
	w := first.Remainder(5).Add(1.0)
	along := func(a ...int) tensor.Reduce { return tensor.Reduce{Axis: a} }
	no, three := false, 3
	for name, h := range map[string]*tensor.Tensor{
		"average":              tensor.Average(f8, nil, along(0)),
		"average of ints":      tensor.Average(i1, nil),
		"average weights":      tensor.Average(f8, w, along(1)),
		"average keepdims":     tensor.Average(f8, w, tensor.Reduce{Axis: tensor.Axes(1), Keepdims: true}),
		"average all weights":  tensor.Average(i1, i8.Multiply(i8)),
		"average of bools":     tensor.Average(in["bool"], first.Square(), along(1)),
		"average float32":      tensor.Average(f4, w.AsType(dtype.Float32), along(1)),
		"average two axes":     tensor.Average(tensor.Reshape(i8, 3, 2, 9), tensor.Reshape(tensor.Arange(1.0, 28.0, 1.0), 9, 3), along(2, 0)),
		"average without axis": tensor.Average(f8, w),
		"average bad weights":  tensor.Average(f8, w, along(0)),
		"cov":                  tensor.Cov(f8),
		"cov of columns":       tensor.Cov(f8, tensor.Covariance{Rowvar: &no}),
		"cov bias":             tensor.Cov(f8, tensor.Covariance{Bias: true}),
		"cov ddof":             tensor.Cov(f8, tensor.Covariance{Ddof: &three}),
		"cov two":              tensor.Cov(row(0), tensor.Covariance{Y: row(1)}),
		"cov y":                tensor.Cov(f8, tensor.Covariance{Y: f8.Get(tensor.To(2)).Square()}),
		"cov vector":           tensor.Cov(row(0)),
		"cov complex":          tensor.Cov(in["complex128"].Get(tensor.To(3)).Multiply(i8.Get(tensor.From(3)).Multiply(1i).Add(1))),
		"cov of ints":          tensor.Cov(i8),
		"cov float32":          tensor.Cov(f4, tensor.Covariance{DType: dtype.Float32}),
		"corrcoef":             tensor.Corrcoef(f8),
		"corrcoef two":         tensor.Corrcoef(row(0), tensor.Covariance{Y: row(1)}),
		"corrcoef of columns":  tensor.Corrcoef(f8, tensor.Covariance{Rowvar: &no}),
		"corrcoef vector":      tensor.Corrcoef(row(0)),
	} {
		tol := marstest.Tol(1e-11, 1e-13)
		if name == "cov float32" {
			tol = marstest.Tol(1e-5, 1e-5)
		}
		marstest.Check(t, name, h, g.Get(t, name), tol)
	}
	marstest.Check(t, "average of text", tensor.Average(f8, "x"), errs.Type)
	marstest.Check(t, "average of a bad axis", tensor.Average(f8, w, along(2)), errs.Invalid)
	marstest.Check(t, "cov of a cube", tensor.Cov(tensor.Reshape(f8, 2, 3, 9)), errs.Invalid)
}

// Wherever a row is cut, running sums and products have the bits of the row in one piece, also where chunks
// are so many that some do not wait for those before.
func TestRunningSumsOfCutRows(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	v := make([]float64, 2100)
	for i := range v {
		v[i] = r.NormFloat64() * math.Exp(4*r.NormFloat64())
	}
	narrow := make([]float32, len(v))
	for i := range narrow {
		narrow[i] = float32(v[i])
	}
	for name, a := range map[string]*nd.Array{"float64": nd.Of(v), "float32": nd.Of(narrow), "rows": nd.Of(v, 3, 700), "columns": nd.Of(v, 700, 3)} {
		for _, f := range []string{"cumsum", "cumprod", "nancumsum"} {
			axis := 0
			if name == "rows" {
				axis = 1
			}
			want, _, err := reduce.Scan(mem.Heap, f, a, axis, reduce.ScanOptions{})
			if err != nil {
				t.Fatal(err)
			}
			run := map[string]func(any, ...tensor.Reduce) *tensor.Tensor{"cumsum": tensor.Cumsum, "cumprod": tensor.Cumprod, "nancumsum": tensor.Nancumsum}[f]
			h := run(tensor.FromArray(a), tensor.Reduce{Axis: tensor.Axes(axis)})
			marstest.Check(t, f+" of "+name, h, want, marstest.Tol(0, 0), marstest.ChunkBytes(64, 333, 5000))
			cut := tensor.Concatenate([]*tensor.Tensor{tensor.FromArray(a.Slice(axis, 0, 601, 1)), tensor.FromArray(a.Slice(axis, 601, a.Shape[axis], 1))}, axis)
			marstest.Check(t, f+" of joined "+name, run(cut, tensor.Reduce{Axis: tensor.Axes(axis)}), want, marstest.Tol(0, 0))
		}
	}
}
