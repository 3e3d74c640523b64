package tensor_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/rng"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
)

// whole is the value of h in one chunk.
func whole(t *testing.T, h *tensor.Tensor) *nd.Array {
	t.Helper()
	l := marstest.Loop{ChunkBytes: 1 << 40}
	v, err := l.Run(h.Value())
	if err != nil {
		t.Fatal(err)
	}
	return v[0].(*nd.Array)
}

// TestDrawsDoNotDependOnChunks compares every way of running with one chunk.
func TestDrawsDoNotDependOnChunks(t *testing.T) {
	r := tensor.NewRandom(7)
	size := tensor.Shape(13, 9)
	hs := map[string]*tensor.Tensor{
		"rand": r.Rand(13, 9), "randn": r.Randn(7, 3, 5), "uniform": r.Uniform(2, 3, tensor.Sample{Size: size, Chunk: tensor.Shape(4)}),
		"float32": r.Normal(2, 3, tensor.Sample{Size: size, DType: dtype.Float32}), "poisson as int8": r.Draw("poisson", tensor.Sample{Size: size, DType: dtype.Int8}, 3),
		"random_sample": r.RandomSample(), "standard_normal": r.StandardNormal(tensor.Sample{Size: tensor.Shape(0, 3)}),
		"randint": r.Randint(-5, 1000, tensor.Sample{Size: size}), "randint of bytes": r.Randint(0, 256, tensor.Sample{Size: size, DType: dtype.Uint8}),
		"randint of bools": r.Randint(0, 2, tensor.Sample{Size: size, DType: dtype.Bool}),
		"choice":           r.Choice(100, tensor.ChoiceOptions{Size: size}), "choice of some": r.Choice(100, tensor.ChoiceOptions{Size: tensor.Shape(60), Unique: true}),
		"choice by p":            r.Choice(4, tensor.ChoiceOptions{Size: size, P: []float64{0.1, 0, 0.6, 0.3}}),
		"choice of some by p":    r.Choice(4, tensor.ChoiceOptions{Size: tensor.Shape(3), Unique: true, P: []float64{0.1, 0, 0.6, 0.3}}),
		"choice of a vector":     r.Choice(tensor.Arange(0.5, 90, 1), tensor.ChoiceOptions{Size: size}),
		"permutation":            r.Permutation(200),
		"tensor.random.between":  r.Between(tensor.Array([]int64{1, -5, 7}), tensor.Array([]int64{9, 5, 8}), tensor.Sample{Size: tensor.Shape(20, 3)}),
		"permuted":               r.Permuted(counted(30, 4), 1),
		"dirichlet":              r.Dirichlet([]float64{1, 2, 3}, 6, 8),
		"multinomial":            r.Multinomial(9, []float64{0.2, 0.3, 0.5}, 20),
		"balls":                  r.MultivariateHypergeometric([]int{3, 4, 5}, 6, 20),
		"vectors":                r.MultivariateNormal(tensor.Array([]float64{0, 1}), tensor.Reshape(tensor.Array([]float64{2, 0.5, 0.5, 1}), 2, 2), 20),
		"places":                 tensor.PlacesDrawn(50, 20, 3, false),
		"places by weight":       tensor.PlacesWeighed(30, 20, 3, true, tensor.Arange(0.5, 30, 1)),
		"permutation of rows":    r.Permutation(counted(30, 4)),
		"parameters that differ": r.Normal(counted(20, 3), tensor.Array([]float64{1, 2, 3}), tensor.Sample{Size: tensor.Shape(2, 20, 3)}),
	}
	for _, d := range rng.Dists() {
		var p []any
		for i := range d.Params {
			p = append(p, []float64{0.5, 0.75, 1}[i])
		}
		switch d.Name {
		case "zipf":
			p[0] = 2.0
		case "hypergeometric":
			p = []any{5, 6, 7}
		}
		hs[d.Name] = r.Draw(d.Name, tensor.Sample{Size: tensor.Shape(6, 8)}, p...)
	}
	for name, h := range hs {
		if h.Err() != nil {
			t.Error(name, h.Err())
			continue
		}
		marstest.Check(t, name, h, whole(t, h), marstest.Tol(0, 0))
	}
}

func TestDrawsRepeat(t *testing.T) {
	draw := func(r *tensor.Random) [2]string {
		return [2]string{whole(t, r.Rand(8)).String(), whole(t, r.Permutation(8)).String()}
	}
	a, b, c := draw(tensor.NewRandom(1)), draw(tensor.NewRandom(1)), draw(tensor.NewRandom(2))
	if a != b {
		t.Errorf("seed 1 gives %v and %v", a, b)
	}
	if a == c {
		t.Errorf("seeds 1 and 2 both give %v", a)
	}
	r := tensor.NewRandom(1)
	if x, y := whole(t, r.Rand(8)).String(), whole(t, r.Rand(8)).String(); x == y {
		t.Errorf("two calls both give %s", x)
	}
	if x, y := whole(t, tensor.Rand(8)).String(), whole(t, tensor.Rand(8)).String(); x == y {
		t.Errorf("two fresh seeds both give %s", x)
	}
}

