package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
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

// Many products of small matrices.
func BenchmarkBatch(b *testing.B) {
	for _, n := range []int{4, 8, 16, 32} {
		count := min(100_000, 5_000_000/n/n)
		b.Run(fmt.Sprintf("float64/%d", n), func(b *testing.B) { benchBatch[float64](b, count, n) })
		b.Run(fmt.Sprintf("float32/%d", n), func(b *testing.B) { benchBatch[float32](b, count, n) })
	}
}

func benchBatch[T Num](b *testing.B, count, n int) {
	r := rand.New(rand.NewPCG(1, 1))
	x, y := make([]T, count*n*n), make([]T, count*n*n)
	for i := range x {
		x[i], y[i] = fromReal[T](r.Float64()), fromReal[T](r.Float64())
	}
	pool := mem.NewPool(1 << 30)
	p, q := nd.Of(x, count, n, n), nd.Of(y, count, n, n)
	best := time.Duration(math.MaxInt64)
	for b.Loop() {
		al := mem.NewScope(pool)
		t := time.Now()
		must(MatMul(al, nil, p, q))
		best = min(best, time.Since(t))
		al.Close()
	}
	b.ReportMetric(float64(best.Microseconds()), "least-us")
}

// Factorisations and what is solved with them, on this goroutine and on two; the flops are those of LAPACK's
// formulas.
func BenchmarkFactor(b *testing.B) {
	b.Run("float64", func(b *testing.B) { benchFactor(b, dtype.Float64) })
	b.Run("float32", func(b *testing.B) { benchFactor(b, dtype.Float32) })
	b.Run("complex128", func(b *testing.B) { benchFactor(b, dtype.Complex128) })
}

func benchFactor(b *testing.B, d dtype.DType) {
	type bench struct {
		name  string
		flops float64 // of n^3
		f     func(al mem.Allocator, par parallel.Func, a, h *nd.Array) error
	}
	for _, n := range []int{200, 1000, 2000} {
		a := random(d, 1, n, n)
		h := must(a.Clone(mem.Heap)) // positive definite: only its lower triangle and its diagonal are looked at
		for i := range n {
			set(h, complex(float64(n), 0), i, i)
		}
		for _, c := range []bench{
			{"lu", 2. / 3, func(al mem.Allocator, par parallel.Func, a, _ *nd.Array) error {
				_, _, _, err := LU(al, par, a)
				return err
			}},
			{"cholesky", 1. / 3, func(al mem.Allocator, par parallel.Func, _, h *nd.Array) error {
				return second(Cholesky(al, par, h, false))
			}},
			{"qr", 8. / 3, func(al mem.Allocator, par parallel.Func, a, _ *nd.Array) error {
				_, _, err := QR(al, par, a, Reduced)
				return err
			}},
			{"r", 4. / 3, func(al mem.Allocator, par parallel.Func, a, _ *nd.Array) error {
				_, _, err := QR(al, par, a, OnlyR)
				return err
			}},
			{"solve", 2. / 3, func(al mem.Allocator, par parallel.Func, a, _ *nd.Array) error {
				return second(Solve(al, par, a, a.Index(1, 0)))
			}},
			{"solve many", 8. / 3, func(al mem.Allocator, par parallel.Func, a, h *nd.Array) error { return second(Solve(al, par, a, h)) }},
			{"solve positive", 7. / 3, func(al mem.Allocator, par parallel.Func, a, h *nd.Array) error {
				return second(SolvePositive(al, par, h, a))
			}},
			{"inv", 2, func(al mem.Allocator, par parallel.Func, a, _ *nd.Array) error { return second(Inv(al, par, a)) }},
		} {
			for cores, par := range []parallel.Func{nil, paralleltest.Helpers(2)} {
				b.Run(fmt.Sprintf("%s/%d/%d", c.name, n, cores+1), func(b *testing.B) {
					pool := mem.NewPool(1 << 30)
					for b.Loop() {
						al := mem.NewScope(pool)
						if err := c.f(al, par, a, h); err != nil {
							b.Fatal(err)
						}
						al.Close()
					}
					flops := c.flops * float64(n) * float64(n) * float64(n)
					if d.IsComplex() {
						flops *= 4
					}
					b.ReportMetric(flops/(float64(b.Elapsed().Nanoseconds())/float64(b.N)), "GFLOP/s")
				})
			}
		}
	}
}
