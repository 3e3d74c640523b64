package linalg

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/blas/testblas"
	lapack "gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/testlapack"
)

func TestRegistered(t *testing.T) {
	if _, ok := blas64.Implementation().(BLAS); !ok {
		t.Errorf("gonum uses %T", blas64.Implementation())
	}
}

// gonum's own tests of what is replaced.
func TestBLAS(t *testing.T) {
	t.Run("gemm", func(t *testing.T) { testblas.TestDgemm(t, BLAS{}) })
	t.Run("gemv", func(t *testing.T) { testblas.DgemvTest(t, BLAS{}) })
	t.Run("ger", func(t *testing.T) { testblas.DgerTest(t, BLAS{}) })
	t.Run("dot", func(t *testing.T) { testblas.DdotTest(t, BLAS{}) })
	t.Run("axpy", func(t *testing.T) { testblas.DaxpyTest(t, BLAS{}) })
	t.Run("trsm", func(t *testing.T) { testblas.DtrsmTest(t, BLAS{}) })
	t.Run("trmm", func(t *testing.T) { testblas.DtrmmTest(t, BLAS{}) })
	t.Run("syrk", func(t *testing.T) { testblas.DsyrkTest(t, BLAS{}) })
	t.Run("zgemm", func(t *testing.T) { testblas.ZgemmTest(t, BLAS{}) })
	t.Run("ztrsm", func(t *testing.T) { testblas.ZtrsmTest(t, BLAS{}) })
	t.Run("ztrmm", func(t *testing.T) { testblas.ZtrmmTest(t, BLAS{}) })
	t.Run("zherk", func(t *testing.T) { testblas.ZherkTest(t, BLAS{}) })
}

// gonum's LAPACK, with its own tests, on what is replaced.
func TestLAPACKOnBLAS(t *testing.T) {
	t.Run("potrf", func(t *testing.T) { testlapack.DpotrfTest(t, lapack.Implementation{}) })
	t.Run("getrf", func(t *testing.T) { testlapack.DgetrfTest(t, lapack.Implementation{}) })
	t.Run("geqrf", func(t *testing.T) { testlapack.DgeqrfTest(t, lapack.Implementation{}) })
	t.Run("trtri", func(t *testing.T) { testlapack.DtrtriTest(t, lapack.Implementation{}) })
}

// plain is gonum's BLAS but for Sger, which is wrong in gonum 0.17 where y goes backwards.
type plain struct{ gonum.Implementation }

func (plain) Sger(m, n int, alpha float32, x []float32, incX int, y []float32, incY int, a []float32, lda int) {
	for i := range m {
		for j := range n {
			a[i*lda+j] += alpha * x[max(0, (1-m)*incX)+i*incX] * y[max(0, (1-n)*incY)+j*incY]
		}
	}
}

// Single precision against gonum's own: integers small enough that every order of sums is exact.
func TestBLAS32(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	ints := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(r.IntN(5) - 2)
		}
		return x
	}
	trans, sides := []blas.Transpose{blas.NoTrans, blas.Trans, blas.ConjTrans}, []blas.Side{blas.Left, blas.Right}
	uplos, diags := []blas.Uplo{blas.Lower, blas.Upper}, []blas.Diag{blas.Unit, blas.NonUnit}
	for range 600 {
		m, n, k, ld := 1+r.IntN(7), 1+r.IntN(40), 1+r.IntN(7), 40+r.IntN(3)
		tA, tB, s, ul, d := trans[r.IntN(3)], trans[r.IntN(3)], sides[r.IntN(2)], uplos[r.IntN(2)], diags[r.IntN(2)]
		alpha, beta := float32(r.IntN(3)-1), float32(r.IntN(4)-1)
		a, b, c := ints(40*ld), ints(40*ld), ints(40*ld)
		for i := range 40 { // the quotients are integers too
			a[i*ld+i] = float32(1 - 2*r.IntN(2))
		}
		incX, incY := []int{1, 2, -1}[r.IntN(3)], []int{1, 3, -2}[r.IntN(3)]
		for name, f := range map[string]func(g blas.Float32, c []float32) float32{
			"gemm": func(g blas.Float32, c []float32) float32 {
				g.Sgemm(tA, tB, m, n, k, alpha, a, ld, b, ld, beta, c, ld)
				return 0
			},
			"gemv": func(g blas.Float32, c []float32) float32 {
				rows := m
				if tA != blas.NoTrans {
					rows = n
				}
				y := c[:(rows-1)*max(incY, -incY)+1] // with beta 0 gonum clears all that it is given
				g.Sgemv(tA, m, n, alpha, a, ld, b, incX, beta, y, incY)
				return 0
			},
			"ger": func(g blas.Float32, c []float32) float32 {
				g.Sger(m, n, alpha, a, incX, b, incY, c, ld)
				return 0
			},
			"axpy": func(g blas.Float32, c []float32) float32 {
				g.Saxpy(n, alpha, a, incX, c, incY)
				return 0
			},
			"dot": func(g blas.Float32, _ []float32) float32 { return g.Sdot(n, a, incX, b, incY) },
			"syrk": func(g blas.Float32, c []float32) float32 {
				g.Ssyrk(ul, tA, n, k, alpha, a, ld, beta, c, ld)
				return 0
			},
			"trmm": func(g blas.Float32, c []float32) float32 {
				g.Strmm(s, ul, tA, d, m, k, alpha, a, ld, c, ld)
				return 0
			},
			"trsm": func(g blas.Float32, c []float32) float32 {
				g.Strsm(s, ul, tA, d, m, k, alpha, a, ld, c, ld)
				return 0
			},
		} {
			got, want := slices.Clone(c), slices.Clone(c)
			if x, y := f(BLAS{}, got), f(plain{}, want); x != y || !slices.Equal(got, want) {
				t.Fatalf("%s %dx%dx%d, %c %c %c %c %c, alpha %v, beta %v, steps %d %d: not what gonum has", name, m, n, k, tA, tB, s, ul, d, alpha, beta, incX, incY)
			}
		}
	}
}

