package linalg

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	gonum "gonum.org/v1/gonum/lapack/gonum"

	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
)

func TestBidiagonalVectors(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, l := range asm.Levels() {
		for _, n := range sizes {
			limit := 4 * (8 + math.Sqrt(float64(n))) * 0x1p-52
			for _, m := range tris(n, r) {
				d, e := slices.Clone(m.d), append(slices.Clone(m.e), 0)
				u, v := columns(make([]float64, n*n), n, n), columns(make([]float64, n*n), n, n)
				ok, err := bidiagonalVectors(l, mem.Heap, backwards, d, e[:n-1], u, v)
				if !ok || err != nil {
					t.Fatalf("%v, %s of %d: %v, %v", l, m.name, n, ok, err)
				}
				unit := max(maxAbs(m.d), maxAbs(m.e))
				if unit == 0 {
					unit = 1
				}
				worst := 0.0
				for j := range n { // B v = d u
					if d[j] < 0 || j > 0 && d[j] > d[j-1] {
						t.Fatalf("%v, %s of %d: values are not sorted: %v", l, m.name, n, d)
					}
					x, y := u.col(0, j), v.col(0, j)
					for i := range n {
						s := m.d[i]/unit*y[i] - d[j]/unit*x[i]
						if i < n-1 {
							s += m.e[i] / unit * y[i+1]
						}
						worst = max(worst, math.Abs(s))
					}
				}
				if !(worst <= limit) && unit > 1e-310 {
					t.Errorf("%v, %s of %d: residual %v, limit %v", l, m.name, n, worst, limit)
				}
				for i, q := range []Mat[float64]{u, v} {
					if o := orthogonality(q); !(o <= limit) {
						t.Errorf("%v, %s of %d: vectors %d are orthogonal up to %v", l, m.name, n, i, o)
					}
				}
				want, sub := slices.Clone(m.d), slices.Clone(m.e)
				if unit > 1e-310 && (gonum.Implementation{}).Dbdsqr(blas.Upper, n, 0, 0, 0, want, sub, nil, 1, nil, 1, nil, 1, make([]float64, 4*n)) {
					for i, v := range want {
						if !(math.Abs(v-d[i]) <= 8*math.Sqrt(float64(n))*0x1p-52*unit) {
							t.Errorf("%v, %s of %d: value %d is %v, QR iteration says %v", l, m.name, n, i, d[i], v)
						}
					}
				}
			}
		}
	}
}
