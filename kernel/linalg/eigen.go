package linalg

import (
	"math"

	gonum "gonum.org/v1/gonum/lapack/gonum"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Eigh is numpy.linalg.eigh of a stack of Hermitian or real symmetric matrices: a v = v diag(w) with w real
// and ascending and the columns of v orthonormal; without vectors v is nil, and w is that of
// numpy.linalg.eigvalsh. Only the lower triangle of a is read, with upper only the other one. Errors are |w|
// times a modest multiple of the dtype's epsilon, as LAPACK's xSYEVD has them; vectors are given up to a
// factor of absolute value 1. A NaN or an infinity, and an iteration that does not end, are the Invalid error
// of NumPy's LinAlgError.
func Eigh(al mem.Allocator, par parallel.Func, a *nd.Array, upper, vectors bool) (w, v *nd.Array, err error) {
	if err := square(a); err != nil {
		return nil, nil, err
	}
	lead, n, _ := dims(a)
	if w, err = stack(al, realOf(a.DType), lead, n); err != nil {
		return nil, nil, err
	}
	if vectors {
		if v, err = stack(al, a.DType, lead, n, n); err != nil {
			return nil, nil, err
		}
	}
	err = eachMatrix(par, lead, func(par parallel.Func, idx []int) error {
		x, y := pick(a, idx), pick(w, idx)
		var z *nd.Array
		if v != nil {
			z = pick(v, idx)
		}
		return kinds(a.DType,
			func() error { return eighOne[float32](al, par, x, y, z, upper) }, func() error { return eighOne[float64](al, par, x, y, z, upper) },
			func() error { return eighOne[complex64](al, par, x, y, z, upper) }, func() error { return eighOne[complex128](al, par, x, y, z, upper) })
	})
	if err != nil {
		return nil, nil, err
	}
	return w, v, nil
}

func eighOne[T Num](al mem.Allocator, par parallel.Func, a, w, v *nd.Array, upper bool) error {
	if upper {
		a = a.Transpose()
	}
	m, err := loadApart[T](al, a)
	if err != nil {
		return err
	}
	var z *Mat[T]
	var view *nd.Array
	if v != nil {
		x, xv, err := blank[T](al, v.DType, m.Rows, m.Rows)
		if err != nil {
			return err
		}
		z, view = &x, xv
	}
	vals := make([]float64, m.Rows)
	ok, err := eigh(asm.Active(), al, par, m, vals, z, upper)
	if err != nil {
		return err
	}
	if !ok {
		return errs.New(errs.Invalid, "Eigenvalues did not converge")
	}
	setReals(w, vals)
	if v == nil {
		return nil
	}
	return nd.Copy(v, view)
}

// setReals writes v to a vector of float64 or float32.
func setReals(a *nd.Array, v []float64) {
	for i, x := range v {
		if a.DType == dtype.Float32 {
			nd.Set(a, float32(x), i)
		} else {
			nd.Set(a, x, i)
		}
	}
}

// loadApart is load with columns that do not begin at the same place of a page, which would push each other
// out of the first-level cache.
func loadApart[T Num](al mem.Allocator, a *nd.Array) (Mat[T], error) {
	m, n := a.Shape[0], a.Shape[1]
	const page = 4096
	z := a.DType.Size()
	apart := m
	if off := m * z % page; m > 64 && (off < 128 || off > page-128) {
		apart = roundUp(m*z, page)/z + 192/z
	}
	w, err := nd.New(al, a.DType, n, apart)
	if err != nil {
		return Mat[T]{}, err
	}
	return Mat[T]{Data: dataOf[T](w), Rows: m, Cols: n, RS: 1, CS: apart}, nd.Copy(w.Slice(1, 0, m, 1).Transpose(), a)
}

// eigh makes d the eigenvalues of the lower triangle of column-major a, which is overwritten, and the columns
// of v their vectors, unless it is nil. With flipped a holds the conjugate of the matrix.
func eigh[T Num](l asm.Level, al mem.Allocator, par parallel.Func, a Mat[T], d []float64, v *Mat[T], flipped bool) (ok bool, err error) {
	n := a.Rows
	if n == 0 {
		return true, nil
	}
	big := 0.0
	for j := range n {
		c := a.col(j, j)
		re, _ := parts(c[0]) // the diagonal is real
		if c[0] = fromReal[T](re); flipped {
			conjugate(c)
		}
		if big = max(big, maxAbs(c)); math.IsNaN(big) || math.IsInf(big, 0) {
			return false, nil
		}
	}
	unit := 1.0
	if big > 0 && (big < 0x1p-10 || big > 0x1p10) {
		unit = powerOfTwo(big)
		for j := range n {
			unscale(unit, a.col(j, j))
		}
	}
	for i := range n { // the other halves of blocks on the diagonal
		for j := i / grain * grain; j < i; j++ {
			a.Data[a.at(j, i)] = conj(a.Data[a.at(i, j)])
		}
	}
	e, tau := make([]float64, n), make([]T, n)
	if err := tridiagonal(symvKernels[T](l), al, par, a, d, e, tau); err != nil {
		return false, err
	}
	if v == nil {
		return tridiagonalValues(d, e[:n-1], unit), nil
	}
	ok, err = float64s(al, *v, func(q Mat[float64]) (bool, error) { return tridiagonalVectors(l, al, par, d, e[:n-1], q) })
	if err != nil || !ok {
		return false, err
	}
	scale(unit, d)
	return true, applyQ(al, par, false, false, a, n-1, 1, tau, *v)
}

// tridiagonalValues makes d the eigenvalues, ascending, times unit, by the square-root free QR iteration of
// Pal, Walker and Kahan.
func tridiagonalValues(d, e []float64, unit float64) bool {
	big := max(maxAbs(d), maxAbs(e))
	if big == 0 {
		return true
	}
	if math.IsNaN(big) || math.IsInf(big, 0) {
		return false
	}
	near := normalize(big, d, e)
	ok := gonum.Implementation{}.Dsterf(len(d), d, e)
	scale(near, d)
	scale(unit, d)
	return ok
}

// unscale divides x by a power of two, in two steps whose factors every type has.
func unscale[T Num](unit float64, x []T) {
	_, exp := math.Frexp(unit)
	exp--
	scale(fromReal[T](math.Ldexp(1, -(exp/2))), x)
	scale(fromReal[T](math.Ldexp(1, -(exp-exp/2))), x)
}

// float64s lets f fill a column-major v, through a copy where it holds another type.
func float64s[T Num](al mem.Allocator, v Mat[T], f func(q Mat[float64]) (bool, error)) (bool, error) {
	if q, ok := any(v).(Mat[float64]); ok {
		return f(q)
	}
	buf, free, err := mem.Scratch[float64](al, v.Rows*v.Cols)
	if err != nil {
		return false, err
	}
	defer free()
	q := columns(buf, v.Rows, v.Cols)
	ok, err := f(q)
	if err != nil || !ok {
		return false, err
	}
	for j := range v.Cols {
		to := v.col(0, j)
		for i, x := range q.col(0, j) {
			to[i] = fromReal[T](x)
		}
	}
	return true, nil
}
