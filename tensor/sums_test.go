package tensor_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/tensor"
)

// spreadOut are numbers of all magnitudes, some of which cancel.
func spreadOut(n int) []float64 {
	r := rand.New(rand.NewPCG(1, 2))
	v := make([]float64, n)
	for i := range v {
		switch v[i] = r.NormFloat64() * math.Pow(10, float64(r.IntN(16)-8)); i % 97 {
		case 5:
			v[i] = 1e16
		case 50:
			v[i] = -1e16
		case 60:
			v[i] = 1e300
		case 70:
			v[i] = -1e300
		}
	}
	return v
}

// exactly is the sum and the mean of numbers, rounded once.
func exactly(v []float64, start, step int) (sum, mean float64) {
	s, n := new(big.Float).SetPrec(2300), 0
	for i := start; i < len(v); i += step {
		s.Add(s, new(big.Float).SetFloat64(v[i]))
		n++
	}
	sum, _ = s.Float64()
	mean, _ = s.Quo(s, big.NewFloat(float64(n))).Float64()
	return sum, mean
}

// Sums and means are the exact ones, to the last bit, whatever the chunks, the workers and the order of axes.
func TestSumsDoNotDependOnTheSplit(t *testing.T) {
	const rows, cols = 303, 33
	v := spreadOut(rows * cols)
	a := tensor.Array(v, rows, cols)
	sum, mean := exactly(v, 0, 1)
	var sums, means, rowSums, rowMeans []float64
	for c := range cols {
		s, m := exactly(v, c, cols)
		sums, means = append(sums, s), append(means, m)
	}
	for r := range rows {
		s, m := exactly(v[r*cols:(r+1)*cols], 0, 1)
		rowSums, rowMeans = append(rowSums, s), append(rowMeans, m)
	}
	along := func(k int) tensor.Reduce { return tensor.Reduce{Axis: tensor.Axes(k)} }
	for _, bytes := range []int{7777, 40_000} {
		for _, c := range []struct {
			name string
			got  *tensor.Tensor
			want any
		}{
			{"sum", a.Sum(), nd.Of([]float64{sum}).Index(0, 0)},
			{"mean", a.Mean(), nd.Of([]float64{mean}).Index(0, 0)},
			{"sum of columns", a.Sum(along(0)), nd.Of(sums)},
			{"mean of columns", a.Mean(along(0)), nd.Of(means)},
			{"sum of rows", a.Sum(along(1)), nd.Of(rowSums)},
			{"mean of rows", a.Mean(along(1)), nd.Of(rowMeans)},
			{"sum turned", tensor.Transpose(a).Sum(along(1)), nd.Of(sums)},
			{"sum of halves", a.Multiply(0.5).Add(a.Multiply(0.5)).Sum(along(0)), nd.Of(sums)},
		} {
			marstest.Check(t, fmt.Sprintf("%s in chunks of %d bytes", c.name, bytes), c.got, c.want, marstest.Tol(0, 0), marstest.ChunkBytes(bytes))
		}
	}
	few := v[:80]
	sum, mean = exactly(few, 0, 1)
	for _, bytes := range []int{8, 24, 64, 200} {
		marstest.Check(t, "sum of few", tensor.Array(few).Sum(), nd.Of([]float64{sum}).Index(0, 0), marstest.Tol(0, 0), marstest.ChunkBytes(bytes))
		marstest.Check(t, "mean of few", tensor.Array(few).Mean(), nd.Of([]float64{mean}).Index(0, 0), marstest.Tol(0, 0), marstest.ChunkBytes(bytes))
	}
}

// spread is the variance of numbers: the exact one times their count, squared, rounded, and divided.
func spread(v []float64) float64 {
	big1 := func(x float64) *big.Float { return new(big.Float).SetPrec(6000).SetFloat64(x) }
	s, q, n := big1(0), big1(0), float64(len(v))
	for _, x := range v {
		s.Add(s, big1(x))
		q.Add(q, big1(0).Mul(big1(x), big1(x)))
	}
	d, _ := q.Mul(q, big1(n)).Sub(q, s.Mul(s, s)).Float64()
	return d / n / n
}

