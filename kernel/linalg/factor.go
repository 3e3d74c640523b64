package linalg

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
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

// QR is numpy.linalg.qr of a stack of matrices, with LAPACK's signs: the diagonal of r is real and may be negative. Float and complex dtypes; the caller casts
// others.
func QR(al mem.Allocator, par Par, a *nd.Array, mode QRMode) (q, r *nd.Array, err error) {
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
	err = eachMatrix(par, lead, func(par Par, idx []int) error {
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

func qrOne[T Num](al mem.Allocator, par Par, a, q, r *nd.Array) error {
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

// SVD is numpy.linalg.svd of a stack of matrices: a = u diag(s) vh with s real and descending. With full, u and vh are square; without vectors
// they are nil. A NaN or an infinity, and an iteration that does not end, are the Invalid error of NumPy's LinAlgError.
func SVD(al mem.Allocator, par Par, a *nd.Array, full, vectors bool) (u, s, vh *nd.Array, err error) {
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
	err = eachMatrix(par, lead, func(par Par, idx []int) error {
		x, y := pick(a, idx), pick(s, idx)
		var l, r *nd.Array
		if vectors {
			l, r = pick(u, idx), pick(vh, idx)
		}
		return kinds(a.DType,
			func() error { return svdOne[float32](al, par, x, l, y, r) }, func() error { return svdOne[float64](al, par, x, l, y, r) },
			func() error { return svdOne[complex64](al, par, x, l, y, r) }, func() error { return svdOne[complex128](al, par, x, l, y, r) })
	})
	return u, s, vh, err
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

// svdOne decomposes a wide matrix through its transpose: a^T = u' s vh' means a = vh'^T s u'^T.
func svdOne[T Num](al mem.Allocator, par Par, a, u, s, vh *nd.Array) error {
	if a.Shape[0] < a.Shape[1] {
		a = a.Transpose()
		if u != nil {
			u, vh = vh.Transpose(), u.Transpose()
		}
	}
	w, _, err := load[T](al, a)
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
	ok, err := svd(al, par, w, vals, mu, mv)
	if err != nil {
		return err
	}
	if !ok {
		return errs.New(errs.Invalid, "SVD did not converge")
	}
	for i, v := range vals {
		if s.DType == dtype.Float32 {
			nd.Set(s, float32(v), i)
		} else {
			nd.Set(s, v, i)
		}
	}
	if u == nil {
		return nil
	}
	if err := nd.Copy(u, vu); err != nil {
		return err
	}
	return nd.Copy(vh, vv)
}

// Cholesky is numpy.linalg.cholesky of a stack: the lower factor l of a = l l^H, or with upper the factor u of a = u^H u. Only that
// triangle of a is read.
func Cholesky(al mem.Allocator, par Par, a *nd.Array, upper bool) (*nd.Array, error) {
	if err := square(a); err != nil {
		return nil, err
	}
	out, err := nd.New(al, a.DType, a.Shape...)
	if err != nil {
		return nil, err
	}
	lead, _, _ := dims(a)
	return out, eachMatrix(par, lead, func(par Par, idx []int) error {
		x, y := pick(a, idx), pick(out, idx)
		return kinds(a.DType,
			func() error { return choleskyOne[float32](al, par, x, y, upper) }, func() error { return choleskyOne[float64](al, par, x, y, upper) },
			func() error { return choleskyOne[complex64](al, par, x, y, upper) }, func() error { return choleskyOne[complex128](al, par, x, y, upper) })
	})
}

// choleskyOne factors the transpose for upper: the lower triangle of a^T is conj(a)'s there, whose factor is the transpose of u.
func choleskyOne[T Num](al mem.Allocator, par Par, a, out *nd.Array, upper bool) error {
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
