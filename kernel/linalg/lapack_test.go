package linalg

import (
	"testing"

	"github.com/mars-project/mars-go/mem"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
	gonum "gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/testlapack"
)

// ours is gonum's LAPACK with this package's factorisations in place of its own. Helpers run tasks backwards.
type ours struct{ gonum.Implementation }

func view(rows, cols int, a []float64, ld int) Mat[float64] {
	return Mat[float64]{Data: a, Rows: rows, Cols: cols, RS: ld, CS: 1}
}

// small2 calls ours where gonum's tests ask for what works column by column. What is blocked is compared with
// gonum's own of these.
type small2 struct{ ours }

// asked answers the question for the size of work.
func asked(work []float64, lwork int) bool {
	if lwork == -1 {
		work[0] = 1e5 // ours needs none; gonum tries less and more
	}
	return lwork == -1
}

func (ours) Dgetrf(m, n int, a []float64, lda int, ipiv []int) bool {
	return must(factorLU(mem.Heap, backwards, view(m, n, a, lda), ipiv)) < 0
}

func (o small2) Dgetf2(m, n int, a []float64, lda int, ipiv []int) bool {
	return o.Dgetrf(m, n, a, lda, ipiv)
}

func (ours) Dgetrs(trans blas.Transpose, n, nrhs int, a []float64, lda int, ipiv []int, b []float64, ldb int) {
	f, x := view(n, n, a, lda), view(n, nrhs, b, ldb)
	if trans == blas.NoTrans {
		heaped(solveLU(mem.Heap, backwards, f, ipiv, x))
		return
	}
	heaped(solveTri(mem.Heap, backwards, f.T(), true, false, x))
	heaped(solveTri(mem.Heap, backwards, f.T(), false, true, x))
	for i := n - 1; i >= 0; i-- {
		swapRows(x, i, ipiv[i])
	}
}

func (o ours) Dgesv(n, nrhs int, a []float64, lda int, ipiv []int, b []float64, ldb int) bool {
	ok := o.Dgetrf(n, n, a, lda, ipiv)
	if ok {
		o.Dgetrs(blas.NoTrans, n, nrhs, a, lda, ipiv, b, ldb)
	}
	return ok
}

func (ours) Dgetri(n int, a []float64, lda int, ipiv []int, work []float64, lwork int) bool {
	if asked(work, lwork) {
		return true
	}
	f, x := view(n, n, a, lda), Dense(make([]float64, n*n), n, n)
	for i := range n {
		if f.Data[f.at(i, i)] == 0 {
			return false
		}
		move(x.Sub(i, i, 1, n-i), f.Sub(i, i, 1, n-i))
	}
	heaped(invertLU(mem.Heap, backwards, f, ipiv, x))
	move(f, x)
	return true
}

func (ours) Dpotrf(ul blas.Uplo, n int, a []float64, lda int) bool {
	x := view(n, n, a, lda)
	if ul == blas.Upper {
		x = x.T()
	}
	return must(factorCholesky(mem.Heap, backwards, x)) < 0
}

func (ours) Dpotrs(ul blas.Uplo, n, nrhs int, a []float64, lda int, b []float64, ldb int) {
	f, x := view(n, n, a, lda), view(n, nrhs, b, ldb)
	if ul == blas.Upper {
		f = f.T()
	}
	heaped(solveTri(mem.Heap, backwards, f, true, false, x))
	heaped(solveTri(mem.Heap, backwards, f.T(), false, false, x))
}

func (ours) Dtrtri(ul blas.Uplo, diag blas.Diag, n int, a []float64, lda int) bool {
	t := triangle[float64]{view(n, n, a, lda), ul == blas.Lower, diag == blas.Unit}
	for i := 0; i < n && !t.unit; i++ {
		if a[i*lda+i] == 0 {
			return false
		}
	}
	heaped(t.invert(mem.Heap, backwards))
	return true
}

func (o small2) Dtrti2(ul blas.Uplo, diag blas.Diag, n int, a []float64, lda int) {
	o.Dtrtri(ul, diag, n, a, lda)
}

func (ours) Dtrtrs(ul blas.Uplo, trans blas.Transpose, diag blas.Diag, n, nrhs int, a []float64, lda int, b []float64, ldb int) bool {
	f := view(n, n, a, lda)
	for i := 0; i < n && diag == blas.NonUnit; i++ {
		if a[i*lda+i] == 0 {
			return false
		}
	}
	lower := ul == blas.Lower
	if trans != blas.NoTrans {
		f, lower = f.T(), !lower
	}
	heaped(solveTri(mem.Heap, backwards, f, lower, diag == blas.Unit, view(n, nrhs, b, ldb)))
	return true
}

func (ours) Dgeqrf(m, n int, a []float64, lda int, tau, work []float64, lwork int) {
	if !asked(work, lwork) {
		heaped(factorQR(mem.Heap, backwards, view(m, n, a, lda), tau))
	}
}

func (o small2) Dgeqr2(m, n int, a []float64, lda int, tau, work []float64) {
	o.Dgeqrf(m, n, a, lda, tau, work, 0)
}

func (ours) Dorgqr(m, n, k int, a []float64, lda int, tau, work []float64, lwork int) {
	if asked(work, lwork) {
		return
	}
	x, q := view(m, n, a, lda), Dense(make([]float64, m*n), m, n)
	heaped(formQ(mem.Heap, backwards, x, k, 0, tau, q))
	move(x, q)
}

func (o small2) Dorg2r(m, n, k int, a []float64, lda int, tau, work []float64) {
	o.Dorgqr(m, n, k, a, lda, tau, work, 0)
}

