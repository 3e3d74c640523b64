package tensor_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

var reductions = map[string]func(a any, o ...tensor.Reduce) *tensor.Tensor{
	"sum": tensor.Sum, "prod": tensor.Prod, "min": tensor.Min, "max": tensor.Max, "any": tensor.Any, "all": tensor.All,
	"count_nonzero": tensor.CountNonzero, "mean": tensor.Mean, "var": tensor.Var, "std": tensor.Std, "argmin": tensor.Argmin,
	"argmax": tensor.Argmax, "nansum": tensor.Nansum, "nanprod": tensor.Nanprod, "nanmin": tensor.Nanmin, "nanmax": tensor.Nanmax,
	"nanmean": tensor.Nanmean, "nanvar": tensor.Nanvar, "nanstd": tensor.Nanstd, "nanargmin": tensor.Nanargmin,
	"nanargmax": tensor.Nanargmax,
}

var reductionAxes = map[string][]int{"all": nil, "0": {0}, "-1": {-1}, "0,1": {0, 1}, "none": {}}

// roomy is how far float16 and float32 may differ from NumPy, which adds in them where we add in float64.
func roomy(k string) marstest.Option {
	if k == "float16" {
		return marstest.Tol(2e-3, 0)
	}
	return marstest.Tol(1e-12, 1e-15)
}

// Every reduction, of every class of dtypes, along every kind of axis.
func TestReductions(t *testing.T) {
	g := marstest.Load(t, "testdata/reductions.json")
	in := inputs(t, g)
	done := 0
	for name := range g {
		f, rest, _ := strings.Cut(name, " ")
		axis, k, _ := strings.Cut(rest, " ")
		a, plain := reductionAxes[axis]
		if r, ok := reductions[f]; ok && plain && in[k] != nil {
			marstest.Check(t, name, r(in[k], tensor.Reduce{Axis: a}), g.Get(t, name), roomy(k), marstest.ChunkBytes(64))
			done++
		}
	}
	if done < 500 {
		t.Errorf("only %d cases", done)
	}
}

