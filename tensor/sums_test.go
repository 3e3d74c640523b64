package tensor_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

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
