package linalg

import (
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/dtype"
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

func BenchmarkFactor(b *testing.B) {
	a := random(dtype.Float64, 1, 500, 500)
	for name, f := range map[string]func(){
		"qr":    func() { _, _, err := QR(mem.Heap, nil, a, Reduced); must(0, err) },
		"svd":   func() { _, _, _, err := SVD(mem.Heap, nil, a, false, true); must(0, err) },
		"solve": func() { must(Solve(mem.Heap, nil, a, a)) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}
