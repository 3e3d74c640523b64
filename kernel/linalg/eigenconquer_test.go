package linalg

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/lapack"
	gonum "gonum.org/v1/gonum/lapack/gonum"

	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
)

// A tri is a symmetric tridiagonal matrix, or a bidiagonal one.
type tri struct {
	name string
	d, e []float64
}

// tris are matrices of order n that divide and conquer solvers are known to be tried by.
func tris(n int, r *rand.Rand) []tri {
	var ts []tri
	add := func(name string, d, e func(i int) float64) {
		t := tri{name: name, d: make([]float64, n), e: make([]float64, max(0, n-1))}
		for i := range t.d {
			t.d[i] = d(i)
		}
		for i := range t.e {
			t.e[i] = e(i)
		}
		ts = append(ts, t)
	}
	constant := func(v float64) func(int) float64 { return func(int) float64 { return v } }
	normal := func(int) float64 { return r.NormFloat64() }
	add("zero", constant(0), constant(0))
	add("identity", constant(1), constant(0))
	add("identity and noise", func(int) float64 { return 1 + 1e-15*r.Float64() }, func(int) float64 { return 1e-15 * r.NormFloat64() })
	add("second differences", constant(2), constant(-1))
	add("random", normal, normal)
	add("random, huge", func(int) float64 { return 1e300 * r.NormFloat64() }, func(int) float64 { return 1e300 * r.NormFloat64() })
	add("random, tiny", func(int) float64 { return 1e-306 * r.NormFloat64() }, func(int) float64 { return 1e-306 * r.NormFloat64() })
	add("below the normal range", func(int) float64 { return 1e-318 * r.NormFloat64() }, func(int) float64 { return 1e-318 * r.NormFloat64() })
	add("Wilkinson", func(i int) float64 { return math.Abs(float64(i) - float64(n-1)/2) }, constant(1))
	add("Wilkinson, glued", func(i int) float64 { return math.Abs(float64(i%21) - 10) }, func(i int) float64 {
		if i%21 == 20 {
			return 1e-14
		}
		return 1
	})
	add("graded", func(i int) float64 { return math.Pow(10, -float64(i)/4) }, func(i int) float64 { return math.Pow(10, -float64(i)/4) * r.Float64() })
	add("graded up", func(i int) float64 { return math.Pow(10, float64(i-n)/4) }, func(i int) float64 { return math.Pow(10, float64(i-n)/4) * r.Float64() })
	add("some zeros beside", normal, func(i int) float64 { return r.NormFloat64() * float64(i%7) })
	add("weak beside", normal, func(int) float64 { return 1e-9 * r.NormFloat64() })
	add("zero diagonal", constant(0), normal)
	add("signs", func(int) float64 { return float64(2*r.IntN(2) - 1) }, constant(1e-8))
	add("two values", func(i int) float64 { return float64(i % 2) }, constant(0.5))
	add("rank one", func(i int) float64 {
		if i == 0 {
			return 3
		}
		return 0
	}, constant(0))
	return ts
}

// sizes are around leaf and its multiples.
var sizes = []int{1, 2, 3, 17, 32, 33, 34, 65, 66, 100, 131}

func TestTridiagonalVectors(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, l := range asm.Levels() {
		for _, n := range sizes {
			for _, m := range tris(n, r) {
				d, e := slices.Clone(m.d), slices.Clone(m.e)
				q := columns(make([]float64, n*n), n, n)
				ok, err := tridiagonalVectors(l, mem.Heap, backwards, d, e, q)
				if !ok || err != nil {
					t.Fatalf("%v, %s of %d: %v, %v", l, m.name, n, ok, err)
				}
				unit := max(maxAbs(m.d), maxAbs(m.e))
				if unit == 0 {
					unit = 1
				}
				worst := 0.0
				for j := range n { // T q = d q
					if j > 0 && d[j] < d[j-1] {
						t.Fatalf("%v, %s of %d: values are not sorted: %v", l, m.name, n, d)
					}
					c := q.col(0, j)
					for i := range n {
						s := (m.d[i]/unit - d[j]/unit) * c[i]
						if i > 0 {
							s += m.e[i-1] / unit * c[i-1]
						}
						if i < n-1 {
							s += m.e[i] / unit * c[i+1]
						}
						worst = max(worst, math.Abs(s))
					}
				}
				if limit := 4 * (8 + math.Sqrt(float64(n))) * 0x1p-52; !(worst <= limit) && unit > 1e-310 {
					t.Errorf("%v, %s of %d: residual %v, limit %v", l, m.name, n, worst, limit)
				}
				if o := orthogonality(q); !(o <= 4*(8+math.Sqrt(float64(n)))*0x1p-52) {
					t.Errorf("%v, %s of %d: vectors are orthogonal up to %v", l, m.name, n, o)
				}
				want, sub := slices.Clone(m.d), slices.Clone(m.e)
				if unit > 1e-310 && (gonum.Implementation{}).Dsteqr(lapack.EVCompNone, n, want, sub, nil, max(1, n), nil) {
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

// orthogonality is the greatest element of q^T q - 1.
func orthogonality(q Mat[float64]) float64 {
	worst := 0.0
	for i := range q.Cols {
		for j := range i + 1 {
			s := 0.0
			for k := range q.Rows {
				s += q.Data[q.at(k, i)] * q.Data[q.at(k, j)]
			}
			if i == j {
				s--
			}
			if !(math.Abs(s) <= worst) {
				worst = math.Abs(s)
			}
		}
	}
	return worst
}
