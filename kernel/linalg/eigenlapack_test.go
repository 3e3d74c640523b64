package linalg

import (
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
	gonum "gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/testlapack"

	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// decompositions is gonum's LAPACK with this package's reductions, eigenvalues and singular values in place
// of its own.
type decompositions struct{ gonum.Implementation }

// strided is a row-major matrix over what LAPACK is given.
func strided(a []float64, rows, cols, ld int) Mat[float64] {
	return Mat[float64]{Data: a, Rows: rows, Cols: cols, RS: ld, CS: 1}
}

// packed is a contiguous copy of it.
func packed(a []float64, rows, cols, ld int) *nd.Array {
	c := must(nd.Zeros(mem.Heap, nd.Of([]float64{}).DType, rows, cols))
	if rows > 0 && cols > 0 {
		move(matOf[float64](c), strided(a, rows, cols, ld))
	}
	return c
}

func (decompositions) Dgesvd(jobU, jobVT lapack.SVDJob, m, n int, a []float64, lda int, s, u []float64, ldu int, vt []float64, ldvt int, work []float64, lwork int) bool {
	if lwork == -1 {
		work[0] = 1e4
		return true
	}
	full := jobU == lapack.SVDAll || jobVT == lapack.SVDAll
	x, y, z, err := SVD(mem.Heap, backwards, packed(a, m, n, lda), full, jobU != lapack.SVDNone || jobVT != lapack.SVDNone)
	if err != nil {
		return false
	}
	copy(s, nd.Data[float64](y))
	k := min(m, n)
	if m > 0 && jobU == lapack.SVDAll {
		move(strided(u, m, m, ldu), matOf[float64](x))
	} else if k > 0 && jobU == lapack.SVDStore {
		move(strided(u, m, k, ldu), matOf[float64](x).Sub(0, 0, m, k))
	}
	if n > 0 && jobVT == lapack.SVDAll {
		move(strided(vt, n, n, ldvt), matOf[float64](z))
	} else if k > 0 && jobVT == lapack.SVDStore {
		move(strided(vt, k, n, ldvt), matOf[float64](z).Sub(0, 0, k, n))
	}
	return true
}

func (decompositions) Dsyev(jobz lapack.EVJob, uplo blas.Uplo, n int, a []float64, lda int, w, work []float64, lwork int) bool {
	if lwork == -1 {
		work[0] = 1
		return true
	}
	x, y, err := Eigh(mem.Heap, backwards, packed(a, n, n, lda), uplo == blas.Upper, jobz == lapack.EVCompute)
	if err != nil {
		return false
	}
	copy(w, nd.Data[float64](x))
	if y != nil {
		move(strided(a, n, n, lda), matOf[float64](y))
	}
	return true
}

// Dsytrd is ours for the lower triangle.
func (d decompositions) Dsytrd(uplo blas.Uplo, n int, a []float64, lda int, ds, e, tau, work []float64, lwork int) {
	if uplo == blas.Upper || lwork == -1 {
		d.Implementation.Dsytrd(uplo, n, a, lda, ds, e, tau, work, lwork)
		return
	}
	w := columns(make([]float64, n*n), n, n)
	move(w, strided(a, n, n, lda))
	heaped(tridiagonal(vectorsOf[float64](asm.Active()), mem.Heap, backwards, w, ds, e, tau))
	for i := range n {
		move(strided(a, n, n, lda).Sub(i, 0, 1, i+1), w.Sub(i, 0, 1, i+1))
		a[i*lda+i] = ds[i]
	}
}

// Dgebrd is ours; the lower bidiagonal of a wide matrix is the upper one of its transpose.
func (decompositions) Dgebrd(m, n int, a []float64, lda int, d, e, tauq, taup, work []float64, lwork int) {
	if lwork == -1 {
		work[0] = float64(max(m, n))
		return
	}
	x := strided(a, m, n, lda)
	if m < n {
		x, tauq, taup = x.T(), taup, tauq
	}
	k := x.Cols
	w, vp := columns(make([]float64, m*n), x.Rows, k), columns(make([]float64, k*k), k, k)
	move(w, x)
	heaped(bidiagonal(mem.Heap, backwards, w, &vp, d, e, tauq, taup))
	taup[k-1] = 0
	for j := range k {
		move(x.Sub(j, j, x.Rows-j, 1), w.Sub(j, j, x.Rows-j, 1))
		if j < k-1 {
			x.Data[x.at(j, j+1)] = e[j]
			move(x.Sub(j, j+2, 1, k-j-2), vp.Sub(j+2, j, k-j-2, 1).T())
		}
	}
}

func TestDecompositionsAsLAPACK(t *testing.T) {
	for name, f := range map[string]func(t *testing.T){
		"Dgesvd": func(t *testing.T) { testlapack.DgesvdTest(t, decompositions{}, 1e-13) },
		"Dsyev":  func(t *testing.T) { testlapack.DsyevTest(t, decompositions{}) },
		"Dsytrd": func(t *testing.T) { testlapack.DsytrdTest(t, decompositions{}) },
		"Dgebrd": func(t *testing.T) { testlapack.DgebrdTest(t, decompositions{}) },
		"Dorgbr": func(t *testing.T) { testlapack.DorgbrTest(t, decompositions{}) },
		"Dormbr": func(t *testing.T) { testlapack.DormbrTest(t, decompositions{}) },
	} {
		t.Run(name, f)
	}
}
