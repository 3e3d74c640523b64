package tensor_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
)

// Operators that move, join, repeat and pick elements, made of others.
func TestArranging(t *testing.T) {
	g := marstest.Load(t, "testdata/arranging.json")
	in := inputs(t, g)
	c, m, i, z := in["c"], in["m"], in["i"], in["z"]
	at, to, all := tensor.At, tensor.To, tensor.Whole
	v, w := m.Get(at(0)), m.Get(at(1))
	axes := func(a ...int) []int { return a }
	for name, h := range map[string]*tensor.Tensor{
		"swapaxes":          c.Swapaxes(0, -1),
		"swapaxes bad":      c.Swapaxes(0, 3),
		"moveaxis":          tensor.Moveaxis(c, axes(0), axes(-1)),
		"moveaxis two":      tensor.Moveaxis(c, axes(0, 2), axes(2, 0)),
		"moveaxis bad":      tensor.Moveaxis(c, axes(5), axes(0)),
		"moveaxis unequal":  tensor.Moveaxis(c, axes(0, 1), axes(0)),
		"moveaxis twice":    tensor.Moveaxis(c, axes(0, 0), axes(0, 1)),
		"rollaxis":          tensor.Rollaxis(c, 2, 0),
		"rollaxis start":    tensor.Rollaxis(c, 0, 2),
		"rollaxis bad":      tensor.Rollaxis(c, 0, 5),
		"flip":              tensor.Flip(c),
		"flip axis":         tensor.Flip(c, 1),
		"flipud":            tensor.Flipud(m),
		"fliplr":            tensor.Fliplr(m),
		"fliplr vector":     tensor.Fliplr(v),
		"roll":              tensor.Roll(m, axes(5)),
		"roll axis":         tensor.Roll(m, axes(-3), 1),
		"roll axes":         tensor.Roll(m, axes(2, 5), 0, 1),
		"roll far":          tensor.Roll(v, axes(31)),
		"roll nothing":      tensor.Roll(v.Get(to(0)), axes(3)),
		"hstack":            tensor.Hstack(m, m.Get(all, to(2))),
		"hstack vectors":    tensor.Hstack(v, w),
		"hstack scalars":    tensor.Hstack(1.0, 2.0),
		"vstack":            tensor.Vstack(v, m),
		"dstack":            tensor.Dstack(m, i),
		"dstack vectors":    tensor.Dstack(v, w),
		"column_stack":      tensor.ColumnStack(v, m.T().Get(all, to(2)), w),
		"vstack unequal":    tensor.Vstack(v, w.Get(to(3))),
		"atleast_1d":        tensor.Atleast1d(2.5),
		"atleast_2d":        tensor.Atleast2d(v),
		"atleast_3d":        tensor.Atleast3d(v),
		"atleast_3d matrix": tensor.Atleast3d(m),
		"atleast_2d matrix": tensor.Atleast2d(m),
		"tile":              tensor.Tile(m, 2, 3),
		"tile vector":       tensor.Tile(v, 2, 1),
		"tile few":          tensor.Tile(c, 2),
		"tile none":         tensor.Tile(m, 0, 2),
		"append":            tensor.Append(m, i),
		"append rows":       tensor.Append(m, i.Get(to(2)), 0),
		"append unequal":    tensor.Append(m, v.Get(to(3)), 0),
		"repeat":            tensor.Repeat(m, axes(3)),
		"repeat axis":       tensor.Repeat(m, axes(2), 1),
		"repeat each":       tensor.Repeat(m, axes(0, 2, 1, 0, 3, 1, 1), 0),
		"repeat unequal":    tensor.Repeat(m, axes(1, 2), 0),
		"outer":             tensor.Outer(m.Get(to(2)), v),
		"vdot":              tensor.Vdot(z, z.Get(all.Every(-1))),
		"vdot ints":         tensor.Vdot(i, i),
		"vdot unequal":      tensor.Vdot(v, w.Get(to(3))),
		"kron":              tensor.Kron(m.Get(to(3), to(2)), m.Get(tensor.Slice(4, 6), tensor.Slice(3, 7))),
		"kron vector":       tensor.Kron(m.Get(to(3), to(2)), v.Get(to(3))),
		"kron cube":         tensor.Kron(c.Get(to(2), to(2), to(2)), i.Get(to(2), to(3))),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	// Many repetitions: the places are computed, chunk by chunk.
	often := make([]float64, 0, 120)
	for range 40 {
		often = append(often, 1, 2, 3)
	}
	marstest.Check(t, "tile often", tensor.Tile(tensor.Array([]float64{1, 2, 3}), 40), nd.Of(often))
	marstest.Check(t, "repeat often", tensor.Repeat(tensor.Array([]float64{7}), axes(100)), nd.Of(slices.Repeat([]float64{7}, 100)))
	for name, h := range map[string]*tensor.Tensor{
		"repeat": tensor.Repeat(tensor.Arange(0, 3, 1), axes(1<<40)), "tile": tensor.Tile(tensor.Arange(0, 3, 1), 1<<40), "repeat each": tensor.Repeat(tensor.Arange(0, 3, 1), axes(1<<40, 1<<41, 0)),
	} {
		if err := h.Err(); err != nil || h.Shape()[0] != 3<<40 {
			t.Errorf("%s is described as %v: %v", name, h.Shape(), err)
		}
	}
	for name, h := range map[string]*tensor.Tensor{
		"repeat": tensor.Repeat(tensor.Arange(0, 8, 1), axes(1<<61)), "tile": tensor.Tile(tensor.Arange(0, 8, 1), 1<<61), "arange": tensor.Arange(math.MinInt64, math.MaxInt64, 1),
		"repeat each": tensor.Repeat(tensor.Arange(0, 2, 1), axes(math.MaxInt64, 1)), "down": tensor.Arange(math.MaxInt64, math.MinInt64, -1),
	} {
		if err := h.Err(); !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "Maximum allowed size exceeded") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, h := range map[string]*tensor.Tensor{
		"ones": tensor.Ones([]int{1 << 40, 1 << 40}), "bytes": tensor.Arange(0, 1<<61, 1), "sum": tensor.Add(tensor.Ones([]int{1 << 31, 1}), tensor.Ones([]int{1, 1 << 31})),
	} {
		if err := h.Err(); !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "array is too big") {
			t.Errorf("%s: %v", name, err)
		}
	}
	marstest.Check(t, "roll of several", tensor.Roll(m, axes(1, 2)), errs.Invalid)
	marstest.Check(t, "flip of a bad axis", tensor.Flip(m, 2), errs.Invalid)
	marstest.Check(t, "tile negative", tensor.Tile(m, -1), errs.Invalid)
	long := tensor.Array([]float64{1, 7, 8, 2, 9})
	marstest.Check(t, "repeat of unknown length", tensor.Repeat(tensor.Extract(tensor.Greater(long, 5.0), long), axes(2)), nd.Of([]float64{7, 7, 8, 8, 9, 9}))
	marstest.Check(t, "repeat each of unknown length", tensor.Repeat(tensor.Extract(tensor.Greater(long, 5.0), long), axes(1, 2, 1)), errs.Invalid)
	marstest.Check(t, "repeat negative", tensor.Repeat(m, axes(-1)), errs.Invalid)
	marstest.Check(t, "hstack of nothing", tensor.Hstack(), errs.Invalid)
	marstest.Check(t, "atleast of text", tensor.Atleast1d("x"), errs.Type)
	marstest.Check(t, "outer of text", tensor.Outer(m, "x"), errs.Type)
}

