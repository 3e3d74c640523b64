package linalg

import (
	"math"

	"gonum.org/v1/gonum/blas"
	lapack "gonum.org/v1/gonum/lapack/gonum"

	"github.com/mars-project/mars-go/mem"
)

// svd is the thin decomposition of a column-major a (rows >= cols, overwritten): a = u diag(s) vh, s descending. u has uCols columns, at least
// a.Cols, the ones beyond completing a basis; nil u and vh are not computed. ok is false when the iteration did not converge.
//
// a is reduced to R when it is tall, then to a real bidiagonal by Householder reflectors (Golub and Kahan, 1965), whose decomposition is gonum's
// Dbdsqr; the vectors are products.
func svd[T Num](al mem.Allocator, par Par, a Mat[T], s []float64, u, vh *Mat[T]) (ok bool, err error) {
	m, n := a.Rows, a.Cols
	if n == 0 {
		if u != nil {
			zero(*u)
			for i := range u.Cols {
				u.Data[u.at(i, i)] = 1
			}
		}
		return true, nil
	}
	big := maxAbs(a.Data[a.Off : a.Off+m*n])
	if math.IsNaN(big) || math.IsInf(big, 0) {
		return false, nil
	}
	unit := 1.0
	if big > 0 && (big < 1e-30 || big > 1e30) {
		unit = math.Exp2(math.Floor(math.Log2(big)))
		scale(fromReal[T](1/unit), a.Data[a.Off:a.Off+m*n])
	}
	size := 3*n*n + 3*n + m*n
	if u != nil {
		size += m*u.Cols + m*n
	}
	buf, free, err := scratch[T](al, size)
	if err != nil {
		return false, err
	}
	defer free()
	take := func(k int) (x []T) { x, buf = buf[:k], buf[k:]; return x }
	work := a
	tall := m > n+n/2
	tau0, tauq, taup := take(n), take(n), take(n)
	if tall {
		if err := factorQR(al, par, a, tau0); err != nil {
			return false, err
		}
		work = columns(take(n*n), n, n)
		clear(work.Data)
		for j := range n {
			copy(work.Data[j*n:j*n+j+1], a.Data[a.at(0, j):])
		}
	}
	vp := columns(take(n*n), n, n)
	d, e := s, make([]float64, n)
	w, freeW, err := scratch[T](al, work.Rows)
	if err != nil {
		return false, err
	}
	bidiagonal(work, vp, d, e[:n-1], tauq, taup, w)
	freeW()
	vectors := u != nil || vh != nil
	real, freeReal, err := scratch[float64](al, 2*n*n+4*n)
	if err != nil {
		return false, err
	}
	defer freeReal()
	ut, vt, bwork := real[:n*n], real[n*n:2*n*n], real[2*n*n:]
	nv := 0
	if vectors {
		nv = n
		clear(ut)
		clear(vt)
		for i := range n {
			ut[i*n+i], vt[i*n+i] = 1, 1
		}
	}
	ok = lapack.Implementation{}.Dbdsqr(blas.Upper, n, nv, 0, nv, d, e, vt, n, nil, 1, ut, n, bwork)
	if !ok {
		return false, nil
	}
	for i := range s {
		s[i] *= unit
	}
	if vh != nil {
		p, freeP, err := scratch[T](al, 2*n*n)
		if err != nil {
			return false, err
		}
		defer freeP()
		q := columns(p[:n*n], n, n)
		if err := formQ(al, par, vp, n-1, 1, taup, q); err != nil {
			return false, err
		}
		if err := Gemm(al, par, 1, fromReals(vt, p[n*n:], n), q.H(), 0, *vh); err != nil {
			return false, err
		}
	}
	if u != nil {
		return true, leftVectors(al, par, a, work, tall, tau0, tauq, ut, u)
	}
	return true, nil
}

// leftVectors is u = Q0 Q1 ut^T, without Q0 unless a is tall.
func leftVectors[T Num](al mem.Allocator, par Par, a, work Mat[T], tall bool, tau0, tauq []T, ut []float64, u *Mat[T]) error {
	n := work.Cols
	cols := u.Cols
	if tall {
		cols = n
	}
	buf, free, err := scratch[T](al, work.Rows*cols+n*n+work.Rows*n+a.Rows*u.Cols)
	if err != nil {
		return err
	}
	defer free()
	q1 := columns(buf[:work.Rows*cols], work.Rows, cols)
	buf = buf[len(q1.Data):]
	if err := formQ(al, par, work, n, 0, tauq, q1); err != nil {
		return err
	}
	ub := fromReals(ut, buf, n).T()
	buf = buf[n*n:]
	if !tall {
		if err := Gemm(al, par, 1, q1.Sub(0, 0, work.Rows, n), ub, 0, u.Sub(0, 0, u.Rows, n)); err != nil {
			return err
		}
		move(u.Sub(0, n, u.Rows, u.Cols-n), q1.Sub(0, n, work.Rows, cols-n))
		return nil
	}
	x := columns(buf[:n*n], n, n)
	buf = buf[n*n:]
	if err := Gemm(al, par, 1, q1, ub, 0, x); err != nil {
		return err
	}
	q0 := columns(buf[:a.Rows*u.Cols], a.Rows, u.Cols)
	if err := formQ(al, par, a, n, 0, tau0, q0); err != nil {
		return err
	}
	if err := Gemm(al, par, 1, q0.Sub(0, 0, a.Rows, n), x, 0, u.Sub(0, 0, u.Rows, n)); err != nil {
		return err
	}
	move(u.Sub(0, n, u.Rows, u.Cols-n), q0.Sub(0, n, a.Rows, u.Cols-n))
	return nil
}

// fromReals is a row-major n x n matrix of v as T, in out.
func fromReals[T Num](v []float64, out []T, n int) Mat[T] {
	for i, x := range v {
		out[i] = fromReal[T](x)
	}
	return Dense(out[:n*n], n, n)
}

// bidiagonal reduces a column-major a (rows >= cols) to Q^H a P, real with diagonal d and e above it: xGEBD2. The vectors of Q stay below the diagonal of a, those
// of P go to the columns of vp below its diagonal.
func bidiagonal[T Num](a, vp Mat[T], d, e []float64, tauq, taup, w []T) {
	n := a.Cols
	clear(vp.Data)
	for i := range n {
		c := a.col(i, i)
		t := reflector(c)
		tauq[i] = t
		d[i], _ = parts(c[0])
		c[0] = 1
		for k := i + 1; k < n; k++ {
			x := a.col(i, k)
			axpy(-conj(t)*dotc(c, x), c, x)
		}
		c[0] = fromReal[T](d[i])
		if i == n-1 {
			break
		}
		v := vp.col(i+1, i)
		for k := range v {
			v[k] = conj(a.Data[a.at(i, i+1+k)])
		}
		t = reflector(v)
		taup[i] = t
		e[i], _ = parts(v[0])
		v[0] = 1
		sum := w[:a.Rows-i-1]
		clear(sum)
		for k := range v {
			axpy(v[k], a.col(i+1, i+1+k), sum)
		}
		for k := range v {
			axpy(-t*conj(v[k]), sum, a.col(i+1, i+1+k))
		}
	}
}
