package basic

import (
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/kernel/asm"
)

// BenchmarkFunctions is 32768 elements of every function at every level.
func BenchmarkFunctions(b *testing.B) {
	const n = 1 << 15
	r := rand.New(rand.NewPCG(1, 2))
	x, y, o := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = r.Float64(), r.Float64()*8
	}
	xs, ys, os := make([]float32, n), make([]float32, n), make([]float32, n)
	for i := range x {
		xs[i], ys[i] = float32(x[i]), float32(y[i])
	}
	run := func(name string, l asm.Level, s []sig, in64, in32 []Vec) {
		b.Run(name+"/f64/"+l.String(), func(b *testing.B) {
			for b.Loop() {
				s[2].run(n, in64, []Vec{Of(o)})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/elem")
		})
		b.Run(name+"/f32/"+l.String(), func(b *testing.B) {
			for b.Loop() {
				s[1].run(n, in32, []Vec{Of(os)})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/elem")
		})
	}
	for _, f := range unaries {
		for _, l := range asm.Levels() {
			run(f.name, l, fnAt(l, f.name), []Vec{Of(x)}, []Vec{Of(xs)})
		}
	}
	for _, f := range binaries {
		for _, l := range asm.Levels() {
			run(f.name, l, fnAt(l, f.name), []Vec{Of(y), Of(x)}, []Vec{Of(ys), Of(xs)})
		}
	}
}