func TestDiagonalTraceNorm(t *testing.T) {
	g := marstest.Load(t, "testdata/arranging.json")
	in := inputs(t, g)
	c, m, i, z := in["c"], in["m"], in["i"], in["z"]
	v := m.Get(tensor.At(0))
	zero, one, two := 0, 1, 2
	inf := math.Inf(1)
	norm := func(a any, ord any, axis ...int) *tensor.Tensor {
		return tensor.Norm(a, tensor.Norms{Ord: ord, Axis: axis})
	}
	for name, h := range map[string]*tensor.Tensor{
		"diagonal":                  tensor.Diagonal(m),
		"diagonal above":            tensor.Diagonal(m, tensor.Diagonals{Offset: 3}),
		"diagonal below":            tensor.Diagonal(m, tensor.Diagonals{Offset: -4}),
		"diagonal outside":          tensor.Diagonal(m, tensor.Diagonals{Offset: 20}),
		"diagonal of cube":          tensor.Diagonal(c, tensor.Diagonals{Offset: 1, Axis1: &two, Axis2: &zero}),
		"diagonal vector":           tensor.Diagonal(v),
		"trace":                     tensor.Trace(m),
		"trace ints":                tensor.Trace(i, tensor.Diagonals{Offset: 1}),
		"trace of cube":             tensor.Trace(c, tensor.Diagonals{Axis1: &one, Axis2: &two}),
		"trace to float32":          tensor.Trace(m, tensor.Diagonals{DType: dtype.Float32}),
		"norm":                      tensor.Norm(c),
		"norm rows":                 norm(m, nil, 1),
		"norm keepdims":             tensor.Norm(m, tensor.Norms{Axis: tensor.Axes(0), Keepdims: true}),
		"norm fro":                  norm(z, "fro"),
		"norm 1":                    norm(m, 1),
		"norm -1":                   norm(m, -1),
		"norm inf":                  norm(m, inf),
		"norm -inf of cube":         norm(c, -inf, 2, 0),
		"norm inf of vectors":       norm(z, inf, 1),
		"norm -inf of vectors":      norm(m, -inf, 1),
		"norm 0":                    norm(m, 0, 1),
		"norm 1 of vectors":         norm(m, 1, 1),
		"norm 2 of ints":            norm(i, 2, 1),
		"norm 3":                    norm(v, 3),
		"norm half":                 norm(v, 0.5),
		"norm fro of vectors":       norm(v, "fro"),
		"norm of cube":              norm(c, 1),
		"norm 2":                    norm(m, 2),
		"norm 2 of complex numbers": norm(z, 2),
		"norm -2 of a column":       norm(tensor.ExpandDims(v, 1), -2),
		"norm nuc of ints":          norm(i, "nuc"),
		"norm 2 of cube":            norm(c, 2, 2, 0),
		"norm nuc keepdims of cube": tensor.Norm(c, tensor.Norms{Ord: "nuc", Axis: tensor.Axes(1, 0), Keepdims: true}),
		"norm keepdims of matrices": tensor.Norm(c, tensor.Norms{Ord: 1, Axis: tensor.Axes(0, 1), Keepdims: true}),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	marstest.Check(t, "norm of an unknown order", norm(m, 5), errs.Invalid)
	marstest.Check(t, "norm of three axes", norm(c, 1, 0, 1, 2), errs.Invalid)
	marstest.Check(t, "norm of one axis twice", norm(c, 1, 0, 0), errs.Invalid)
	marstest.Check(t, "diagonal of one axis", tensor.Diagonal(m, tensor.Diagonals{Axis1: &one}), errs.Invalid)
}

func TestDigitizeAndBincount(t *testing.T) {
	g := marstest.Load(t, "testdata/arranging.json")
	in := inputs(t, g)
	m, x, i := in["m"], in["x"], in["i"]
	v := m.Get(tensor.At(0))
	for name, h := range map[string]*tensor.Tensor{
		"digitize":               tensor.Digitize(m, []float64{-5, 0, 0.5, 7}),
		"digitize right":         tensor.Digitize(m, []int{-5, 0, 7}, tensor.DigitizeOptions{Right: true}),
		"digitize falling":       tensor.Digitize(m, []float64{7, 0, -5}),
		"digitize falling right": tensor.Digitize(m, []int{7, 0, -5}, tensor.DigitizeOptions{Right: true}),
		"digitize disorder":      tensor.Digitize(m, []int{7, 0, 5}),
		"digitize great":         tensor.Digitize([]int{1 << 54, 3}, []int{1<<54 - 1, 1<<54 + 1}),
		"digitize unsigned": tensor.Digitize(tensor.Array([]uint64{1<<63 + 1, 3}, 2),
			nd.Of([]uint64{1 << 63, 1<<63 + 1, 1<<63 + 2})),
		"bincount unsigned":  tensor.Bincount(tensor.Arange(0, 7, 1).AsType(dtype.Uint64)),
		"bincount":           tensor.Bincount(x),
		"bincount minlength": tensor.Bincount(x, tensor.Counts{Minlength: 20}),
		"bincount weights":   tensor.Bincount(x, tensor.Counts{Weights: tensor.Arange(0.0, 20.0, 0.25)}),
		"bincount nothing":   tensor.Bincount(x.Get(tensor.To(0))),
		"bincount negative":  tensor.Bincount(i.Get(tensor.At(0))),
		"bincount floats":    tensor.Bincount(v),
		"bincount unequal":   tensor.Bincount(x, tensor.Counts{Weights: v}),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	marstest.Check(t, "bincount of a matrix", tensor.Bincount(i), errs.Invalid)
	marstest.Check(t, "minlength below zero", tensor.Bincount(x, tensor.Counts{Minlength: -1}), errs.Invalid)
	marstest.Check(t, "digitize by a number", tensor.Digitize(m, 3), errs.Invalid)
	marstest.Check(t, "digitize complex", tensor.Digitize(m.Multiply(1i), []int{1}), errs.Type)
}