func TestReductionOptions(t *testing.T) {
	g := marstest.Load(t, "testdata/reductions.json")
	in := inputs(t, g)
	f8, f4, i1, nan := in["float64"], in["float32"], in["int8"], in["nan"]
	small, big := golden(t, g, "small"), golden(t, g, "big")
	empty := tensor.Array([]float64{}, 0, 3)
	half := tensor.Full([]int{5000}, 0.1, tensor.Create{DType: dtype.Float16})
	axis := func(a ...int) tensor.Reduce { return tensor.Reduce{Axis: a} }
	keep := func(a ...int) tensor.Reduce { return tensor.Reduce{Axis: a, Keepdims: true} }
	to := func(d dtype.DType, a ...int) tensor.Reduce { return tensor.Reduce{Axis: a, DType: d} }
	ddof := func(d float64, a ...int) tensor.Reduce { return tensor.Reduce{Axis: a, Ddof: d} }
	cube := tensor.Reshape(tensor.Arange(0, 60, 1).Multiply(7).Remainder(60), 3, 4, 5)
	ties := cycle(4, func(i int) int64 { return []int64{3, 1, 1, 2}[i] }, 160)
	for name, h := range map[string]*tensor.Tensor{
		"keepdims sum":         f8.Sum(keep(1)),
		"keepdims mean":        f8.Mean(keep()),
		"keepdims std":         f8.Std(keep(0, 1)),
		"keepdims argmin":      f8.Argmin(keep(0)),
		"keepdims argmin all":  f8.Argmin(keep()),
		"prods":                small.Get(tensor.Whole, tensor.To(5)).Prod(),
		"prods of columns":     small.Prod(axis(0)),
		"nanprods":             tensor.Nanprod(small, axis(1)),
		"sum to float32":       i1.Sum(to(dtype.Float32)),
		"sum to int8":          i1.Sum(to(dtype.Int8)),
		"sum to bool":          i1.Sum(to(dtype.Bool, 0)),
		"prod to float64":      i1.Prod(to(dtype.Float64, 1)),
		"mean to float32":      f8.Mean(to(dtype.Float32)),
		"mean to int64":        f8.Mean(to(dtype.Int64, 0)),
		"var to float64":       f4.Var(to(dtype.Float64, 0)),
		"ddof 1":               f8.Var(ddof(1, 0)),
		"ddof half":            f8.Std(ddof(0.5, 1)),
		"ddof 9":               f8.Var(ddof(9, 1)),
		"nan ddof 9":           tensor.Nanvar(f8, ddof(9, 1)),
		"nan ddof 6":           tensor.Nanstd(nan, ddof(6, 0)),
		"sum of nothing":       empty.Sum(axis(0)),
		"mean of nothing":      empty.Mean(axis(0)),
		"var of nothing":       empty.Var(axis(0)),
		"min of nothing":       empty.Min(axis(0)),
		"min of no rows":       empty.Min(axis(1)),
		"argmax of nothing":    empty.Argmax(),
		"nanargmax of nothing": tensor.Nanargmax(empty, axis(0)),
		"var of big numbers":   big.Var(),
		"sum of halves":        half.Sum(),
		"mean of halves":       half.Mean(),
		"scalar":               tensor.Mean(3.5),
		"argmin of a scalar":   tensor.Argmin(3.5),
		"std of one":           tensor.Std([]float64{2.5}),
		"bad axis":             f8.Sum(axis(2)),
		"twice":                f8.Mean(axis(0, 0)),
		"argmin of ties":       ties.Argmin(),
		"argmax of cube":       cube.Argmax(),
		"argmax of cube axis":  cube.Argmax(axis(1)),
		"ptp of cube":          tensor.Ptp(cube, axis(0, 2)),
	} {
		tol := marstest.Tol(1e-12, 0)
		switch {
		case name == "var of big numbers": // the mean is 1e9 times the deviation
			tol = marstest.Tol(1e-8, 0)
		case strings.HasSuffix(name, "halves"):
			tol = marstest.Tol(1e-3, 0)
		}
		marstest.Check(t, name, h, g.Get(t, name), tol)
	}
	marstest.Check(t, "argmin of two axes", f8.Argmin(axis(0, 1)), errs.Type)
	marstest.Check(t, "min to float32", f8.Min(to(dtype.Float32)), errs.Type)
	marstest.Check(t, "mean of text", tensor.Mean("x"), errs.Type)
	marstest.Check(t, "any of text", tensor.Any("x"), errs.Type)
}

// Chunks that a mask leaves empty have no extreme, and do not spoil that of the others; all of them empty is
// an error when it runs.
func TestReductionsOfEmptyChunks(t *testing.T) {
	v := tensor.Arange(0.0, 50.0, 1.0)
	few, none := v.Get(tensor.By(v.GreaterEqual(37))), v.Get(tensor.By(v.Less(0)))
	marstest.Check(t, "min", few.Min(), scalar(37.0))
	marstest.Check(t, "argmax", few.Argmax(), scalar(int64(12)))
	marstest.Check(t, "mean", few.Mean(), scalar(43.0))
	marstest.Check(t, "var", few.Var(), scalar(14.0))
	marstest.Check(t, "nanargmin", tensor.Nanargmin(few), scalar(int64(0)))
	marstest.Check(t, "same elements", tensor.ArrayEqual(few, tensor.Arange(37.0, 50.0, 1.0)), scalar(true))
	marstest.Check(t, "other length", tensor.ArrayEqual(few, v), scalar(false))
	marstest.Check(t, "sum of none", none.Sum(), scalar(0.0))
	marstest.Check(t, "max of none", none.Max(), errs.Invalid)
	marstest.Check(t, "argmin of none", none.Argmin(), errs.Invalid)
}
