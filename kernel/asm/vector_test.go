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

// Columns are summed to the same bits as rows.
func TestDotColumnsIsDot(t *testing.T) {
	for _, l := range Levels()[1:] {
		for _, v := range []*Vector{Vector64(l), Vector32(l)} {
			r := rand.New(rand.NewPCG(6, 2))
			for _, n := range []int{0, 1, 3, 7, 8, 9, 15, 16, 17, 23, 24, 25, 31, 33, 47, 63, 64, 65, 200, segment - 1, segment + 40} {
				for _, cols := range []int{1, 2, 5, 40, strip + 9} {
					if n > 1000 && cols > 5 {
						continue
					}
					rows, a, x := newArea(cols*n, v.Size), newArea(cols*n, v.Size), newArea(n, v.Size)
					for k := range n {
						x.set(k, r.Float64()-0.5)
						for j := range cols {
							a.set(k*cols+j, r.Float64()-0.5)
							rows.set(j*n+k, a.get(k*cols+j))
						}
					}
					want, got, room := newArea(cols, v.Size), newArea(cols, v.Size), newArea(v.Room(), v.Size)
					v.Dot(want.at(0), rows.at(0), n*v.Size, cols, n, x.at(0))
					v.DotColumns(got.at(0), a.at(0), cols*v.Size, cols, n, x.at(0), room.at(0))
					for j := range cols {
						if got.get(j) != want.get(j) {
							t.Fatalf("%v, %d bytes: column %d of %d x %d is %v, as a row %v", l, v.Size, j, n, cols, got.get(j), want.get(j))
						}
					}
					if !got.intact() || !room.intact() {
						t.Fatalf("%v, %d bytes: %d x %d writes beside its place", l, v.Size, n, cols)
					}
				}
			}
		}
	}
}
