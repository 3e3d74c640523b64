package linalg

import (
	"math"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"pgregory.net/rapid"
)

// drawTri is two diagonals of few different values, some of them very close, some tiny: what makes columns
// die, or nearly so.
func drawTri(t *rapid.T) (d, e []float64) {
	n := rapid.IntRange(33, 90).Draw(t, "n")
	value := rapid.Custom(func(t *rapid.T) float64 {
		v := rapid.SampledFrom([]float64{0, 1, -1, 1, 2, 0.5, 1e-8, 1e-15, 1e-16, 3e-17, 1e-30, 1e-160, 1e-300, 1e3}).Draw(t, "v")
		switch rapid.IntRange(0, 3).Draw(t, "near") {
		case 0:
			return v * (1 + 0x1p-52*float64(rapid.IntRange(-20, 20).Draw(t, "ulps")))
		case 1:
			return v * rapid.Float64Range(0.5, 1).Draw(t, "part")
		}
		return v
	})
	d = rapid.SliceOfN(value, n, n).Draw(t, "d")
	e = rapid.SliceOfN(value, n-1, n-1).Draw(t, "e")
	if rapid.Bool().Draw(t, "one value beside") {
		for i := range e {
			e[i] = e[0]
		}
	}
	if rapid.Bool().Draw(t, "one value on") {
		for i := range d {
			d[i] = d[0]
		}
	}
	return d, e
}

func TestConquestOfFewValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, e := drawTri(t)
		n := len(d)
		unit := max(maxAbs(d), maxAbs(e))
		if unit == 0 {
			unit = 1
		}
		limit := 16 * (8 + math.Sqrt(float64(n))) * 0x1p-52
		at := func(i, j int) float64 { // of the tridiagonal matrix
			if i == j {
				return d[i] / unit
			}
			return e[min(i, j)] / unit
		}
		for _, l := range asm.Levels() {
			w, q := slices.Clone(d), columns(make([]float64, n*n), n, n)
			ok, err := tridiagonalVectors(l, mem.Heap, nil, w, slices.Clone(e), q)
			if !ok || err != nil {
				t.Fatalf("%v: eigenvalues: %v, %v", l, ok, err)
			}
			worst := 0.0
			for j := range n {
				for i := range n {
					s := -w[j] / unit * q.Data[q.at(i, j)]
					for k := max(0, i-1); k < min(n, i+2); k++ {
						s += at(i, k) * q.Data[q.at(k, j)]
					}
					worst = max(worst, math.Abs(s))
				}
			}
			if o := orthogonality(q); !(worst <= limit) || !(o <= limit) {
				t.Fatalf("%v: eigenvectors: residual %v, orthogonal up to %v, limit %v", l, worst, o, limit)
			}
			only := slices.Clone(d)
			if !tridiagonalValues(only, slices.Clone(e), 1) {
				t.Fatal("eigenvalues alone: no convergence")
			}
			for i, x := range only {
				if math.Abs(x-w[i]) > limit*unit {
					t.Fatalf("%v: eigenvalue %d is %v, alone %v", l, i, w[i], x)
				}
			}
			s, u, v := slices.Clone(d), columns(make([]float64, n*n), n, n), columns(make([]float64, n*n), n, n)
			if ok, err := bidiagonalVectors(l, mem.Heap, nil, s, slices.Clone(e), u, v); !ok || err != nil {
				t.Fatalf("%v: singular values: %v, %v", l, ok, err)
			}
			if only = slices.Clone(d); !bidiagonalValues(only, slices.Clone(e), 1) {
				t.Fatal("singular values alone: no convergence")
			}
			for i, x := range only {
				if math.Abs(x-s[i]) > limit*unit {
					t.Fatalf("%v: singular value %d is %v, alone %v", l, i, s[i], x)
				}
			}
			worst = 0
			for j := range n {
				for i := range n {
					r := -s[j] / unit * u.Data[u.at(i, j)]
					for k := i; k < min(n, i+2); k++ {
						r += at(i, k) * v.Data[v.at(k, j)]
					}
					worst = max(worst, math.Abs(r))
				}
			}
			if o, p := orthogonality(u), orthogonality(v); !(worst <= limit) || !(o <= limit) || !(p <= limit) {
				t.Fatalf("%v: singular vectors: residual %v, orthogonal up to %v and %v, limit %v", l, worst, o, p, limit)
			}
		}
	})
}
