package linalg

import (
	"math"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
)

const (
	cholBlock = 192 // columns that are factored before the rest is updated by products
	cholBase  = 32  // columns of them that are factored one by one
)

// factorCholesky overwrites the lower triangle of a Hermitian a with L such that a = L L^H: LAPACK's xPOTRF,
// by blocks and within them by halves (Golub and Van Loan, Matrix Computations, 4.2.6). It returns the first
// column where a is not positive definite, or -1. The upper triangle is neither read nor written; a lies in
// any way.
func factorCholesky[T Num](al mem.Allocator, par parallel.Func, a Mat[T]) (bad int, err error) {
	n := a.Rows
	s := sweep{n: n, k: n, nb: min(cholBlock, n)}
	s.factor = func(j, w int) error {
		at, err := blockCholesky(al, a.Sub(j, j, w, w))
		if err == nil && at >= 0 {
			err = notPositive(j + at)
		}
		if err != nil {
			return err
		}
		return solveTri(al, nil, a.Sub(j, j, w, w).conj(), true, false, a.Sub(j+w, j, n-j-w, w).T())
	}
	s.update = func(j, c, w int) error {
		x := a.Sub(c, j, n-c, min(s.nb, n-j))
		top := x.Sub(0, 0, w, x.Cols)
		if err := syrk(al, nil, -1, top, 1, a.Sub(c, c, w, w)); err != nil {
			return err
		}
		return Gemm(al, nil, -1, x.Sub(w, 0, x.Rows-w, x.Cols), top.H(), 1, a.Sub(c+w, c, x.Rows-w, w))
	}
	err = s.run(par)
	if at, ok := err.(notPositive); ok {
		return int(at), nil
	}
	return -1, err
}

// notPositive is the column where a matrix is not positive definite.
type notPositive int

func (n notPositive) Error() string { return "Matrix is not positive definite" }

// blockCholesky is factorCholesky of a small matrix, by halves.
func blockCholesky[T Num](al mem.Allocator, a Mat[T]) (bad int, err error) {
	n := a.Rows
	if n <= cholBase {
		return baseCholesky(a), nil
	}
	h := roundUp(n/2, 8)
	first, below := a.Sub(0, 0, h, h), a.Sub(h, 0, n-h, h)
	if bad, err = blockCholesky(al, first); bad >= 0 || err != nil {
		return bad, err
	}
	if err := solveTri(al, nil, first.conj(), true, false, below.T()); err != nil {
		return 0, err
	}
	rest := a.Sub(h, h, n-h, n-h)
	if err := syrk(al, nil, -1, below, 1, rest); err != nil {
		return 0, err
	}
	if bad, err = blockCholesky(al, rest); bad >= 0 {
		bad += h
	}
	return bad, err
}

// baseCholesky is blockCholesky column by column in a copy, each brought up to date when its turn comes.
func baseCholesky[T Num](a Mat[T]) (bad int) {
	var room [cholBase * cholBase]T
	var coef [cholBase]T
	n := a.Rows
	w := columns(room[:n*n], n, n)
	move(w, a)
	bad = -1
	for j := range n {
		x := w.col(j, j)
		for l := range j {
			coef[l] = -conj(w.Data[w.at(j, l)])
		}
		addColumns(x, w, j, coef[:j])
		d, _ := parts(x[0])
		if !(d > 0) {
			bad = j
			break
		}
		d = math.Sqrt(d)
		x[0] = fromReal[T](d)
		divide(x[1:], x[0])
	}
	for j := range n {
		move(a.Sub(j, j, n-j, 1), w.Sub(j, j, n-j, 1))
	}
	return bad
}
