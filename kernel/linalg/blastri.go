package linalg

import (
	"gonum.org/v1/gonum/blas"

	"github.com/mars-project/mars-go/mem"
)

// triangular is a triangle of BLAS that works on b from the left, and b, both transposed where it works from
// the right.
func triangular[T Num](s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, a []T, lda int, b []T, ldb int) (t triangle[T], x Mat[T], ok bool) {
	k := m
	if s == blas.Right {
		k = n
	}
	mat, okA := operand(tA, k, k, a, lda)
	x, okB := operand(blas.NoTrans, m, n, b, ldb)
	if !okA || !okB || s != blas.Left && s != blas.Right || ul != blas.Lower && ul != blas.Upper || d != blas.Unit && d != blas.NonUnit {
		return t, x, false
	}
	t = triangle[T]{mat, (ul == blas.Lower) == (tA == blas.NoTrans), d == blas.Unit}
	if s == blas.Right {
		t.Mat, t.lower, x = mat.T(), !t.lower, x.T()
	}
	return t, x, true
}

func solveBLAS[T Num](s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int) bool {
	t, x, ok := triangular(s, ul, tA, d, m, n, a, lda, b, ldb)
	if !ok || alpha == 0 {
		return false
	}
	times(alpha, x, func(int) (lo, hi int) { return 0, x.Cols })
	heaped(t.solve(mem.Heap, nil, x))
	return true
}

func (g BLAS) Dtrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	if !solveBLAS(s, ul, tA, d, m, n, alpha, a, lda, b, ldb) {
		g.Implementation.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
	}
}

func (g BLAS) Strsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float32, a []float32, lda int, b []float32, ldb int) {
	if !solveBLAS(s, ul, tA, d, m, n, alpha, a, lda, b, ldb) {
		g.Implementation.Strsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
	}
}

func multiplyBLAS[T Num](s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int) bool {
	t, x, ok := triangular(s, ul, tA, d, m, n, a, lda, b, ldb)
	if !ok || alpha == 0 {
		return false
	}
	times(alpha, x, func(int) (lo, hi int) { return 0, x.Cols })
	heaped(t.multiply(mem.Heap, nil, x))
	return true
}

func (g BLAS) Dtrmm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	if !multiplyBLAS(s, ul, tA, d, m, n, alpha, a, lda, b, ldb) {
		g.Implementation.Dtrmm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
	}
}

func (g BLAS) Strmm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float32, a []float32, lda int, b []float32, ldb int) {
	if !multiplyBLAS(s, ul, tA, d, m, n, alpha, a, lda, b, ldb) {
		g.Implementation.Strmm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
	}
}

func syrkBLAS[T Num](ul blas.Uplo, t blas.Transpose, n, k int, alpha T, a []T, lda int, beta T, c []T, ldc int) bool {
	x, okA := operand(t, n, k, a, lda)
	z, okC := operand(blas.NoTrans, n, n, c, ldc)
	if !okA || !okC || alpha == 0 || ul != blas.Lower && ul != blas.Upper {
		return false
	}
	if ul == blas.Upper {
		z = z.T() // the product is symmetric
	}
	heaped(syrk(mem.Heap, nil, alpha, x, times(beta, z, func(i int) (lo, hi int) { return 0, i + 1 }), z))
	return true
}

func (g BLAS) Dsyrk(ul blas.Uplo, t blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	if !syrkBLAS(ul, t, n, k, alpha, a, lda, beta, c, ldc) {
		g.Implementation.Dsyrk(ul, t, n, k, alpha, a, lda, beta, c, ldc)
	}
}

func (g BLAS) Ssyrk(ul blas.Uplo, t blas.Transpose, n, k int, alpha float32, a []float32, lda int, beta float32, c []float32, ldc int) {
	if !syrkBLAS(ul, t, n, k, alpha, a, lda, beta, c, ldc) {
		g.Implementation.Ssyrk(ul, t, n, k, alpha, a, lda, beta, c, ldc)
	}
}
