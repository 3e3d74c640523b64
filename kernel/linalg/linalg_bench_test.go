package linalg

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
)

func BenchmarkGemm(b *testing.B) {
	b.Run("float64", func(b *testing.B) { benchGemm[float64](b) })
	b.Run("float32", func(b *testing.B) { benchGemm[float32](b) })
	b.Run("complex128", func(b *testing.B) { benchGemm[complex128](b) })
}

func benchGemm[T Num](b *testing.B) {
	for _, n := range []int{8, 64, 100, 200, 256, 500, 1000, 2000} {
		for _, l := range asm.Levels() {
			b.Run(fmt.Sprintf("%d/%v", n, l), func(b *testing.B) {
				r := rand.New(rand.NewPCG(1, 1))
				x, y, z := make([]T, n*n), make([]T, n*n), make([]T, n*n)
				for i := range x {
					x[i], y[i] = fromReal[T](r.Float64()), fromReal[T](r.Float64())
				}
				pool := mem.NewPool(64 << 20)
				al := mem.NewScope(pool)
				defer al.Close()
				for b.Loop() {
					if err := gemmLevel(l, al, nil, 1, Dense(x, n, n), Dense(y, n, n), 0, Dense(z, n, n)); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(2*float64(n)*float64(n)*float64(n)/(float64(b.Elapsed().Nanoseconds())/float64(b.N)), "GFLOP/s")
			})
		}
	}
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
