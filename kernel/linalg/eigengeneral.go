package linalg

import (
	"gonum.org/v1/gonum/lapack"
	gonum "gonum.org/v1/gonum/lapack/gonum"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Eig is numpy.linalg.eig of a stack of real square matrices, whose values and vectors are complex128: a v =
// v diag(w), the columns of v of length 1. Without vectors v is nil. The order is that of LAPACK's xGEEV,
// which gonum has. A NaN or an infinity, and an iteration that does not end, are the Invalid error of NumPy's
// LinAlgError. a is of float64.
func Eig(al mem.Allocator, par parallel.Func, a *nd.Array, vectors bool) (w, v *nd.Array, err error) {
	if err := square(a); err != nil {
		return nil, nil, err
	}
	if a.DType != dtype.Float64 {
		return nil, nil, errs.New(errs.Type, "eigenvalues of general matrices of dtype %v are not there yet", a.DType)
	}
	lead, n, _ := dims(a)
	if w, err = stack(al, dtype.Complex128, lead, n); err != nil {
		return nil, nil, err
	}
	if vectors {
		if v, err = stack(al, dtype.Complex128, lead, n, n); err != nil {
			return nil, nil, err
		}
	}
	err = eachMatrix(par, lead, func(_ parallel.Func, idx []int) error {
		x, y := pick(a, idx), nd.Data[complex128](pick(w, idx))
		if v == nil {
			return eigOne(al, x, y, nil)
		}
		return eigOne(al, x, y, nd.Data[complex128](pick(v, idx)))
	})
	if err != nil {
		return nil, nil, err
	}
	return w, v, nil
}

// eigOne writes the values of one matrix to w, and unless z is nil its vectors to z, row-major.
func eigOne(al mem.Allocator, a *nd.Array, w, z []complex128) error {
	n := len(w)
	if n == 0 {
		return nil
	}
	m, _, err := loadRows[float64](al, a)
	if err != nil {
		return err
	}
	for _, x := range m.Data[:n*n] {
		if x-x != 0 {
			return errs.New(errs.Invalid, "Array must not contain infs or NaNs")
		}
	}
	room, err := nd.New(al, dtype.Float64, 2*n+n*n)
	if err != nil {
		return err
	}
	d := nd.Data[float64](room)
	re, im, vr := d[:n], d[n:2*n], d[2*n:]
	job, ld := lapack.RightEVNone, 1
	if z != nil {
		job, ld = lapack.RightEVCompute, n
	}
	var impl gonum.Implementation
	ask := make([]float64, 1)
	impl.Dgeev(lapack.LeftEVNone, job, n, m.Data, n, re, im, nil, 1, vr, ld, ask, -1)
	work, err := nd.New(al, dtype.Float64, int(ask[0]))
	if err != nil {
		return err
	}
	if first := impl.Dgeev(lapack.LeftEVNone, job, n, m.Data, n, re, im, nil, 1, vr, ld, nd.Data[float64](work), int(ask[0])); first != 0 {
		return errs.New(errs.Invalid, "Eigenvalues did not converge")
	}
	for j := range w {
		w[j] = complex(re[j], im[j])
	}
	for j := 0; j < n && z != nil; j++ {
		if im[j] == 0 {
			for i := range n {
				z[i*n+j] = complex(vr[i*n+j], 0)
			}
			continue
		}
		for i := range n { // a pair: the real and the imaginary part of the first vector
			x, y := vr[i*n+j], vr[i*n+j+1]
			z[i*n+j], z[i*n+j+1] = complex(x, y), complex(x, -y)
		}
		j++
	}
	return nil
}
