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

func TestSelecting(t *testing.T) {
	g := marstest.Load(t, "testdata/selecting.json")
	a := counted(12, 10)
	var bs, vs []float64
	for range 6 {
		bs = append(bs, 0, 3, math.NaN(), math.Copysign(0, -1), 5, 0, 7)
	}
	for i := range 40 {
		vs = append(vs, float64(i*7%23)/2)
	}
	b, v := tensor.Array(bs), tensor.Sort(tensor.Array(vs))
	c := tensor.Equal(tensor.Remainder(a, 7), 2)
	q := tensor.Remainder(tensor.Reshape(tensor.Arange(0, 60, 1), 5, 4, 3), 4)
	i := tensor.Array([]int64{3, 0, -1, 11, 5, 5}, 2, 3)
	axis := func(n int, mode ...string) tensor.TakeOptions {
		return tensor.TakeOptions{Axis: &n, Mode: append(mode, "")[0]}
	}
	twos := func(n, k int) *tensor.Tensor {
		return tensor.Remainder(tensor.Arange(0, n, 1), k)
	}
	m := a.Get(tensor.By(c))
	for name, h := range map[string]*tensor.Tensor{
		"take": tensor.Take(a, i), "take rows": tensor.Take(a, i, axis(0)), "take columns": tensor.Take(a, []int{9, 0, -3}, axis(1)),
		"take wrapped": tensor.Take(a, []int{12, -14, 25}, axis(0, "wrap")), "take clipped": tensor.Take(a, []int{12, -14, 5}, axis(-1, "clip")),
		"take one": tensor.Take(a, 7, axis(1)), "take too far": tensor.Take(a, []int{12}, axis(0)),
		"nonzero": tensor.Nonzero(b)[0], "nonzero rows": tensor.Nonzero(c)[0], "nonzero columns": tensor.Nonzero(c)[1], "nonzero deep": tensor.Nonzero(q)[2],
		"flatnonzero": tensor.FlatNonzero(c), "argwhere": tensor.Argwhere(q), "nonzero of a scalar": tensor.Nonzero(1)[0],
		"compress": tensor.Compress([]bool{true, false, true}, a, 0), "compress columns": tensor.Compress(twos(10, 3), a, 1),
		"compress all":         tensor.Compress(tensor.Equal(twos(100, 3), 0), a),
		"compress by a matrix": tensor.Compress(c, a), "extract": tensor.Extract(c, a),
		"searchsorted": tensor.SearchSorted(v, b), "searchsorted right": tensor.SearchSorted(v, q, tensor.Right), "searchsorted in a matrix": tensor.SearchSorted(a, 1),
		"sum of masked":   tensor.Add(m, tensor.Multiply(a, 2).Get(tensor.By(c))),
		"mask of masked":  m.Get(tensor.By(tensor.Equal(tensor.Remainder(m, 2), 0))),
		"array of masked": m.Get(tensor.By([]int{0, 3, -1})),
		"masked by a mask of masked": func() *tensor.Tensor {
			p := b.Get(tensor.By(tensor.Greater(b, 0)))
			return p.Get(tensor.By(tensor.Greater(p, 4)))
		}(),
		"rows of nonzero": a.Get(tensor.By(tensor.Nonzero(c.Get(tensor.Whole, tensor.At(2)))[0])),
		"mean of masked":  tensor.Reshape(tensor.Divide(tensor.Sum(m), tensor.CountNonzero(c)), 1),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	marstest.Check(t, "compress false behind", tensor.Compress([]bool{false, true, false}, []int64{5, 7}), nd.Of([]int64{7}))
	marstest.Check(t, "xor of nothing", tensor.Setxor1d([]float64{}, []float64{}), nd.Of([]float64{}))
	spans := tensor.FromArray(nd.OfType(dtype.Timedelta(dtype.Second), []int64{1, 3}))
	marstest.Check(t, "lengths of time as bools", tensor.Mean(spans, tensor.Reduce{DType: dtype.Bool}), errs.Type)
	marstest.Check(t, "compress too long", tensor.Compress(tensor.Ones(tensor.Shape(13)), a, 0), errs.NotFound)
	marstest.Check(t, "take by no mode", tensor.Take(a, i, axis(0, "best")), errs.Invalid)
	marstest.Check(t, "take along no axis", tensor.Take(a, i, axis(2)), errs.Invalid)
	marstest.Check(t, "pick by floats", tensor.Take(a, 1.5), errs.NotFound)
	marstest.Check(t, "put_at a misfit of unknown length", func() *tensor.Tensor {
		x := counted(12, 10)
		x.Set(tensor.Array([]float64{1, 2}), tensor.By(c))
		return x
	}(), errs.Invalid)
	marstest.Check(t, "put_masked and masked", func() *tensor.Tensor {
		x := counted(12, 10)
		x.Set(-1, tensor.By(c))
		return tensor.Add(x.Get(tensor.By(c)), tensor.Add(m, 1))
	}(), tensorOf(t, m))
}

// tensorOf is the value of h.
func tensorOf(t *testing.T, h *tensor.Tensor) any { return whole(t, h) }

// TestEqualMasksMeetInOneStage adds what one mask selects of two tensors: the lengths are unknown and known
// to be equal.
func TestEqualMasksMeetInOneStage(t *testing.T) {
	a, b := counted(40, 5), tensor.Multiply(counted(40, 5), 3)
	m := tensor.Greater(tensor.Sum(a, tensor.Reduce{Axis: tensor.Axes(1)}), 300)
	l := marstest.Loop{ChunkBytes: 200}
	if _, err := l.Run(tensor.Add(a.Get(tensor.By(m)), b.Get(tensor.By(m))).Value()); err != nil {
		t.Fatal(err)
	}
	if l.Stages != 1 {
		t.Errorf("%d stages, want 1", l.Stages)
	}
}
