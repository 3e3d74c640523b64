package asm

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Rows are chains of fused multiply-adds, from the first row down or, backwards, from the last one up.
func TestSubstitute(t *testing.T) {
	wild := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 0x1p-1074, 1e308}
	for _, l := range Levels()[1:] {
		for _, v := range []*Vector{Vector64(l), Vector32(l)} {
			r := rand.New(rand.NewPCG(21, 9))
			for round := range 1200 {
				h, n := 1+round%SubstRows, r.IntN(71)
				if round%100 == 0 {
					n = substCols + r.IntN(40)
				}
				stride := n + r.IntN(5)
				x, coef := newArea((h-1)*stride+n, v.Size), newArea(h*(h+1)/2, v.Size)
				draw := func() float64 {
					if v.Size == 4 { // products and sums are exact
						return float64(r.IntN(3) - 1)
					}
					if round%3 == 0 && r.IntN(9) == 0 {
						return wild[r.IntN(len(wild))]
					}
					return r.Float64() - 0.5
				}
				for i := range (h-1)*stride + n {
					x.set(i, draw())
				}
				for i := range h * (h + 1) / 2 {
					coef.set(i, draw())
				}
				row := func(i int) int { return i * stride }
				by := stride
				if round%2 == 1 {
					row, by = func(i int) int { return (h - 1 - i) * stride }, -stride
				}
				want := make([]float64, h*n)
				for j := range n {
					c := 0
					for i := range h {
						s := x.get(row(i) + j)
						for k := range i {
							s = math.FMA(coef.get(c), want[k*n+j], s)
							c++
						}
						want[i*n+j] = s * coef.get(c)
						c++
					}
				}
				if n > 0 {
					v.Substitute(h, n, x.at(row(0)), by*v.Size, coef.at(0))
				}
				for i := range h {
					for j := range n {
						if got, w := x.get(row(i)+j), want[i*n+j]; got != w && (got == got || w == w) {
							t.Fatalf("%v, %d bytes: %d rows, %d columns: (%d, %d) is %v, want %v", l, v.Size, h, n, i, j, got, w)
						}
					}
				}
				if !x.intact() {
					t.Fatalf("%v, %d bytes: %d x %d writes beside its place", l, v.Size, h, n)
				}
			}
		}
	}
}
