package linalg

import (
	"math"

	"gonum.org/v1/gonum/blas"
	gonum "gonum.org/v1/gonum/lapack/gonum"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// SVD is numpy.linalg.svd of a stack of matrices: a = u diag(s) vh with s real and descending. With full, u
// and vh are square; without vectors they are nil. Singular vectors are given up to factors of absolute value
// 1; errors of values are the greatest of them times a modest multiple of the dtype's epsilon, as LAPACK's
// xGESDD has them. A NaN or an infinity, and an iteration that does not end, are the Invalid error of NumPy's
// LinAlgError.
func SVD(al mem.Allocator, par parallel.Func, a *nd.Array, full, vectors bool) (u, s, vh *nd.Array, err error) {
	if err := matrices(a); err != nil {
		return nil, nil, nil, err
	}
	lead, m, n := dims(a)
	k := min(m, n)
	if s, err = stack(al, realOf(a.DType), lead, k); err != nil {
		return nil, nil, nil, err
	}
	ku, kv := k, k
	if full {
		ku, kv = m, n
	}
	if vectors {
		if u, err = stack(al, a.DType, lead, m, ku); err != nil {
			return nil, nil, nil, err
		}
		if vh, err = stack(al, a.DType, lead, kv, n); err != nil {
			return nil, nil, nil, err
		}
	}
	err = eachMatrix(par, lead, func(par parallel.Func, idx []int) error {
		x, y := pick(a, idx), pick(s, idx)
		var l, r *nd.Array
		if vectors {
			l, r = pick(u, idx), pick(vh, idx)
		}
		return kinds(a.DType,
			func() error { return svdOne[float32](al, par, x, l, y, r) }, func() error { return svdOne[float64](al, par, x, l, y, r) },
			func() error { return svdOne[complex64](al, par, x, l, y, r) }, func() error { return svdOne[complex128](al, par, x, l, y, r) })
	})
	if err != nil {
		return nil, nil, nil, err
	}
	return u, s, vh, nil
}

// svdOne decomposes a wide matrix through its transpose: a^T = u' s vh' means a = vh'^T s u'^T.
func svdOne[T Num](al mem.Allocator, par parallel.Func, a, u, s, vh *nd.Array) error {
	if a.Shape[0] < a.Shape[1] {
		a = a.Transpose()
		if u != nil {
			u, vh = vh.Transpose(), u.Transpose()
		}
	}
	w, err := loadApart[T](al, a)
	if err != nil {
		return err
	}
	var mu, mv *Mat[T]
	var vu, vv *nd.Array
	if u != nil {
		x, xv, err := blank[T](al, u.DType, u.Shape[0], u.Shape[1])
		if err != nil {
			return err
		}
		y, yv, err := blank[T](al, vh.DType, vh.Shape[0], vh.Shape[1])
		if err != nil {
			return err
		}
		mu, mv, vu, vv = &x, &y, xv, yv
	}
	vals := make([]float64, w.Cols)
	ok, err := svd(asm.Active(), al, par, w, vals, mu, mv)
	if err != nil {
		return err
	}
	if !ok {
		return errs.New(errs.Invalid, "SVD did not converge")
	}
	setReals(s, vals)
	if u == nil {
		return nil
	}
	conjugate(mv.Data)
	if err := nd.Copy(u, vu); err != nil {
		return err
	}
	return nd.Copy(vh, vv.Transpose())
}

// svd is the decomposition a = u diag(s) v^H of a column-major a (rows >= cols, overwritten), s descending. u
// has at least a.Cols columns, the ones beyond completing a basis; u and v nil are not computed. ok is false
// when an iteration does not end.
//
// a is reduced to R when it is tall, then to a real bidiagonal by Householder reflectors (Golub and Kahan,
// 1965), which are applied to its vectors in turn.
func svd[T Num](l asm.Level, al mem.Allocator, par parallel.Func, a Mat[T], s []float64, u, v *Mat[T]) (ok bool, err error) {
	n := a.Cols
	if n == 0 {
		if u != nil {
			identity(*u, 0)
		}
		return true, nil
	}
	big := 0.0
	for j := range n {
		if big = max(big, maxAbs(a.col(0, j))); math.IsNaN(big) || math.IsInf(big, 0) {
			return false, nil
		}
	}
	unit := 1.0
	if big > 0 && (big < 0x1p-10 || big > 0x1p10) {
		unit = powerOfTwo(big)
		for j := range n {
			unscale(unit, a.col(0, j))
		}
	}
	tall := a.Rows > n+n*2/3
	size := 3 * n
	if tall {
		size += n * n
	}
	if v != nil {
		size += n * n
	}
	buf, free, err := mem.Scratch[T](al, size)
	if err != nil {
		return false, err
	}
	defer free()
	take := func(k int) (x []T) { x, buf = buf[:k], buf[k:]; return x }
	tau, tauq, taup := take(n), take(n), take(n)
	b := a
	if tall {
		if err := factorQR(al, par, a, tau); err != nil {
			return false, err
		}
		b = columns(take(n*n), n, n)
		clear(b.Data)
		for j := range n {
			copy(b.col(0, j), a.col(0, j)[:j+1])
		}
	}
	var p *Mat[T]
	if v != nil {
		q := columns(take(n*n), n, n)
		p = &q
	}
	e := make([]float64, n)
	if err := bidiagonal(al, par, b, p, s, e, tauq, taup); err != nil {
		return false, err
	}
	if v == nil {
		return bidiagonalValues(s, e[:n-1], unit), nil
	}
	identity(*u, n)
	ok, err = float64s(al, u.Sub(0, 0, n, n), func(x Mat[float64]) (bool, error) {
		return float64s(al, *v, func(y Mat[float64]) (bool, error) { return bidiagonalVectors(l, al, par, s, e[:n-1], x, y) })
	})
	if err != nil || !ok {
		return false, err
	}
	scale(unit, s)
	if err := applyQ(al, par, false, false, *p, n-1, 1, taup, *v); err != nil {
		return false, err
	}
	if err := applyQ(al, par, false, false, b, n, 0, tauq, u.Sub(0, 0, b.Rows, tallCols(tall, n, u.Cols))); err != nil || !tall {
		return true, err
	}
	return true, applyQ(al, par, false, false, a, n, 0, tau, *u)
}

// bidiagonalValues makes d the singular values, descending, times unit, of the bidiagonal matrix with e above
// d, by the dqds iteration of Fernando and Parlett.
func bidiagonalValues(d, e []float64, unit float64) bool {
	big := max(maxAbs(d), maxAbs(e))
	if big == 0 {
		return true
	}
	if math.IsNaN(big) || math.IsInf(big, 0) {
		return false
	}
	near := normalize(big, d, e)
	ok := gonum.Implementation{}.Dbdsqr(blas.Upper, len(d), 0, 0, 0, d, e, nil, 1, nil, 1, nil, 1, make([]float64, 4*len(d)))
	scale(near, d)
	scale(unit, d)
	return ok
}

// tallCols is the columns of u that the reflectors of a bidiagonal change: where it is that of R, n alone.
func tallCols(tall bool, n, cols int) int {
	if tall {
		return n
	}
	return cols
}

// identity writes the columns of an identity from j on to a, and zeros below row j to those before.
func identity[T Num](a Mat[T], j int) {
	for i := range a.Cols {
		if i < j {
			clear(a.col(0, i)[j:])
			continue
		}
		clear(a.col(0, i))
		a.col(0, i)[i] = 1
	}
}