// complex64 against gonum's own, likewise.
func TestBLASComplex64(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	ints := func(n int) []complex64 {
		x := make([]complex64, n)
		for i := range x {
			x[i] = complex(float32(r.IntN(5)-2), float32(r.IntN(5)-2))
		}
		return x
	}
	trans, sides := []blas.Transpose{blas.NoTrans, blas.Trans, blas.ConjTrans}, []blas.Side{blas.Left, blas.Right}
	uplos, diags := []blas.Uplo{blas.Lower, blas.Upper}, []blas.Diag{blas.Unit, blas.NonUnit}
	for range 600 {
		m, n, k, ld := 1+r.IntN(7), 1+r.IntN(30), 1+r.IntN(7), 30+r.IntN(3)
		tA, tB, s, ul, d := trans[r.IntN(3)], trans[r.IntN(3)], sides[r.IntN(2)], uplos[r.IntN(2)], diags[r.IntN(2)]
		alpha, beta := complex(float32(r.IntN(3)-1), float32(r.IntN(3)-1)), complex(float32(r.IntN(3)-1), float32(r.IntN(2)))
		a, b, c := ints(30*ld), ints(30*ld), ints(30*ld)
		for i := range 30 { // the quotients are integers too
			a[i*ld+i] = []complex64{1, -1, 1i, -1i}[r.IntN(4)]
		}
		for name, f := range map[string]func(g blas.Complex64, c []complex64){
			"gemm": func(g blas.Complex64, c []complex64) {
				g.Cgemm(tA, tB, m, n, k, alpha, a, ld, b, ld, beta, c, ld)
			},
			"herk": func(g blas.Complex64, c []complex64) {
				g.Cherk(ul, []blas.Transpose{blas.NoTrans, blas.ConjTrans}[n%2], n, k, real(alpha), a, ld, real(beta), c, ld)
			},
			"trmm": func(g blas.Complex64, c []complex64) { g.Ctrmm(s, ul, tA, d, m, k, alpha, a, ld, c, ld) },
			"trsm": func(g blas.Complex64, c []complex64) { g.Ctrsm(s, ul, tA, d, m, k, alpha, a, ld, c, ld) },
		} {
			got, want := slices.Clone(c), slices.Clone(c)
			f(BLAS{}, got)
			f(gonum.Implementation{}, want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s %dx%dx%d, %c %c %c %c %c, alpha %v, beta %v: not what gonum has", name, m, n, k, tA, tB, s, ul, d, alpha, beta)
			}
		}
	}
}

// What is wrong with a call is said by gonum.
func TestBLASRefusesWrongArguments(t *testing.T) {
	defer func() {
		if r := recover(); r != "blas: insufficient length of c" {
			t.Errorf("panic %v", r)
		}
	}()
	BLAS{}.Dgemm(blas.NoTrans, blas.NoTrans, 2, 2, 2, 1, make([]float64, 4), 2, make([]float64, 4), 2, 0, make([]float64, 3), 2)
}
