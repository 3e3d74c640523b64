package linalg

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// A QRMode is the mode of numpy.linalg.qr.
type QRMode uint8

const (
	Reduced  QRMode = iota // q is m x k, r is k x n, k the smaller of m and n
	Complete               // q is m x m, r is m x n
	OnlyR                  // r is k x n, q is nil
)

// QR is numpy.linalg.qr of a stack of matrices, with LAPACK's signs: the diagonal of r is real and may be
// negative. Float and complex dtypes; the caller casts others.
func QR(al mem.Allocator, par parallel.Func, a *nd.Array, mode QRMode) (q, r *nd.Array, err error) {
	if err := matrices(a); err != nil {
		return nil, nil, err
	}
	lead, m, n := dims(a)
	k := min(m, n)
	if mode == Complete {
		k = m
	}
	if r, err = stack(al, a.DType, lead, k, n); err != nil {
		return nil, nil, err
	}
	if mode != OnlyR {
		if q, err = stack(al, a.DType, lead, m, k); err != nil {
			return nil, nil, err
		}
	}
	err = eachMatrix(par, lead, func(par parallel.Func, idx []int) error {
		x, y := pick(a, idx), pick(r, idx)
		var z *nd.Array
		if q != nil {
			z = pick(q, idx)
		}
		return kinds(a.DType,
			func() error { return qrOne[float32](al, par, x, z, y) }, func() error { return qrOne[float64](al, par, x, z, y) },
			func() error { return qrOne[complex64](al, par, x, z, y) }, func() error { return qrOne[complex128](al, par, x, z, y) })
	})
	return q, r, err
}

func qrOne[T Num](al mem.Allocator, par parallel.Func, a, q, r *nd.Array) error {
	w, view, err := loadRows[T](al, a)
	if err != nil {
		return err
	}
	tau := make([]T, min(w.Rows, w.Cols))
	if err := factorQR(al, par, w, tau); err != nil {
		return err
	}
	if err := keep(r, view, false); err != nil || q == nil {
		return err
	}
	return formQ(al, par, w, len(tau), 0, tau, matOf[T](q))
}

// realOf is the dtype of the absolute values of d.
func realOf(d dtype.DType) dtype.DType {
	switch d {
	case dtype.Complex64:
		return dtype.Float32
	case dtype.Complex128:
		return dtype.Float64
	}
	return d
}

// Cholesky is numpy.linalg.cholesky of a stack: the lower factor l of a = l l^H, or with upper the factor u
// of a = u^H u. Only that triangle of a is read.
func Cholesky(al mem.Allocator, par parallel.Func, a *nd.Array, upper bool) (*nd.Array, error) {
	if err := square(a); err != nil {
		return nil, err
	}
	out, err := nd.New(al, a.DType, a.Shape...)
	if err != nil {
		return nil, err
	}
	lead, _, _ := dims(a)
	return out, eachMatrix(par, lead, func(par parallel.Func, idx []int) error {
		x, y := pick(a, idx), pick(out, idx)
		return kinds(a.DType,
			func() error { return choleskyOne[float32](al, par, x, y, upper) }, func() error { return choleskyOne[float64](al, par, x, y, upper) },
			func() error { return choleskyOne[complex64](al, par, x, y, upper) }, func() error { return choleskyOne[complex128](al, par, x, y, upper) })
	})
}

// choleskyOne factors the transpose for upper: the lower triangle of a^T is conj(a)'s there, whose factor is
// the transpose of u.
func choleskyOne[T Num](al mem.Allocator, par parallel.Func, a, out *nd.Array, upper bool) error {
	w := matOf[T](out)
	if upper {
		a, w = a.Transpose(), w.T()
	}
	for i := range w.Rows {
		zero(w.Sub(i, i, 1, w.Rows-i))
	}
	x := matOf[T](a)
	for i := 0; i < w.Rows; i += moveBlock { // blocks of the triangle, and those on its diagonal by rows
		h := min(moveBlock, w.Rows-i)
		move(w.Sub(i, 0, h, i), x.Sub(i, 0, h, i))
		for k := i; k < i+h; k++ {
			move(w.Sub(k, i, 1, k+1-i), x.Sub(k, i, 1, k+1-i))
		}
	}
	bad, err := factorCholesky(al, par, w)
	if err == nil && bad >= 0 {
		err = errs.New(errs.Invalid, "Matrix is not positive definite")
	}
	return err
}
