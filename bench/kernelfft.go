package main

import (
	"math"

	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
	"github.com/mars-project/mars-go/kernel/fft"
	"github.com/mars-project/mars-go/kernel/rng"
	"github.com/mars-project/mars-go/kernel/special"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// transforms are those of Fourier, on one chunk; pocketfft may be 1.2 times as fast.
func transforms() []kernelCase {
	level := goals{"numpy": 1 / 1.2}
	of := func(name string, n int, work float64, data func() *nd.Array, f func(al mem.Allocator, a *nd.Array, o fft.Options) error) kernelCase {
		return kernelCase{
			name: name, n: n, one: level, two: level, work: work / 1e9, unit: "GFLOP",
			bare: func(cores int) (func() error, error) {
				a, o := laid(data()), fft.Options{Parallel: paralleltest.Helpers(cores)}
				return pooled(func(al mem.Allocator) error { return f(al, a, o) }), nil
			},
		}
	}
	line := func(al mem.Allocator, a *nd.Array, o fft.Options) error {
		_, err := fft.Complex(al, a, a.Shape[0], 0, o)
		return err
	}
	real := func(al mem.Allocator, a *nd.Array, o fft.Options) error {
		_, err := fft.Real(al, a, a.Shape[0], 0, o)
		return err
	}
	plane := func(al mem.Allocator, a *nd.Array, o fft.Options) error {
		_, err := fft.ComplexN(al, a, []int{0, 1}, o)
		return err
	}
	flops := func(n float64) float64 { return 5 * n * math.Log2(n) } // the usual count
	return []kernelCase{
		of("fft_2_10", 1<<20, 1024*flops(1024), complexes(1024, 1024), func(al mem.Allocator, a *nd.Array, o fft.Options) error {
			_, err := fft.Complex(al, a, 1024, 1, o)
			return err
		}),
		of("fft_2_20", 1<<20, flops(1<<20), complexes(1<<20), line),
		of("rfft_2_20", 1<<20, flops(1<<20)/2, func() *nd.Array { return nd.Of(reals(1<<20), 1<<20) }, real),
		of("fft_1000000", 1000000, flops(1000000), complexes(1000000), line),
		of("fft_1000003", 1000003, flops(1000003), complexes(1000003), line), // a prime
		of("fft_rows_1009", 1009*1000, 1000*flops(1009), complexes(1000, 1009), func(al mem.Allocator, a *nd.Array, o fft.Options) error {
			_, err := fft.Complex(al, a, 1009, 1, o) // a prime
			return err
		}),
		of("fft2_1000", 1000*1000, flops(1000*1000), complexes(1000, 1000), plane),
		of("fft2_1024", 1<<20, flops(1<<20), complexes(1024, 1024), plane),
	}
}

func complexes(shape ...int) func() *nd.Array {
	return func() *nd.Array {
		x := make([]complex128, len(reals(shape...)))
		for i, v := range reals(shape...) {
			x[i] = complex(v, 1-v)
		}
		return nd.Of(x, shape...)
	}
}

// reals are random numbers from 0 to 1.
func reals(shape ...int) []float64 {
	n := 1
	for _, k := range shape {
		n *= k
	}
	x := make([]float64, n)
	rng.Uniform(x, rng.Key{}, rng.Whole(n))
	return x
}

// specials are special functions, of which no peer is pinned: their rates.
func specials(z sizes) []kernelCase {
	var out []kernelCase
	for _, name := range []string{"erf", "gammaln", "digamma", "j0", "i0", "k1"} {
		out = append(out, kernelCase{
			name: name, n: z.many, one: goals{}, work: float64(z.many) / 1e9, unit: "G",
			bare: func(int) (func() error, error) {
				f, x := special.Lookup(name), reals(z.many)
				for i := range x {
					x[i] = 20*x[i] + 0x1p-60
				}
				y := make([]float64, len(x))
				return func() error { f.Loop(y, x); return nil }, nil
			},
		})
	}
	return out
}

// scratch is the memory of kernels by themselves.
var scratch = mem.NewPool(8 << 30)

// held is the memory of their operands: pages of its size are what operators and NumPy have, and the heap of
// Go has not.
var held *mem.Scope

// laid is a in memory that operators have.
func laid(a *nd.Array) *nd.Array {
	if a == nil {
		return nil
	}
	turned := a.Rank() == 2 && !a.Contiguous()
	if turned {
		a = a.Transpose()
	}
	c, err := a.Clone(held)
	if err != nil {
		panic(err)
	}
	if turned {
		return c.Transpose()
	}
	return c
}

// pooled runs f with memory that was there before, as operators do.
func pooled(f func(al mem.Allocator) error) func() error {
	return func() error {
		s := mem.NewScope(scratch)
		defer s.Close()
		return f(s)
	}
}