func TestDraws(t *testing.T) {
	r := tensor.NewRandom(3)
	g := marstest.Load(t, "testdata/draws.json")
	loc := tensor.Ufunc("multiply", counted(20, 3), 100)
	marstest.Check(t, "loc", r.Normal(loc, 0), g.Get(t, "loc"))
	if m := mean(whole(t, r.Uniform(2, 4, tensor.Sample{Size: tensor.Shape(10000)}))); math.Abs(m-3) > 0.03 {
		t.Errorf("uniform numbers in [2, 4) have mean %v", m)
	}
	if m := mean(whole(t, r.Draw("exponential", tensor.Sample{Size: tensor.Shape(10000)}, 5))); math.Abs(m-5) > 0.25 {
		t.Errorf("exponential numbers of scale 5 have mean %v", m)
	}
	lows, highs := tensor.Array([]int64{4, 10}), tensor.Array([]int64{5, 12})
	apart := nd.Data[int64](whole(t, r.Between(lows, highs, tensor.Sample{Size: tensor.Shape(500, 2)})))
	for i, v := range apart {
		if i%2 == 0 && v != 4 || i%2 == 1 && v != 10 && v != 11 {
			t.Fatalf("place %d has %d", i, v)
		}
	}
	marstest.Check(t, "nothing between", r.Between(highs, lows), errs.Invalid)
	ints := nd.Data[int64](whole(t, r.Randint(10, 20, tensor.Sample{Size: tensor.Shape(1000)})))
	if slices.Min(ints) != 10 || slices.Max(ints) != 19 {
		t.Errorf("integers from 10 to 20: %d to %d", slices.Min(ints), slices.Max(ints))
	}
	some := nd.Data[int64](whole(t, r.Choice(50, tensor.ChoiceOptions{Size: tensor.Shape(50), Unique: true})))
	slices.Sort(some)
	for i, v := range some {
		if v != int64(i) {
			t.Fatalf("a choice of all 50: %v", some)
		}
	}
	weighted := nd.Data[int64](whole(t, r.Choice(3, tensor.ChoiceOptions{Size: tensor.Shape(2), Unique: true, P: []float64{0.5, 0, 0.5}})))
	slices.Sort(weighted)
	if !slices.Equal(weighted, []int64{0, 2}) {
		t.Errorf("two of three, one of them impossible: %v", weighted)
	}
	a := counted(20, 3)
	r.Shuffle(a)
	marstest.Check(t, "rows", tensor.Sort(a, 0), g.Get(t, "rows"))
}

func mean(a *nd.Array) (s float64) {
	for _, v := range nd.Data[float64](a) {
		s += v / float64(a.Size())
	}
	return s
}

func TestDrawsRefuse(t *testing.T) {
	g := marstest.Load(t, "testdata/draws.json")
	r := tensor.NewRandom(5)
	for name, want := range g {
		fn, rest, ok := strings.Cut(name, "(")
		if !ok {
			continue
		}
		var p []any
		for _, s := range strings.Split(strings.Trim(rest, ",)"), ",") {
			v := math.NaN()
			_, _ = fmt.Sscan(s, &v)
			p = append(p, v)
		}
		marstest.Check(t, name, r.Draw(fn, tensor.Sample{}, p...), want)
	}
	negative := tensor.Array([]float64{1, 2, -1})
	u8 := tensor.Sample{DType: dtype.Uint8}
	for name, c := range map[string]struct {
		h    *tensor.Tensor
		want any
	}{
		"scales":                  {r.Normal(0, negative), g.Get(t, "normal(0.0,-1.0)")},
		"size":                    {r.Normal(counted(2, 3), 1, tensor.Sample{Size: tensor.Shape(4, 3)}), errs.Invalid},
		"randint":                 {r.Randint(5, 5), g.Get(t, "randint")},
		"randint low":             {r.Randint(-1, 5, u8), g.Get(t, "randint low")},
		"randint high":            {r.Randint(0, 300, u8), g.Get(t, "randint high")},
		"randint of floats":       {r.Randint(0, 3, tensor.Sample{DType: dtype.Float64}), errs.Type},
		"choice of none":          {r.Choice(0, tensor.ChoiceOptions{Size: tensor.Shape(3)}), g.Get(t, "choice of none")},
		"choice of no axis":       {r.Choice(tensor.Sum(counted(2, 2)), tensor.ChoiceOptions{Size: tensor.Shape(3)}), errs.Invalid},
		"choice of too many":      {r.Choice(5, tensor.ChoiceOptions{Size: tensor.Shape(6), Unique: true}), g.Get(t, "choice of too many")},
		"choice by other p":       {r.Choice(5, tensor.ChoiceOptions{P: []float64{0.5, 0.5}}), g.Get(t, "choice by other p")},
		"choice by negative p":    {r.Choice(2, tensor.ChoiceOptions{P: []float64{-0.5, 1.5}}), errs.Invalid},
		"choice of few by p":      {r.Choice(3, tensor.ChoiceOptions{Size: tensor.Shape(2), Unique: true, P: []float64{1, 0, 0}}), g.Get(t, "choice of few by p")},
		"permutation of a scalar": {r.Permutation(1.5), g.Get(t, "permutation of a scalar")},
		"permutation of less":     {r.Permutation(-1), errs.Invalid},
		"unknown distribution":    {r.Draw("zeta", tensor.Sample{}), errs.NotFound},
		"too few parameters":      {r.Draw("gamma", tensor.Sample{}), errs.Type},
		"complex parameters":      {r.Normal(1i, 1), errs.Type},
		"floats of integers":      {r.Draw("poisson", tensor.Sample{DType: dtype.Float32}, 1), errs.Type},
		"chunks":                  {r.Normal(0, 1, tensor.Sample{Size: tensor.Shape(3), Chunk: tensor.Shape(1, 2)}), errs.Invalid},
	} {
		marstest.Check(t, name, c.h, c.want)
	}
}
