package fft

import (
	"fmt"
	"math"
	"syscall"
	"testing"
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// clock is the processor time of this process: what others do on the machine does not count.
func clock() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// least runs f and reports the least processor time of a run.
func least(b *testing.B, f func(al mem.Allocator)) {
	p := mem.NewPool(8 << 30)
	run := func() {
		s := mem.NewScope(p)
		f(s)
		s.Close()
	}
	run()
	best := time.Duration(math.MaxInt64)
	for b.Loop() {
		t := clock()
		run()
		best = min(best, clock()-t)
	}
	b.ReportMetric(best.Seconds()*1e6, "cpu-us")
}

func BenchmarkComplex(b *testing.B) {
	for _, n := range []int{1 << 10, 1 << 16, 1 << 20, 1e6, 10007, 1 << 22} {
		z := draw(n)
		x := make([]float64, n)
		s := make([]complex64, n)
		for i, v := range z {
			x[i], s[i] = real(v), complex64(v)
		}
		b.Run(fmt.Sprintf("%d", n), func(b *testing.B) {
			t := must(NewComplex(dtype.Complex128, n, Options{}))
			least(b, func(al mem.Allocator) { must(t.Along(al, nd.Of(z, n), 0)) })
		})
		b.Run(fmt.Sprintf("%d/unplanned", n), func(b *testing.B) {
			least(b, func(al mem.Allocator) { must(Complex(al, nd.Of(z, n), n, 0, Options{})) })
		})
		b.Run(fmt.Sprintf("%d/complex64", n), func(b *testing.B) {
			t := must(NewComplex(dtype.Complex64, n, Options{}))
			least(b, func(al mem.Allocator) { must(t.Along(al, nd.Of(s, n), 0)) })
		})
		b.Run(fmt.Sprintf("%d/real/unplanned", n), func(b *testing.B) {
			least(b, func(al mem.Allocator) { must(Real(al, nd.Of(x, n), n, 0, Options{})) })
		})
		b.Run(fmt.Sprintf("%d/real", n), func(b *testing.B) {
			t := must(NewReal(dtype.Float64, n, Options{}))
			least(b, func(al mem.Allocator) { must(t.Along(al, nd.Of(x, n), 0)) })
		})
	}
	a := nd.Of(draw(1e6), 1000, 1000)
	for axis := range 2 {
		b.Run(fmt.Sprintf("1000x1000 along %d", axis), func(b *testing.B) {
			least(b, func(al mem.Allocator) { must(Complex(al, a, 1000, axis, Options{})) })
		})
	}
}
