package asm

import (
	"math/rand/v2"
	"testing"
)

func TestVectors(t *testing.T) {
	lengths := []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 63, 64, 65, 100, ribbon - 1, ribbon, ribbon + 7, segment + 3, 2*segment + 17}
	for _, l := range Levels()[1:] {
		for _, v := range []*Vector{Vector64(l), Vector32(l)} {
			r := rand.New(rand.NewPCG(9, 9))
			draw := func() float64 { return float64(r.IntN(15) - 7) } // sums are exact in any order
			for _, n := range lengths {
				for _, rows := range []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 19} {
					stride := n + r.IntN(4)
					a, x, out := newArea(max(rows-1, 0)*stride+n, v.Size), newArea(n, v.Size), newArea(rows, v.Size)
					y, xs := newArea(n, v.Size), newArea(rows, v.Size)
					for _, m := range []area{a, x, y, xs} {
						for i := range (len(m.words) - 2*guard) / m.size {
							m.set(i, draw())
						}
					}
					want := make([]float64, n)
					for j := range n {
						want[j] = y.get(j)
						for i := range rows {
							want[j] += xs.get(i) * a.get(i*stride+j)
						}
					}
					z := v.Size
					v.Dot(out.at(0), a.at(0), stride*z, rows, n, x.at(0))
					for i := range rows {
						s := 0.0
						for j := range n {
							s += a.get(i*stride+j) * x.get(j)
						}
						if out.get(i) != s {
							t.Fatalf("%v, %d bytes: dot %d of %d x %d is %v, want %v", l, z, i, rows, n, out.get(i), s)
						}
					}
					v.Axpy(y.at(0), a.at(0), stride*z, rows, n, xs.at(0))
					for j := range n {
						if y.get(j) != want[j] {
							t.Fatalf("%v, %d bytes: element %d of the sum of %d x %d is %v, want %v", l, z, j, rows, n, y.get(j), want[j])
						}
					}
					if !y.intact() || !out.intact() {
						t.Fatalf("%v, %d bytes: %d x %d writes beside its place", l, z, rows, n)
					}
				}
			}
		}
	}
}

// A sum has the same bits with eight rows and alone.
func TestDotDoesNotDependOnTheOtherRows(t *testing.T) {
	for _, l := range Levels()[1:] {
		for _, v := range []*Vector{Vector64(l), Vector32(l)} {
			r := rand.New(rand.NewPCG(4, 2))
			for _, n := range []int{3, 40, 777, segment + 40} {
				a, x, all, one := newArea(9*n, v.Size), newArea(n, v.Size), newArea(9, v.Size), newArea(1, v.Size)
				for i := range 9 * n {
					a.set(i, r.Float64()-0.5)
				}
				for i := range n {
					x.set(i, r.Float64()-0.5)
				}
				v.Dot(all.at(0), a.at(0), n*v.Size, 9, n, x.at(0))
				for i := range 9 {
					v.Dot(one.at(0), a.at(i*n), 0, 1, n, x.at(0))
					if one.get(0) != all.get(i) {
						t.Errorf("%v, %d bytes: row %d of %d elements is %v, alone %v", l, v.Size, i, n, all.get(i), one.get(0))
					}
				}
			}
		}
	}
}