func (ours) Dormqr(side blas.Side, trans blas.Transpose, m, n, k int, a []float64, lda int, tau, c []float64, ldc int, work []float64, lwork int) {
	rows := m
	if side == blas.Right {
		rows = n
	}
	if !asked(work, lwork) {
		heaped(applyQ(mem.Heap, backwards, side == blas.Right, trans != blas.NoTrans, view(rows, k, a, lda), k, 0, tau, view(m, n, c, ldc)))
	}
}

func (ours) Dlarfg(n int, alpha float64, x []float64, incX int) (beta, tau float64) {
	if n == 0 {
		return alpha, 0
	}
	v, from := make([]float64, n), Mat[float64]{Data: x, Rows: n - 1, Cols: 1, RS: incX, CS: 1}
	v[0] = alpha
	move(columns(v[1:], n-1, 1), from)
	tau = reflector(v)
	move(from, columns(v[1:], n-1, 1))
	return v[0], tau
}

func (o ours) Dlarft(direct lapack.Direct, store lapack.StoreV, n, k int, v []float64, ldv int, tau, t []float64, ldt int) {
	if direct != lapack.Forward {
		o.Implementation.Dlarft(direct, store, n, k, v, ldv, tau, t, ldt)
		return
	}
	x := view(n, k, v, ldv)
	if store == lapack.RowWise {
		x = view(k, n, v, ldv).T()
	}
	b := must(blockOf(mem.Heap, vectorsIn(x, k, make([]float64, n*k)), tau, make([]float64, k*k)))
	for i := range k {
		move(view(k, k, t, ldt).Sub(i, i, 1, k-i), b.s.Sub(i, i, 1, k-i))
	}
}

func (o ours) Dlarfb(side blas.Side, trans blas.Transpose, direct lapack.Direct, store lapack.StoreV, m, n, k int, v []float64, ldv int, t []float64, ldt int, c []float64, ldc int, work []float64, ldwork int) {
	if direct != lapack.Forward {
		o.Implementation.Dlarfb(side, trans, direct, store, m, n, k, v, ldv, t, ldt, c, ldc, work, ldwork)
		return
	}
	rows := m
	if side == blas.Right {
		rows = n
	}
	x := view(rows, k, v, ldv)
	if store == lapack.RowWise {
		x = view(k, rows, v, ldv).T()
	}
	b := blockReflector[float64]{vectorsIn(x, k, make([]float64, rows*k)), columns(make([]float64, k*k), k, k)}
	for i := range k {
		move(b.s.Sub(i, i, 1, k-i), view(k, k, t, ldt).Sub(i, i, 1, k-i))
	}
	f := b.left
	if side == blas.Right {
		f = b.right
	}
	heaped(f(mem.Heap, backwards, trans != blas.NoTrans, view(m, n, c, ldc)))
}

// Dgels is least squares of a tall matrix of full rank; the other cases are gonum's over what is ours.
func (o ours) Dgels(trans blas.Transpose, m, n, nrhs int, a []float64, lda int, b []float64, ldb int, work []float64, lwork int) bool {
	if lwork == -1 || m < n || n == 0 || nrhs == 0 || trans != blas.NoTrans {
		return o.Implementation.Dgels(trans, m, n, nrhs, a, lda, b, ldb, work, lwork)
	}
	f, x, tau := view(m, n, a, lda), view(m, nrhs, b, ldb), make([]float64, n)
	heaped(factorQR(mem.Heap, backwards, f, tau))
	heaped(applyQ(mem.Heap, backwards, false, true, f, n, 0, tau, x))
	return o.Dtrtrs(blas.Upper, blas.NoTrans, blas.NonUnit, n, nrhs, a, lda, b, ldb)
}

// gonum's own tests of LAPACK.
func TestLAPACK(t *testing.T) {
	t.Run("getrf", func(t *testing.T) { testlapack.DgetrfTest(t, ours{}) })
	t.Run("getf2", func(t *testing.T) { testlapack.Dgetf2Test(t, small2{}) })
	t.Run("getrs", func(t *testing.T) { testlapack.DgetrsTest(t, ours{}) })
	t.Run("getri", func(t *testing.T) { testlapack.DgetriTest(t, ours{}) })
	t.Run("gesv", func(t *testing.T) { testlapack.DgesvTest(t, ours{}) })
	t.Run("potrf", func(t *testing.T) { testlapack.DpotrfTest(t, ours{}) })
	t.Run("potrs", func(t *testing.T) { testlapack.DpotrsTest(t, ours{}) })
	t.Run("trtri", func(t *testing.T) { testlapack.DtrtriTest(t, ours{}) })
	t.Run("trti2", func(t *testing.T) { testlapack.Dtrti2Test(t, small2{}) })
	t.Run("trtrs", func(t *testing.T) { testlapack.DtrtrsTest(t, ours{}) })
	t.Run("geqrf", func(t *testing.T) { testlapack.DgeqrfTest(t, ours{}) })
	t.Run("geqr2", func(t *testing.T) { testlapack.Dgeqr2Test(t, small2{}) })
	t.Run("orgqr", func(t *testing.T) { testlapack.DorgqrTest(t, ours{}) })
	t.Run("org2r", func(t *testing.T) { testlapack.Dorg2rTest(t, small2{}) })
	t.Run("ormqr", func(t *testing.T) { testlapack.DormqrTest(t, ours{}) })
	t.Run("larfg", func(t *testing.T) { testlapack.DlarfgTest(t, ours{}) })
	t.Run("larft", func(t *testing.T) { testlapack.DlarftTest(t, ours{}) })
	t.Run("larfb", func(t *testing.T) { testlapack.DlarfbTest(t, ours{}) })
	t.Run("gels", func(t *testing.T) { testlapack.DgelsTest(t, ours{}) })
}
