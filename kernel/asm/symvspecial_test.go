package asm

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Infinities and NaN go where the definition has them, and what is below the normal range is not flushed.
func TestSymvKeepsSpecialValues(t *testing.T) {
	same := func(a, b float64) bool { return a == b || a != a && b != b }
	for _, l := range Levels()[1:] {
		for _, v := range []*Vector{Vector64(l), Vector32(l)} {
			tiny := 0x1p-1074
			if v.Size == 4 {
				tiny = 0x1p-149
			}
			r := rand.New(rand.NewPCG(5, 6))
			wild := []float64{math.Inf(1), math.Inf(-1), math.NaN(), math.Copysign(math.NaN(), -1), 0, math.Copysign(0, -1)}
			for round := range 300 {
				n, cols := 1+r.IntN(40), v.Together()
				a, x, y := newArea(cols*n, v.Size), newArea(n, v.Size), newArea(n, v.Size)
				coef, out := newArea(cols, v.Size), newArea(cols, v.Size)
				for i := range n * cols {
					switch {
					case round%2 == 0:
						a.set(i, tiny*float64(r.IntN(7)-3))
					case r.IntN(30) == 0:
						a.set(i, wild[r.IntN(len(wild))])
					default:
						a.set(i, float64(r.IntN(7)-3))
					}
				}
				for i := range n {
					x.set(i, float64(r.IntN(5)-2))
					y.set(i, 0)
				}
				for j := range cols {
					coef.set(j, float64(r.IntN(5)-2))
				}
				v.Symv(n, a.at(0), n*v.Size, x.at(0), y.at(0), coef.at(0), out.at(0))
				for j := range cols {
					s := 0.0
					for i := range n {
						s += a.get(j*n+i) * x.get(i)
					}
					if !same(out.get(j), s) {
						t.Fatalf("%v, %d bytes, %d rows: sum %d is %v, want %v", l, v.Size, n, j, out.get(j), s)
					}
				}
				for i := range n {
					s := 0.0
					for j := range cols {
						s += coef.get(j) * a.get(j*n+i)
					}
					if !same(y.get(i), s) {
						t.Fatalf("%v, %d bytes, %d rows: element %d is %v, want %v", l, v.Size, n, i, y.get(i), s)
					}
				}
			}
		}
	}
}
