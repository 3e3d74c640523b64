package asm

import (
	"math/rand/v2"
	"testing"
)

func TestSymv(t *testing.T) {
	lengths := []int{}
	for n := 1; n <= 70; n++ {
		lengths = append(lengths, n)
	}
	lengths = append(lengths, 127, 128, 129, ribbon-1, ribbon, ribbon+1, ribbon+13, 3*ribbon+5)
	for _, l := range Levels()[1:] {
		for _, v := range []*Vector{Vector64(l), Vector32(l)} {
			r := rand.New(rand.NewPCG(3, 9))
			for _, n := range lengths {
				cols, stride := v.Together(), n+r.IntN(4)
				a, x, y := newArea((cols-1)*stride+n, v.Size), newArea(n, v.Size), newArea(n, v.Size)
				coef, out := newArea(cols, v.Size), newArea(cols, v.Size)
				for _, m := range []area{a, x, y, coef} {
					for i := range (len(m.words) - 2*guard) / m.size {
						m.set(i, float64(r.IntN(15)-7)) // sums are exact in any order
					}
				}
				want := make([]float64, n)
				for i := range n {
					want[i] = y.get(i)
					for j := range cols {
						want[i] += coef.get(j) * a.get(j*stride+i)
					}
				}
				v.Symv(n, a.at(0), stride*v.Size, x.at(0), y.at(0), coef.at(0), out.at(0))
				for j := range cols {
					s := 0.0
					for i := range n {
						s += a.get(j*stride+i) * x.get(i)
					}
					if out.get(j) != s {
						t.Fatalf("%v, %d bytes, %d rows: sum %d is %v, want %v", l, v.Size, n, j, out.get(j), s)
					}
				}
				for i := range n {
					if y.get(i) != want[i] {
						t.Fatalf("%v, %d bytes, %d rows: element %d is %v, want %v", l, v.Size, n, i, y.get(i), want[i])
					}
				}
				if !y.intact() || !out.intact() {
					t.Fatalf("%v, %d bytes, %d rows: writes beside its place", l, v.Size, n)
				}
			}
		}
	}
}
