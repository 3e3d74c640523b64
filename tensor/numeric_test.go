package tensor_test

import (
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

func TestWindowsAndSpaces(t *testing.T) {
	g := marstest.Load(t, "testdata/numeric.json")
	tol := marstest.Tol(1e-12, 1e-14)
	for _, n := range []int{0, 1, 2, 9, 40} {
		for name, f := range map[string]func(m int) *tensor.Tensor{
			"bartlett": tensor.Bartlett, "blackman": tensor.Blackman, "hamming": tensor.Hamming, "hanning": tensor.Hanning,
			"kaiser": func(m int) *tensor.Tensor { return tensor.Kaiser(m, 8.6) },
		} {
			marstest.Check(t, fmt.Sprint(name, " ", n), f(n), g.Get(t, fmt.Sprint(name, " ", n)), tol)
		}
	}
	open := tensor.Spaced{Open: true}
	marstest.Check(t, "logspace", tensor.Logspace(-1, 3, 9, 10), g.Get(t, "logspace"))
	marstest.Check(t, "logspace base", tensor.Logspace(0, 5, 6, 2.5, open), g.Get(t, "logspace base"))
	marstest.Check(t, "logspace int", tensor.Logspace(0, 4, 5, 10, tensor.Spaced{DType: dtype.Int64}), g.Get(t, "logspace int"))
	marstest.Check(t, "geomspace", tensor.Geomspace(1, 1000, 7), g.Get(t, "geomspace"))
	marstest.Check(t, "geomspace down", tensor.Geomspace(-256, -2, 8), g.Get(t, "geomspace down"))
	marstest.Check(t, "geomspace open", tensor.Geomspace(3, 50, 4, open), g.Get(t, "geomspace open"))
	marstest.Check(t, "geomspace zero", tensor.Geomspace(0, 3, 50), g.Get(t, "geomspace zero"))
	marstest.Check(t, "geomspace of two signs", tensor.Geomspace(-1, 3, 50), errs.Invalid)
}

func TestNumbers(t *testing.T) {
	g := marstest.Load(t, "testdata/numeric.json")
	tol := marstest.Tol(1e-9, 1e-11)
	m, x, points, special, at := golden(t, g, "m"), golden(t, g, "x"), golden(t, g, "points"), golden(t, g, "special"), golden(t, g, "at")
	row := func(i int) *tensor.Tensor { return m.Get(tensor.At(i)) }
	k := tensor.Arange(0, 60, 1)
	one, two := tensor.Remainder(k.Multiply(7), 13).Get(tensor.To(20)), tensor.Remainder(k.Multiply(5), 17).Get(tensor.To(25))
	minus, seven, five, four := -1.0, 7.0, 5.0, 4
	conds := []*tensor.Tensor{m.Greater(5), m.Less(-2)}
	for name, v := range map[string]*tensor.Tensor{
		"sinc": tensor.Sinc(special), "sinc ints": tensor.Sinc([]int{0, 1, 2, 3}), "isneginf": tensor.Isneginf(special), "isposinf": tensor.Isposinf(special),
		"isneginf complex":        tensor.Isneginf([]complex128{1i}),
		"take_along":              tensor.TakeAlongAxis(m, at, 1),
		"take_along first":        tensor.TakeAlongAxis(m, at.Get(tensor.To(2), tensor.To(1)).Remainder(5), 0),
		"take_along negative":     tensor.TakeAlongAxis(m, tensor.Array([]int64{-1, 0, -12, 11, 3}, 5, 1), 1),
		"interp":                  tensor.Interp(points, x, row(1)),
		"interp ends":             tensor.Interp(points, x, row(1), tensor.Interps{Left: &minus, Right: &seven}),
		"interp period":           tensor.Interp(points, tensor.Take(row(0), []int{0, 1, 4}), row(1).Get(tensor.To(3)), tensor.Interps{Period: &five}),
		"interp one":              tensor.Interp(points, x.Get(tensor.To(1)), row(1).Get(tensor.To(1))),
		"interp matrix":           tensor.Interp(m, x, row(2)),
		"interp complex":          tensor.Interp(points.Get(tensor.To(4)), x, row(1).Add(row(2).Multiply(1i))),
		"rot90 axes":              tensor.Rot90(tensor.Reshape(m, 5, 3, 4), 1, 1, 2),
		"polyval":                 tensor.Polyval(row(0).Get(tensor.To(4)), m),
		"polyval ints":            tensor.Polyval([]int{3, 0, -1}, []int{0, 1, 2, 3, 4}),
		"polyfit":                 tensor.Polyfit(x, row(1), 3),
		"polyfit columns":         tensor.Polyfit(x, tensor.Transpose(m).Get(tensor.Whole, tensor.To(3)), 2),
		"vander":                  tensor.Vander(row(0)),
		"vander n":                tensor.Vander(x, tensor.VanderOptions{N: &four, Increasing: true}),
		"vander ints":             tensor.Vander([]int{0, 1, 2, 3, 4}),
		"select":                  tensor.Select(conds, []*tensor.Tensor{m, m.Multiply(2)}, 0),
		"select default":          tensor.Select(conds, []*tensor.Tensor{m, m.Multiply(2)}, 0.5),
		"select default by place": tensor.Select(conds, []*tensor.Tensor{m, m.Multiply(2)}, m.Multiply(10)),
		"extract":                 tensor.Extract(m.Greater(3), m),
		"diagflat":                tensor.Diagflat(m.Get(tensor.To(2), tensor.To(2)), 1),
		"equiv":                   tensor.ArrayEquiv(m.Get(tensor.To(1)).Multiply(0), tensor.Zeros(tensor.Shape(3, 12))),
		"equiv not":               tensor.ArrayEquiv(m, m.Add(1)),
		"equiv shapes":            tensor.ArrayEquiv(m, m.Get(tensor.Whole, tensor.To(5))),
		"cumulative_sum":          tensor.CumulativeSum(row(0)),
		"cumulative_sum initial":  tensor.CumulativeSum(m, tensor.Cumulatives{IncludeInitial: true, Axis: new(1)}),
		"cumulative_prod":         tensor.CumulativeProd(m, tensor.Cumulatives{Axis: new(0)}),
		"cumulative_prod initial": tensor.CumulativeProd([]int{1, 2, 3, 4, 5}, tensor.Cumulatives{IncludeInitial: true}),
		"cumulative axis":         tensor.CumulativeSum(m),
		"intersect1d":             tensor.Intersect1d(one, two),
		"setxor1d":                tensor.Setxor1d(one, two),
		"intersect1d none":        tensor.Intersect1d(one.Get(tensor.To(0)), two),
		"setxor1d none":           tensor.Setxor1d(one.Get(tensor.To(0)), two),
		"gradient":                tensor.Gradient(row(0))[0],
		"gradient first":          tensor.Gradient(m)[0],
		"gradient spacing":        tensor.Gradient(m, tensor.GradientOptions{Spacing: 0.3})[1],
		"gradient second":         tensor.Gradient(m, tensor.GradientOptions{Spacing: 0.3, EdgeOrder: new(2)})[1],
		"gradient uneven":         tensor.Gradient(m, tensor.GradientOptions{Spacing: x, Axis: tensor.Axes(1)})[0],
		"gradient uneven second":  tensor.Gradient(m, tensor.GradientOptions{Spacing: []any{x}, Axis: tensor.Axes(1), EdgeOrder: new(2)})[0],
		"gradient ints":           tensor.Gradient(one)[0],
		"gradient short":          tensor.Gradient(m.Get(tensor.To(1)))[0],
	} {
		marstest.Check(t, name, v, g.Get(t, name), tol)
	}
	marstest.Check(t, "sinc float32", tensor.Sinc(f32(special)), g.Get(t, "sinc float32"), marstest.Tol(1e-5, 1e-6))
	for n := -1; n < 4; n++ {
		marstest.Check(t, fmt.Sprint("rot90 ", n), tensor.Rot90(m, n), g.Get(t, fmt.Sprint("rot90 ", n)))
	}
	for name, v := range map[string]*tensor.Tensor{
		"rot90 of one axis": tensor.Rot90(m, 1, 0), "rot90 twice": tensor.Rot90(m, 1, 0, 0), "polyval of a matrix": tensor.Polyval(m, x),
		"interp of lengths": tensor.Interp(x, x, row(1).Get(tensor.To(3))), "vander of a matrix": tensor.Vander(m), "select of none": tensor.Select(nil, nil, 0),
		"select of one": tensor.Select(conds, []*tensor.Tensor{m}, 0), "places of other axes": tensor.TakeAlongAxis(m, []int{1}, 1),
	} {
		marstest.Check(t, name, v, errs.Invalid)
	}
	marstest.Check(t, "a place outside", tensor.TakeAlongAxis(m, tensor.Array([]int64{12}, 1, 1), 1), errs.NotFound)
	marstest.Check(t, "places that are floats", tensor.TakeAlongAxis(m, m, 1), errs.NotFound)
	marstest.Check(t, "polyfit of a matrix", tensor.Polyfit(m, x, 1), errs.Type)
	marstest.Check(t, "select by numbers", tensor.Select([]*tensor.Tensor{m}, []*tensor.Tensor{m}, 0), errs.Type)
}

func TestPad(t *testing.T) {
	g := marstest.Load(t, "testdata/numeric.json")
	m := golden(t, g, "m").Get(tensor.To(3), tensor.To(4))
	one := tensor.Reshape(tensor.Remainder(tensor.Arange(0, 20, 1).Multiply(7), 13), 4, 5)
	by := func(mode string, values map[string]any) tensor.PadOptions {
		return tensor.PadOptions{Mode: mode, Values: values}
	}
	for _, mode := range []string{"edge", "reflect", "symmetric", "wrap", "linear_ramp", "maximum", "mean", "median", "minimum"} {
		marstest.Check(t, "pad "+mode, tensor.Pad(m, [][]int{{4, 5}, {0, 9}}, by(mode, nil)), g.Get(t, "pad "+mode))
	}
	marstest.Check(t, "pad", tensor.Pad(m, 2), g.Get(t, "pad"))
	marstest.Check(t, "pad empty", tensor.Pad(m, map[int]any{-1: 2}, by("empty", nil)).Get(tensor.Whole, tensor.Slice(2, -2)), g.Get(t, "pad empty"))
	marstest.Check(t, "pad values", tensor.Pad(one, [][]int{{1, 0}, {2, 3}}, by("", map[string]any{"constant_values": [][]int{{7, 8}, {-1, 4}}})), g.Get(t, "pad values"))
	marstest.Check(t, "pad ramp", tensor.Pad(one, 3, by("linear_ramp", map[string]any{"end_values": []int{-5, 20}})), g.Get(t, "pad ramp"))
	marstest.Check(t, "pad short", tensor.Pad(one, []int{2, 1}, by("mean", map[string]any{"stat_length": []int{2, 3}})), g.Get(t, "pad short"))
	for _, mode := range []string{"reflect", "symmetric"} {
		marstest.Check(t, "pad odd "+mode, tensor.Pad(one, []int{9, 11}, by(mode, map[string]any{"reflect_type": "odd"})), g.Get(t, "pad odd "+mode))
	}
	marstest.Check(t, "pad none", tensor.Pad(m.Get(tensor.To(0)), 1, by("edge", nil)), g.Get(t, "pad none"))
	marstest.Check(t, "pad one", tensor.Pad(m.Get(tensor.To(1), tensor.To(2)), 3, by("reflect", nil)), g.Get(t, "pad one"))
	for name, h := range map[string]*tensor.Tensor{
		"less than nothing": tensor.Pad(m, []int{-1, 0}), "three axes of two": tensor.Pad(m, [][]int{{1, 1}, {1, 1}, {1, 1}}), "somehow": tensor.Pad(m, 1, by("x", nil)),
		"with what it does not take": tensor.Pad(m, 1, by("edge", map[string]any{"end_values": 3})), "of nothing": tensor.Pad(m, 1, by("maximum", map[string]any{"stat_length": 0})),
	} {
		marstest.Check(t, "pad "+name, h, errs.Invalid)
	}
	marstest.Check(t, "pad by a half", tensor.Pad(m, 0.5), errs.Type)
}

func TestLexsort(t *testing.T) {
	g := marstest.Load(t, "testdata/numeric.json")
	m, k := golden(t, g, "m"), tensor.Arange(0, 60, 1)
	one, two := tensor.Remainder(k.Multiply(7), 13).Get(tensor.To(20)), tensor.Remainder(k.Multiply(5), 17).Get(tensor.To(20))
	of := func(ts ...*tensor.Tensor) []*tensor.Tensor { return ts }
	marstest.Check(t, "lexsort", tensor.Lexsort(of(one, two.Remainder(4), one.Remainder(2))), g.Get(t, "lexsort"))
	marstest.Check(t, "lexsort first", tensor.Lexsort(of(m, tensor.Remainder(tensor.FloorDivide(m, 4), 2)), 0), g.Get(t, "lexsort first"))
	marstest.Check(t, "lexsort of shapes", tensor.Lexsort(of(one, m)), errs.Invalid)
	marstest.Check(t, "lexsort by nothing", tensor.Lexsort(nil), errs.Type)
}
