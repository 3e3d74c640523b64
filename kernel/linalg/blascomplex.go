package linalg

import (
	"gonum.org/v1/gonum/blas"

	"github.com/mars-project/mars-go/mem"
)

func (g BLAS) Zgemm(tA, tB blas.Transpose, m, n, k int, alpha complex128, a []complex128, lda int, b []complex128, ldb int, beta complex128, c []complex128, ldc int) {
	if !multiply(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) {
		g.Implementation.Zgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

func (g BLAS) Ztrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha complex128, a []complex128, lda int, b []complex128, ldb int) {
	if !solveBLAS(s, ul, tA, d, m, n, alpha, a, lda, b, ldb) {
		g.Implementation.Ztrsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
	}
}

func (g BLAS) Ztrmm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha complex128, a []complex128, lda int, b []complex128, ldb int) {
	if !multiplyBLAS(s, ul, tA, d, m, n, alpha, a, lda, b, ldb) {
		g.Implementation.Ztrmm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
	}
}

func (g BLAS) Zherk(ul blas.Uplo, t blas.Transpose, n, k int, alpha float64, a []complex128, lda int, beta float64, c []complex128, ldc int) {
	if !herkBLAS(ul, t, n, k, complex(alpha, 0), a, lda, complex(beta, 0), c, ldc) {
		g.Implementation.Zherk(ul, t, n, k, alpha, a, lda, beta, c, ldc)
	}
}

func (g BLAS) Cgemm(tA, tB blas.Transpose, m, n, k int, alpha complex64, a []complex64, lda int, b []complex64, ldb int, beta complex64, c []complex64, ldc int) {
	if !multiply(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) {
		g.Implementation.Cgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

func (g BLAS) Ctrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha complex64, a []complex64, lda int, b []complex64, ldb int) {
	if !solveBLAS(s, ul, tA, d, m, n, alpha, a, lda, b, ldb) {
		g.Implementation.Ctrsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
	}
}

func (g BLAS) Ctrmm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha complex64, a []complex64, lda int, b []complex64, ldb int) {
	if !multiplyBLAS(s, ul, tA, d, m, n, alpha, a, lda, b, ldb) {
		g.Implementation.Ctrmm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
	}
}

func (g BLAS) Cherk(ul blas.Uplo, t blas.Transpose, n, k int, alpha float32, a []complex64, lda int, beta float32, c []complex64, ldc int) {
	if !herkBLAS(ul, t, n, k, complex(alpha, 0), a, lda, complex(beta, 0), c, ldc) {
		g.Implementation.Cherk(ul, t, n, k, alpha, a, lda, beta, c, ldc)
	}
}

// herkBLAS is syrkBLAS of complex matrices, whose product is Hermitian: its diagonal becomes real.
func herkBLAS[T Num](ul blas.Uplo, t blas.Transpose, n, k int, alpha T, a []T, lda int, beta T, c []T, ldc int) bool {
	x, okA := operand(t, n, k, a, lda)
	z, okC := operand(blas.NoTrans, n, n, c, ldc)
	if !okA || !okC || alpha == 0 || t == blas.Trans || ul != blas.Lower && ul != blas.Upper {
		return false
	}
	if ul == blas.Upper {
		x, z = x.conj(), z.T()
	}
	heaped(syrk(mem.Heap, nil, alpha, x, times(beta, z, func(i int) (lo, hi int) { return 0, i + 1 }), z))
	for i := range n {
		re, _ := parts(z.Data[z.at(i, i)])
		z.Data[z.at(i, i)] = fromReal[T](re)
	}
	return true
}
