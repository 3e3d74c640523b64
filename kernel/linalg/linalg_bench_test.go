package linalg

import (
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/mem"
)

func BenchmarkGemm(b *testing.B) {
	const n = 512
	r := rand.New(rand.NewPCG(1, 1))
	x, y, z := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
	for i := range x {
		x[i], y[i] = r.Float64(), r.Float64()
	}
	for b.Loop() {
		if err := Gemm(mem.Heap, nil, 1, Dense(x, n, n), Dense(y, n, n), 0, Dense(z, n, n)); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(2*n*n*n/(float64(b.Elapsed().Nanoseconds())/float64(b.N)), "GFLOP/s")
}
