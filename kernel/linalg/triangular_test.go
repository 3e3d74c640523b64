package linalg

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/mem"
)

// full is a as a matrix with zeros outside its triangle.
func (a triangle[T]) full() Mat[T] {
	w := Dense(make([]T, a.Rows*a.Rows), a.Rows, a.Rows)
	for i := range a.Rows {
		for j := range a.Rows {
			switch {
			case i == j && a.unit:
				w.Data[w.at(i, j)] = 1
			case i == j || (j < i) == a.lower:
				w.Data[w.at(i, j)] = a.value(i, j)
			}
		}
	}
	return w
}

func TestTriangles(t *testing.T) {
	t.Run("float64", triangles[float64])
	t.Run("float32", triangles[float32])
	t.Run("complex128", triangles[complex128])
	t.Run("complex64", triangles[complex64])
}

func triangles[T Num](t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, n := range []int{0, 1, 2, 5, 63, 64, 65, 100, 129, 150} {
		for _, cols := range []int{0, 1, 3, 4, 40, 257} {
			if n*cols > 150*40 && n != 65 {
				continue
			}
			for kind := range 8 {
				a := triangle[T]{lay(r.IntN(6), n, n, small[T](r)), kind&1 != 0, kind&2 != 0}
				a.Conj = kind&4 != 0
				b := lay(r.IntN(6), n, cols, small[T](r))
				// What is not read is NaN.
				for i := range n {
					for j := range n {
						if i == j && a.unit || i != j && (j < i) != a.lower {
							a.Data[a.at(i, j)] = fromReal[T](math.NaN())
						}
					}
				}
				full, want, got := a.full(), Dense(make([]T, n*cols), n, cols), copied(b)
				if n*cols > 0 {
					gemmSmall(1, full, b, 0, want)
				}
				if err := a.multiply(mem.Heap, backwards, got); err != nil {
					t.Fatal(err)
				}
				for i := range n {
					for j := range cols {
						if x, y := got.Data[got.at(i, j)], want.Data[want.at(i, j)]; !alike(x, y, false) {
							t.Fatalf("%d x %d, lower %v unit %v: product (%d, %d) is %v, want %v", n, cols, a.lower, a.unit, i, j, x, y)
						}
					}
				}
				solves(t, r, a, b)
			}
		}
	}
}

// solves checks that a times the solution is b again, for a triangle with a diagonal that keeps the solution
// small.
func solves[T Num](t *testing.T, r *rand.Rand, a triangle[T], b Mat[T]) {
	n := a.Rows
	for i := range n {
		for j := range n {
			switch {
			case i == j && !a.unit:
				a.Data[a.at(i, j)] = fromReal[T](float64(n+1) + r.Float64())
			case a.unit && (j < i) == a.lower:
				a.Data[a.at(i, j)] *= fromReal[T](1 / float64(16*n))
			}
		}
	}
	x := copied(b)
	if err := solveTri(mem.Heap, backwards, a.Mat, a.lower, a.unit, x); err != nil {
		t.Fatal(err)
	}
	full := a.full()
	for i := range n {
		for j := range b.Cols {
			var s T
			for k := range n {
				s += full.Data[full.at(i, k)] * x.Data[x.at(k, j)]
			}
			re, im := parts(s - b.Data[b.at(i, j)])
			if tol := 20 * float64(n+4) * unitOf[T](); !(math.Hypot(re, im) <= tol) {
				t.Fatalf("%d x %d, lower %v unit %v: residue (%d, %d) is %v", n, b.Cols, a.lower, a.unit, i, j, math.Hypot(re, im))
			}
		}
	}
}

// unitOf is the unit of error of T.
func unitOf[T Num]() float64 {
	var t T
	switch any(t).(type) {
	case float32, complex64:
		return 0x1p-23
	}
	return 0x1p-52
}

func TestSyrk(t *testing.T) {
	t.Run("float64", syrks[float64])
	t.Run("complex64", syrks[complex64])
}

func syrks[T Num](t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, n := range []int{0, 1, 7, 64, 65, 130, 200} {
		for beta := range 2 {
			a, c := lay(r.IntN(6), n, 9, small[T](r)), lay(r.IntN(6), n, n, small[T](r))
			a.Conj = r.IntN(2) == 0
			want, got := copied(c), copied(c)
			if n > 0 {
				gemmSmall(-1, a, a.H(), beta, want)
			}
			if err := syrk(mem.Heap, backwards, -1, a, beta, got); err != nil {
				t.Fatal(err)
			}
			for i := range n {
				for j := range n {
					x, y := got.Data[got.at(i, j)], want.Data[want.at(i, j)]
					if j > i {
						y = c.Data[c.at(i, j)]
					}
					if !alike(x, y, false) {
						t.Fatalf("%d, beta %d: element (%d, %d) is %v, want %v", n, beta, i, j, x, y)
					}
				}
			}
		}
	}
}