// Variances are the exact ones but for the last division, whatever the chunks; far from zero, too.
func TestVariancesDoNotDependOnTheSplit(t *testing.T) {
	const rows, cols = 120, 33
	wide := spreadOut(rows * cols)
	near, away := make([]float64, len(wide)), make([]float64, len(wide))
	r := rand.New(rand.NewPCG(3, 4))
	for i := range wide {
		if wide[i] = math.Remainder(wide[i], 1e100); math.Abs(wide[i]) > 1e90 {
			wide[i] = 1e-200 // a square that no two doubles can tell
		}
		near[i] = r.NormFloat64()
		away[i] = 1e9 + near[i]
	}
	along := func(k int) tensor.Reduce { return tensor.Reduce{Axis: tensor.Axes(k)} }
	for name, v := range map[string][]float64{"wide": wide, "near": near, "away": away} {
		a := tensor.Array(v, rows, cols)
		var columns, lines []float64
		for c := range cols {
			var col []float64
			for r := range rows {
				col = append(col, v[r*cols+c])
			}
			columns = append(columns, spread(col))
		}
		for r := range rows {
			lines = append(lines, math.Sqrt(spread(v[r*cols:(r+1)*cols])))
		}
		exact, chunks := marstest.Tol(0, 0), marstest.ChunkBytes(2500, 9000)
		marstest.Check(t, name+" var", a.Var(), nd.Of([]float64{spread(v)}).Index(0, 0), exact, chunks)
		marstest.Check(t, name+" var of columns", a.Var(along(0)), nd.Of(columns), exact, chunks)
		marstest.Check(t, name+" nanvar of columns", tensor.Nanvar(a, along(0)), nd.Of(columns), exact, chunks)
		marstest.Check(t, name+" std of rows", a.Std(along(1)), nd.Of(lines), exact, chunks)
	}
}

// Products are the exact ones rounded once, whatever the chunks, with factors whose product overflows and
// comes back.
func TestProductsDoNotDependOnTheSplit(t *testing.T) {
	const rows, cols = 120, 33
	r := rand.New(rand.NewPCG(5, 6))
	v := make([]float64, rows*cols)
	for i := range v {
		v[i] = (r.Float64() + 0.6) * math.Pow(10, float64(200-400*(i/cols%2)))
	}
	product := func(start, step, n int) float64 {
		p := big.NewFloat(1).SetPrec(53 * rows * cols)
		for k := range n {
			p.Mul(p, big.NewFloat(v[start+k*step]))
		}
		f, _ := p.Float64()
		return f
	}
	gaps := append([]float64(nil), v...)
	for i := range gaps {
		if i%7 == 0 {
			gaps[i], v[i] = math.NaN(), 1
		}
	}
	var gapColumns []float64
	for c := range cols {
		gapColumns = append(gapColumns, product(c, cols, rows))
	}
	whole := product(0, 1, len(v))
	along := func(k int) tensor.Reduce { return tensor.Reduce{Axis: tensor.Axes(k)} }
	exact, chunks := marstest.Tol(0, 0), marstest.ChunkBytes(1000, 7777, 40_000)
	full := tensor.Array(v, rows, cols)
	marstest.Check(t, "prod", full.Prod(), nd.Of([]float64{whole}).Index(0, 0), exact, chunks)
	marstest.Check(t, "prod of parts", full.AsType(dtype.Complex128).Prod(), nd.Of([]complex128{complex(whole, 0)}).Index(0, 0), exact, chunks)
	marstest.Check(t, "nanprod of columns", tensor.Nanprod(tensor.Array(gaps, rows, cols), along(0)), nd.Of(gapColumns), exact, chunks)
	for i := range v {
		if i%7 == 0 {
			v[i] = 1 + float64(i)/4096
		}
	}
	var columns, lines []float64
	for c := range cols {
		columns = append(columns, product(c, cols, rows))
	}
	for r := range rows {
		lines = append(lines, product(r*cols, 1, cols))
	}
	a := tensor.Array(v, rows, cols)
	marstest.Check(t, "prod of columns", a.Prod(along(0)), nd.Of(columns), exact, chunks)
	marstest.Check(t, "prod of rows", a.Prod(along(1)), nd.Of(lines), exact, chunks)
	marstest.Check(t, "prod turned", tensor.Transpose(a).Prod(along(1)), nd.Of(columns), exact, chunks)
}
