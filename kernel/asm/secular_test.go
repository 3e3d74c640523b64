package asm

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-13*math.Max(math.Abs(a), math.Abs(b))
}

func TestSecular(t *testing.T) {
	for _, l := range Levels()[1:] {
		s := SecularOf(l)
		r := rand.New(rand.NewPCG(8, 9))
		for _, n := range append([]int{127, 128, 129, segment - 1, segment, segment + 1, 2*segment + 11}, ints(71)...) {
			draw := func() []float64 { // guarded by a NaN that must not be used
				x := make([]float64, n+1)
				for i := range n {
					x[i] = 0.5 + r.Float64()
				}
				x[n] = math.NaN()
				return x[:n:n]
			}
			z, p, d, q, w := draw(), draw(), draw(), draw(), draw()
			var sum, squares float64
			for i := range z {
				f := z[i] / (p[i] - 0.25)
				sum, squares = sum+z[i]*f, squares+f*f
			}
			if a, b := s.Sums(z, p, 0.25); !near(a, sum) || !near(b, squares) {
				t.Fatalf("%v, %d poles: sums %v, %v, want %v, %v", l, n, a, b, sum, squares)
			}
			for _, squared := range []bool{false, true} {
				got := append([]float64{}, w...)
				s.Ratios(got, q, d, 0.125, squared)
				for i := range got {
					want := w[i] * (q[i] / (d[i] - 0.125))
					if squared {
						want = w[i] * (q[i] / ((d[i] - 0.125) * (d[i] + 0.125)))
					}
					if got[i] != want {
						t.Fatalf("%v, %d poles: ratio %d is %v, want %v", l, n, i, got[i], want)
					}
				}
			}
			var one, two float64
			got := append([]float64{}, q...)
			a, b := s.Quotients(got, z, d)
			for i := range got {
				f := z[i] / q[i]
				if one, two = one+f*f, two+d[i]*f*d[i]*f; got[i] != f {
					t.Fatalf("%v, %d poles: quotient %d is %v, want %v", l, n, i, got[i], f)
				}
			}
			if !near(a, one) || !near(b, two) {
				t.Fatalf("%v, %d poles: squares %v, %v, want %v, %v", l, n, a, b, one, two)
			}
		}
	}
}

func ints(n int) []int {
	x := make([]int, n)
	for i := range x {
		x[i] = i
	}
	return x
}
