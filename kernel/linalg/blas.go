package linalg

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/cblas128"
	"gonum.org/v1/gonum/blas/cblas64"
	"gonum.org/v1/gonum/blas/gonum"

	"github.com/mars-project/mars-go/mem"
)

// BLAS is gonum's BLAS with this package's products in place of its own: gonum's LAPACK runs on it. What it
// does not have, and calls whose arguments are wrong, which panic, are gonum's. Methods have gonum's names,
// arguments and row-major layout.
//
// It is registered with blas64, blas32, cblas128 and cblas64 when the package is linked.
type BLAS struct{ gonum.Implementation }

func init() {
	blas64.Use(BLAS{})
	blas32.Use(BLAS{})
	cblas128.Use(BLAS{})
	cblas64.Use(BLAS{})
}

// operand is a rows x cols matrix of BLAS or its transpose, which is then what is stored; ok means that the
// arguments are right and it is not empty.
func operand[T Num](trans blas.Transpose, rows, cols int, a []T, ld int) (m Mat[T], ok bool) {
	flip := trans != blas.NoTrans
	if flip {
		rows, cols = cols, rows
	}
	if rows < 1 || cols < 1 || ld < cols || len(a) < (rows-1)*ld+cols || flip && trans != blas.Trans && trans != blas.ConjTrans {
		return m, false
	}
	m = Mat[T]{Data: a, Rows: rows, Cols: cols, RS: ld, CS: 1}
	if flip {
		m = m.T()
	}
	m.Conj = trans == blas.ConjTrans && isComplex[T]()
	return m, true
}

// column is a vector of BLAS, whose first element is its last in memory where it goes backwards.
func column[T Num](n int, x []T, inc int) (m Mat[T], ok bool) {
	if n < 1 || inc == 0 || len(x) < (n-1)*max(inc, -inc)+1 {
		return m, false
	}
	return Mat[T]{Data: x, Off: max(0, (1-n)*inc), Rows: n, Cols: 1, RS: inc, CS: 1}, true
}

// times multiplies the rows of c from the first to the last element that count by beta, and gives what is
// left to do: 0 or 1. A row has the columns from lo(i) to hi(i).
func times[T Num](beta T, c Mat[T], part func(i int) (lo, hi int)) int {
	switch beta {
	case 0:
		return 0
	case 1:
		return 1
	}
	for i := range c.Rows {
		lo, hi := part(i)
		for j := lo; j < hi; j++ {
			c.Data[c.at(i, j)] *= beta
		}
	}
	return 1
}

// multiply is c = alpha*a*b + beta*c; it reports whether it did it.
func multiply[T Num](tA, tB blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) bool {
	x, okA := operand(tA, m, k, a, lda)
	y, okB := operand(tB, k, n, b, ldb)
	z, okC := operand(blas.NoTrans, m, n, c, ldc)
	if !okA || !okB || !okC || alpha == 0 {
		return false
	}
	heaped(Gemm(mem.Heap, nil, alpha, x, y, times(beta, z, func(int) (lo, hi int) { return 0, n }), z))
	return true
}

// heaped panics on an error of the heap, which has none.
func heaped(err error) {
	if err != nil {
		panic(err)
	}
}

func (g BLAS) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	if !multiply(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) {
		g.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

func (g BLAS) Sgemm(tA, tB blas.Transpose, m, n, k int, alpha float32, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	if !multiply(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) {
		g.Implementation.Sgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

func apply[T Num](tA blas.Transpose, m, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int) bool {
	rows, cols := m, n
	if tA != blas.NoTrans {
		rows, cols = n, m
	}
	mat, okA := operand(tA, rows, cols, a, lda)
	u, okX := column(cols, x, incX)
	v, okY := column(rows, y, incY)
	if !okA || !okX || !okY || alpha == 0 {
		return false
	}
	heaped(Gemm(mem.Heap, nil, alpha, mat, u, times(beta, v, func(int) (lo, hi int) { return 0, 1 }), v))
	return true
}

func (g BLAS) Dgemv(tA blas.Transpose, m, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	if !apply(tA, m, n, alpha, a, lda, x, incX, beta, y, incY) {
		g.Implementation.Dgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
	}
}

func (g BLAS) Sgemv(tA blas.Transpose, m, n int, alpha float32, a []float32, lda int, x []float32, incX int, beta float32, y []float32, incY int) {
	if !apply(tA, m, n, alpha, a, lda, x, incX, beta, y, incY) {
		g.Implementation.Sgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
	}
}

func rankOne[T Num](m, n int, alpha T, x []T, incX int, y []T, incY int, a []T, lda int) bool {
	mat, okA := operand(blas.NoTrans, m, n, a, lda)
	u, okX := column(m, x, incX)
	v, okY := column(n, y, incY)
	if !okA || !okX || !okY {
		return false
	}
	if incY != 1 {
		w := Dense(make([]T, n), n, 1)
		move(w, v)
		v = w
	}
	for i := range m {
		axpy(alpha*u.Data[u.at(i, 0)], v.Data[:n], mat.Data[mat.at(i, 0):][:n])
	}
	return true
}

func (g BLAS) Dger(m, n int, alpha float64, x []float64, incX int, y []float64, incY int, a []float64, lda int) {
	if !rankOne(m, n, alpha, x, incX, y, incY, a, lda) {
		g.Implementation.Dger(m, n, alpha, x, incX, y, incY, a, lda)
	}
}

func (g BLAS) Sger(m, n int, alpha float32, x []float32, incX int, y []float32, incY int, a []float32, lda int) {
	if !rankOne(m, n, alpha, x, incX, y, incY, a, lda) {
		g.Implementation.Sger(m, n, alpha, x, incX, y, incY, a, lda)
	}
}

func (g BLAS) Ddot(n int, x []float64, incX int, y []float64, incY int) float64 {
	if incX == 1 && incY == 1 && n >= vectorMin && len(x) >= n && len(y) >= n {
		return dotc(x[:n], y[:n])
	}
	return g.Implementation.Ddot(n, x, incX, y, incY)
}

func (g BLAS) Sdot(n int, x []float32, incX int, y []float32, incY int) float32 {
	if incX == 1 && incY == 1 && n >= vectorMin && len(x) >= n && len(y) >= n {
		return dotc(x[:n], y[:n])
	}
	return g.Implementation.Sdot(n, x, incX, y, incY)
}

func (g BLAS) Daxpy(n int, alpha float64, x []float64, incX int, y []float64, incY int) {
	if incX == 1 && incY == 1 && n >= vectorMin && len(x) >= n && len(y) >= n {
		axpy(alpha, x[:n], y[:n])
		return
	}
	g.Implementation.Daxpy(n, alpha, x, incX, y, incY)
}

func (g BLAS) Saxpy(n int, alpha float32, x []float32, incX int, y []float32, incY int) {
	if incX == 1 && incY == 1 && n >= vectorMin && len(x) >= n && len(y) >= n {
		axpy(alpha, x[:n], y[:n])
		return
	}
	g.Implementation.Saxpy(n, alpha, x, incX, y, incY)
}
