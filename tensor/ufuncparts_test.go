package tensor_test

import (
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

// The methods of universal functions: tensor.ufunc_reduce and fold_along, ufunc_accumulate, ufunc_reduceat,
// ufunc_at and ufunc_at_places.
func TestMethodsOfUniversalFunctions(t *testing.T) {
	g := marstest.Load(t, "testdata/ufuncparts.json")
	a, x, m := golden(t, g, "in a"), golden(t, g, "in x"), golden(t, g, "in m")
	for name := range g {
		var from, ufunc string
		var axis int
		along := func() tensor.Reduce { return tensor.Reduce{Axis: tensor.Axes(axis)} }
		of := func() *tensor.Tensor {
			switch {
			case from == "x":
				return x
			case ufunc == "power":
				return a.Remainder(2)
			}
			return a
		}
		if n, _ := fmt.Sscanf(name, "reduce %s %d %s", &from, &axis, &ufunc); n == 3 {
			marstest.Check(t, name, tensor.UfuncReduce(ufunc, of(), along()), g.Get(t, name))
		} else if n, _ := fmt.Sscanf(name, "accumulate %s %d %s", &from, &axis, &ufunc); n == 3 {
			marstest.Check(t, name, tensor.UfuncAccumulate(ufunc, of(), along()), g.Get(t, name))
		}
	}
	for name, h := range map[string]*tensor.Tensor{
		"all axes":                  tensor.UfuncReduce("bitwise_or", a, tensor.Reduce{Axis: tensor.Axes(0, 1)}),
		"two axes of subtract":      tensor.UfuncReduce("subtract", x, tensor.Reduce{Axis: tensor.Axes(0, 1)}),
		"keepdims":                  tensor.UfuncReduce("subtract", x, tensor.Reduce{Axis: tensor.Axes(1), Keepdims: true}),
		"initial":                   tensor.UfuncReduce("bitwise_or", a, tensor.Reduce{Axis: tensor.Axes(0, 1), Initial: 64}),
		"initial and where":         tensor.UfuncReduce("subtract", x, tensor.Reduce{Initial: 100, Where: m}),
		"where":                     tensor.UfuncReduce("gcd", a, tensor.Reduce{Where: m}),
		"where without a beginning": tensor.UfuncReduce("subtract", x, tensor.Reduce{Where: m}),
		"nothing":                   tensor.UfuncReduce("subtract", x.Get(tensor.To(0))),
		"nothing of gcd":            tensor.UfuncReduce("gcd", a.Get(tensor.To(0))),
		"dtype":                     tensor.UfuncReduce("subtract", a, tensor.Reduce{DType: dtype.Float32}),
		"no loop":                   tensor.UfuncReduce("bitwise_or", x),
		"reduceat":                  tensor.UfuncReduceat("add", x, []int{0, 4, 1, 5, 11}),
		"reduceat columns":          tensor.UfuncReduceat("subtract", x, []int{0, 3}, tensor.Reduce{Axis: tensor.Axes(1)}),
		"reduceat outside":          tensor.UfuncReduceat("add", x, []int{0, 12}),
		"at add":                    tensor.UfuncAt("add", x, tensor.Reshape(tensor.Arange(0.0, 20.0, 1.0), 4, 5), []int{0, 3, 0, 11}),
		"at maximum":                tensor.UfuncAt("maximum", x, 2.5, []int{-1, 3, -1, 2}),
		"at multiply":               tensor.UfuncAt("multiply", x, tensor.Array([]float64{2, 3, 0.5, -1}, 4, 1), []int{5, 5, 5, 5}),
		"at two axes":               tensor.UfuncAt("add", x, []float64{1, 2, 3, 4}, []int{0, 3, 0, 11}, []int{1, 1, 1, 4}),
		"at negative":               tensor.UfuncAt("negative", x, nil, []int{1, 1, 7}),
		"at a slice":                tensor.UfuncAt("add", x, 2.5, tensor.Whole.Every(2), []int{1, 1, 0}),
		"at a row":                  tensor.UfuncAt("multiply", x, []float64{2}, tensor.At(3), tensor.From(1)),
		"at a mask":                 tensor.UfuncAt("subtract", x, 1, tensor.By(tensor.Greater(x.Get(tensor.Whole, tensor.At(0)), 0)), tensor.At(-1)),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	some := x.Get(tensor.By(tensor.Greater(x.Get(tensor.Whole, tensor.At(0)), 0)))
	marstest.Check(t, "tensor.ufunc_at of unknown lengths", tensor.UfuncAt("add", some, 1, tensor.Whole, []int{0}), errs.Invalid)
	marstest.Check(t, "at outside", tensor.UfuncAt("add", x, 1, []int{12}), errs.NotFound)
	marstest.Check(t, "at of floats in ints", tensor.UfuncAt("add", a, 1.5, []int{1}), errs.Type)
	marstest.Check(t, "at of too many values", tensor.UfuncAt("add", x, []float64{1, 2, 3}, []int{1}), errs.Invalid)
}

// Reductions with a condition, a number to begin with, or means: operator reduction.
func TestReductionsOfSomeElements(t *testing.T) {
	g := marstest.Load(t, "testdata/ufuncparts.json")
	a, x, m, n := golden(t, g, "in a"), golden(t, g, "in x"), golden(t, g, "in m"), golden(t, g, "in n")
	big, some := a.Greater(20), a.Greater(9)
	first, second := tensor.Axes(0), tensor.Axes(1)
	for name, h := range map[string]*tensor.Tensor{
		"sum where":                     x.Sum(tensor.Reduce{Where: m}),
		"sum where by column":           a.Sum(tensor.Reduce{Axis: first, Where: m, Initial: 1000}),
		"prod where":                    x.Prod(tensor.Reduce{Axis: second, Where: m, Initial: 2}),
		"max where":                     x.Max(tensor.Reduce{Axis: second, Where: m, Initial: -3}),
		"min where":                     a.Min(tensor.Reduce{Where: m, Initial: 99}),
		"max where without a beginning": x.Max(tensor.Reduce{Where: m}),
		"max of nothing":                x.Get(tensor.To(0)).Max(tensor.Reduce{Axis: first, Initial: 7}),
		"any where":                     m.Any(tensor.Reduce{Axis: first, Where: big}),
		"all where":                     m.All(tensor.Reduce{Axis: second, Where: big}),
		"mean where":                    x.Mean(tensor.Reduce{Axis: first, Where: m}),
		"mean of ints where":            a.Mean(tensor.Reduce{Axis: second, Where: m, Keepdims: true}),
		"var where":                     x.Var(tensor.Reduce{Axis: first, Where: m, Ddof: 1}),
		"std where":                     a.Std(tensor.Reduce{Where: m}),
		"var of a mean":                 x.Var(tensor.Reduce{Axis: first, Mean: tensor.Full([]int{1, 5}, 0.5)}),
		"nansum where":                  tensor.Nansum(n, tensor.Reduce{Axis: first, Where: some}),
		"nanmean where":                 tensor.Nanmean(n, tensor.Reduce{Axis: first, Where: some}),
		"nanvar where":                  tensor.Nanvar(n, tensor.Reduce{Axis: first, Where: some}),
		"nanmax where":                  tensor.Nanmax(n, tensor.Reduce{Axis: first, Where: some, Initial: -2}),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	marstest.Check(t, "reduction by numbers", x.Sum(tensor.Reduce{Where: a}), errs.Type)
}

func TestCastingAndSignatures(t *testing.T) {
	i, f := tensor.Array([]int64{1, 2}, 2), tensor.Array([]float64{1.5, 2}, 2)
	sig := func(s ...string) tensor.Elementwise { return tensor.Elementwise{Signature: s} }
	unsafe := sig("int64", "int64", "int64")
	unsafe.Casting = "unsafe"
	both := sig("d", "d", "d")
	both.DType = dtype.Float64
	marstest.Check(t, "signature and dtype", tensor.Add(i, i, both), errs.Type)
	marstest.Check(t, "signature", tensor.Add(i, i, sig("float64", "float64", "float64")), vector(2.0, 4))
	marstest.Check(t, "signature of the result", tensor.Add(i, i, sig("", "", "float32")), vector[float32](2, 4))
	marstest.Check(t, "signature of one", tensor.Add(i, i, sig("float64")), errs.Type)
	marstest.Check(t, "signature in characters", tensor.Add(i, i, sig("d", "d", "d")), vector(2.0, 4))
	marstest.Check(t, "signature of too few", tensor.Add(i, i, sig("float64", "")), errs.Invalid)
	marstest.Check(t, "signature of no dtype", tensor.Add(i, i, sig("", "", "real")), errs.Type)
	marstest.Check(t, "signature of no loop", tensor.Add(i, i, sig("float64", "float64", "int64")), errs.Type)
	marstest.Check(t, "unsafe", tensor.Add(f, i, unsafe), vector[int64](2, 4))
	marstest.Check(t, "no casting", tensor.Add(f, i, tensor.Elementwise{Casting: "no"}), errs.Type)
	marstest.Check(t, "safe casting", tensor.Add(f, i, tensor.Elementwise{Casting: "safe"}), vector(2.5, 4))
	marstest.Check(t, "unknown casting", tensor.Add(f, i, tensor.Elementwise{Casting: "rough"}), errs.Invalid)
}
