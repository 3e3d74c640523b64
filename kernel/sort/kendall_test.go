package sort

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestKendall compares with counting all pairs.
func TestKendall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 40).Draw(t, "n")
		few := rapid.SliceOfN(rapid.Map(rapid.IntRange(-3, 8), func(i int) float64 { return float64(i) / 2 }), n, n)
		x, y := few.Draw(t, "x"), few.Draw(t, "y")
		var s, nx, ny float64
		sign := func(d float64) float64 {
			switch {
			case d > 0:
				return 1
			case d < 0:
				return -1
			}
			return 0
		}
		for i := range x {
			for j := range i {
				a, b := sign(x[i]-x[j]), sign(y[i]-y[j])
				s, nx, ny = s+a*b, nx+a*a, ny+b*b
			}
		}
		want := s / math.Sqrt(nx) / math.Sqrt(ny)
		if got := Kendall(x, y); got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Fatalf("%v and %v: %v, want %v", x, y, got, want)
		}
	})
}

func BenchmarkKendall(b *testing.B) {
	x, y := make([]float64, 1<<17), make([]float64, 1<<17)
	for i := range x {
		x[i], y[i] = float64(i*7919%100_003), float64(i*104_729%65_537)
	}
	b.SetBytes(16 * int64(len(x)))
	for b.Loop() {
		Kendall(x, y)
	}
}
