package linalg

import (
	"math"

	"github.com/mars-project/mars-go/mem"
)

// panel is the columns that are factored at once before the rest is updated by products.
const panel = 32

// factorLU overwrites a column-major a with L (unit diagonal, not stored) and U such that P a = L U, with partial pivoting: LAPACK's xGETRF. Row
// i was swapped with row pivots[i], in that order. It returns the first column with a zero pivot, or -1.
func factorLU[T Num](al mem.Allocator, par Par, a Mat[T], pivots []int) (singular int, err error) {
	singular = -1
	k := min(a.Rows, a.Cols)
	for j := 0; j < k; j += panel {
		nb := min(panel, k-j)
		for i := j; i < j+nb; i++ {
			c := a.col(i, i)
			p := i + pivotOf(c)
			pivots[i] = p
			swapRows(a.Sub(0, j, a.Rows, nb), i, p)
			if c[0] == 0 {
				if singular < 0 {
					singular = i
				}
				continue
			}
			divide(c[1:], c[0])
			for l := i + 1; l < j+nb; l++ {
				d := a.col(i, l)
				axpy(-d[0], c[1:], d[1:])
			}
		}
		for i := j; i < j+nb; i++ {
			swapRows(a.Sub(0, 0, a.Rows, j), i, pivots[i])
			swapRows(a.Sub(0, j+nb, a.Rows, a.Cols-j-nb), i, pivots[i])
		}
		if rest := a.Cols - j - nb; rest > 0 {
			u := a.Sub(j, j+nb, nb, rest)
			if err := solveTri(al, par, a.Sub(j, j, nb, nb), true, true, u); err != nil {
				return 0, err
			}
			below := a.Rows - j - nb
			if err := Gemm(al, par, -1, a.Sub(j+nb, j, below, nb), u, 1, a.Sub(j+nb, j+nb, below, rest)); err != nil {
				return 0, err
			}
		}
	}
	return singular, nil
}

// pivotOf is the place of the element of greatest |re| + |im|; a NaN wins, so that it is not hidden.
func pivotOf[T Num](c []T) int {
	at, best := 0, -1.0
	switch s := any(c).(type) {
	case []float64:
		for i, v := range s {
			if v = math.Abs(v); v > best || v != v && best == best {
				at, best = i, v
			}
		}
		return at
	}
	for i, v := range c {
		re, im := parts(v)
		if m := math.Abs(re) + math.Abs(im); m > best || m != m && best == best {
			at, best = i, m
		}
	}
	return at
}

func swapRows[T any](a Mat[T], i, j int) {
	if i == j {
		return
	}
	p, q := a.at(i, 0), a.at(j, 0)
	for range a.Cols {
		a.Data[p], a.Data[q] = a.Data[q], a.Data[p]
		p += a.CS
		q += a.CS
	}
}

// solveLU overwrites a column-major b with the solution of the system whose factors are a and pivots: xGETRS.
func solveLU[T Num](al mem.Allocator, par Par, a Mat[T], pivots []int, b Mat[T]) error {
	for i, p := range pivots {
		swapRows(b, i, p)
	}
	if err := solveTri(al, par, a, true, true, b); err != nil {
		return err
	}
	return solveTri(al, par, a, false, false, b)
}

// factorCholesky overwrites the lower triangle of a column-major Hermitian a with L such that a = L L^H: xPOTRF. It returns the first
// column where a is not positive definite, or -1. The upper triangle is neither read nor written.
func factorCholesky[T Num](al mem.Allocator, par Par, a Mat[T]) (bad int, err error) {
	n := a.Rows
	for j := 0; j < n; j += panel {
		nb := min(panel, n-j)
		for i := j; i < j+nb; i++ {
			c := a.col(i, i)
			d, _ := parts(c[0])
			if !(d > 0) {
				return i, nil
			}
			d = math.Sqrt(d)
			c[0] = fromReal[T](d)
			divide(c[1:], c[0])
			for l := i + 1; l < j+nb; l++ {
				axpy(-conj(c[l-i]), c[l-i:], a.col(l, l))
			}
		}
		rest := n - j - nb
		if err := syrk(al, par, -1, a.Sub(j+nb, j, rest, nb), 1, a.Sub(j+nb, j+nb, rest, rest)); err != nil {
			return 0, err
		}
	}
	return -1, nil
}
