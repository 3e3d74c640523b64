package linalg

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// shapes of matrices to factor: each fills a.
var makes = map[string]func(a *nd.Array, r *rand.Rand){
	"random": func(a *nd.Array, r *rand.Rand) {
		nd.Each(a.Shape, func(idx []int) { set(a, complex(r.NormFloat64(), r.NormFloat64()), idx...) })
	},
	"graded": func(a *nd.Array, r *rand.Rand) { // rows and columns fall by eight orders
		nd.Each(a.Shape, func(idx []int) {
			s := math.Exp(-9 * (float64(idx[0])/float64(a.Shape[0]) + float64(idx[1])/float64(a.Shape[1])))
			set(a, complex(s*r.NormFloat64(), s*r.NormFloat64()), idx...)
		})
	},
	"of rank one": func(a *nd.Array, r *rand.Rand) {
		nd.Each(a.Shape, func(idx []int) { set(a, complex(float64((idx[0]%5+1)*(idx[1]%7+1)), 0), idx...) })
	},
	"zero": func(*nd.Array, *rand.Rand) {},
}

// norm1 is the greatest sum of absolute values of a column.
func norm1(a *nd.Array) float64 {
	sums := make([]float64, a.Shape[1])
	nd.Each(a.Shape, func(idx []int) { sums[idx[1]] += cmplx.Abs(get(a, idx...)) })
	m := 0.0
	for _, s := range sums {
		if !(s <= m) {
			m = s
		}
	}
	return m
}

// residual is the norm of x - y in units of error of n steps over a matrix like y.
func residual(x, y *nd.Array, n int, scale float64) float64 {
	d := must(x.Clone(mem.Heap))
	nd.Each(d.Shape, func(idx []int) { set(d, get(x, idx...)-get(y, idx...), idx...) })
	v := norm1(d)
	if v == 0 {
		return 0
	}
	return v / (float64(max(n, 1)) * eps(x.DType) * scale)
}

func eachResidual(t *testing.T, f func(a *nd.Array, small func(what string, r float64))) {
	sizes := [][2]int{{1, 1}, {0, 3}, {3, 0}, {2, 1}, {17, 17}, {65, 64}, {130, 40}, {40, 130}, {200, 200}, {300, 270}}
	for _, d := range fields {
		for kind, fill := range makes {
			for _, s := range sizes {
				if s[0] > 150 && (kind == "zero" || d.IsComplex()) {
					continue
				}
				a := must(nd.Zeros(mem.Heap, d, s[0], s[1]))
				fill(a, rand.New(rand.NewPCG(uint64(s[0]), 7)))
				f(a, func(what string, r float64) {
					if !(r < 20) {
						t.Errorf("%s of %v %dx%d, %s: residual %.3g", what, d, s[0], s[1], kind, r)
					}
				})
			}
		}
	}
}

func TestResidualsOfQR(t *testing.T) {
	eachResidual(t, func(a *nd.Array, small func(string, float64)) {
		q, r, err := QR(mem.Heap, paralleltest.Together, a, Reduced)
		if err != nil {
			t.Fatal(err)
		}
		small("qr", residual(mul(q, r), a, a.Shape[0], norm1(a)))
		small("orthogonality", residual(mul(adjoint(q), q), eye(a.DType, nil, q.Shape[1]), a.Shape[0], 1))
	})
}

func TestResidualsOfLU(t *testing.T) {
	eachResidual(t, func(a *nd.Array, small func(string, float64)) {
		perm, l, u, err := LU(mem.Heap, paralleltest.Together, a)
		if err != nil {
			t.Fatal(err)
		}
		pa := must(a.Clone(mem.Heap))
		for i := range a.Shape[0] {
			heaped(nd.Copy(pa.Index(0, i), a.Index(0, int(nd.At[int64](perm, i)))))
		}
		small("lu", residual(mul(l, u), pa, a.Shape[0], norm1(a)))
		nd.Each(l.Shape, func(idx []int) {
			if v := get(l, idx...); cmplx.Abs(v) > 1.4143 { // pivots are chosen by |re| + |im|
				t.Fatalf("l has %v", v)
			}
		})
	})
}

func TestResidualsOfCholeskyAndSolve(t *testing.T) {
	eachResidual(t, func(a *nd.Array, small func(string, float64)) {
		n := a.Shape[0]
		h := mul(a, adjoint(a))
		s := norm1(h) + 1
		for i := range n {
			set(h, complex(real(get(h, i, i))+s/10, 0), i, i)
		}
		l := must(Cholesky(mem.Heap, paralleltest.Together, h, false))
		small("cholesky", residual(mul(l, adjoint(l)), h, n, s))
		b := random(a.DType, 3, n, 5)
		for what, solve := range map[string]func(al mem.Allocator, par parallel.Func, a, b *nd.Array) (*nd.Array, error){"solve": Solve, "solve positive": SolvePositive} {
			x := must(solve(mem.Heap, paralleltest.Together, h, b))
			small(what, residual(mul(h, x), b, n, s*norm1(x)+1))
		}
		inv := must(Inv(mem.Heap, paralleltest.Together, h))
		small("inverse", residual(mul(h, inv), eye(a.DType, nil, n), n, s*norm1(inv)+1)/10)
	})
}

// Right sides may be what the factors were made of: a triangle alone, from either side and of any row order.
func TestResidualsOfTriangularInverse(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, n := range []int{0, 1, 5, 64, 65, 150, 300} {
		for kind := range 4 {
			a := triangle[float64]{lay(r.IntN(6), n, n, func() float64 { return r.NormFloat64() / float64(n) }), kind&1 != 0, kind&2 != 0}
			for i := range n {
				a.Data[a.at(i, i)] = 1 + r.Float64()
			}
			full, b := a.full(), a
			b.Mat = copied(a.Mat)
			if err := b.invert(mem.Heap, paralleltest.Together); err != nil {
				t.Fatal(err)
			}
			inv := b.full()
			for i := range n {
				for j := range n {
					if x, y := a.Data[a.at(i, j)], b.Data[b.at(i, j)]; i != j && (j < i) != a.lower && x != y || i == j && a.unit && x != y {
						t.Fatalf("%d, lower %v, unit %v: (%d, %d) was written", n, a.lower, a.unit, i, j)
					}
					s := 0.0
					for k := range n {
						s += full.Data[full.at(i, k)] * inv.Data[inv.at(k, j)]
					}
					if i == j {
						s--
					}
					if math.Abs(s) > 1e-13 {
						t.Fatalf("%d, lower %v, unit %v: (%d, %d) of the product with the inverse is off by %v", n, a.lower, a.unit, i, j, s)
					}
				}
			}
		}
	}
}

// Helpers, and how a matrix lies, do not change a bit.
func TestFactorsDoNotDependOnHelpersOrLayout(t *testing.T) {
	for _, d := range []dtype.DType{dtype.Float64, dtype.Float32, dtype.Complex128} {
		n := 700
		if d == dtype.Complex128 {
			n = 300
		}
		a := random(d, 8, n, n)
		h := must(a.Clone(mem.Heap))
		for i := range n {
			for j := range i {
				set(h, cmplx.Conj(get(a, i, j)), j, i)
			}
			set(h, complex(float64(n), 0), i, i)
		}
		turned := func(a *nd.Array) *nd.Array { return must(a.Transpose().Clone(mem.Heap)).Transpose() }
		for name, f := range map[string]func(par parallel.Func, a, h *nd.Array) []*nd.Array{
			"qr": func(par parallel.Func, a, _ *nd.Array) []*nd.Array {
				q, r, err := QR(mem.Heap, par, a, Reduced)
				must(0, err)
				return []*nd.Array{q, r}
			},
			"lu": func(par parallel.Func, a, _ *nd.Array) []*nd.Array {
				p, l, u, err := LU(mem.Heap, par, a)
				must(0, err)
				return []*nd.Array{p, l, u}
			},
			"inv": func(par parallel.Func, a, _ *nd.Array) []*nd.Array { return []*nd.Array{must(Inv(mem.Heap, par, a))} },
			"solve": func(par parallel.Func, a, h *nd.Array) []*nd.Array {
				return []*nd.Array{must(Solve(mem.Heap, par, a, h))}
			},
			"cholesky": func(par parallel.Func, _, h *nd.Array) []*nd.Array {
				return []*nd.Array{must(Cholesky(mem.Heap, par, h, false))}
			},
			"upper": func(par parallel.Func, _, h *nd.Array) []*nd.Array {
				return []*nd.Array{must(Cholesky(mem.Heap, par, h, true))}
			},
		} {
			want := f(nil, a, h)
			for i, got := range f(paralleltest.Together, turned(a), turned(h)) {
				if fmt.Sprint(got.Shape) != fmt.Sprint(want[i].Shape) || string(got.Block.Bytes()) != string(want[i].Block.Bytes()) {
					t.Errorf("%s of %v: output %d has other bits with helpers", name, d, i)
				}
			}
		}
	}
}

// A NaN is seen in what depends on it and is no pivot's end; infinities do not stop anything.
func TestFactorsOfNaN(t *testing.T) {
	for _, d := range fields {
		a := random(d, 6, 90, 90)
		set(a, complex(math.NaN(), 0), 50, 60)
		perm, _, u, err := LU(mem.Heap, nil, a)
		if err != nil || perm.Shape[0] != 90 || !cmplx.IsNaN(get(u, 89, 89)) {
			t.Errorf("%v: lu of a NaN: %v", d, err)
		}
		_, r, err := QR(mem.Heap, nil, a, Reduced)
		if err != nil || !cmplx.IsNaN(get(r, 60, 60)) || cmplx.IsNaN(get(r, 59, 59)) {
			t.Errorf("%v: qr of a NaN: %v", d, err)
		}
		if x, err := Inv(mem.Heap, nil, a); err != nil || !cmplx.IsNaN(get(x, 0, 0)) {
			t.Errorf("%v: inverse of a NaN: %v", d, err)
		}
		if v := must(Det(mem.Heap, nil, a)); !cmplx.IsNaN(get(v)) {
			t.Errorf("%v: determinant of a NaN: %v", d, get(v))
		}
		h := must(nd.Zeros(mem.Heap, d, 3, 3))
		for i := range 3 {
			set(h, complex(math.NaN(), 0), i, i)
		}
		if _, err := Cholesky(mem.Heap, nil, h, false); err == nil || err.Error() != "Matrix is not positive definite" {
			t.Errorf("%v: cholesky of a NaN: %v", d, err)
		}
	}
}

func TestDeterminantsOfExtremes(t *testing.T) {
	diag := func(d dtype.DType, v ...complex128) *nd.Array {
		a := must(nd.Zeros(mem.Heap, d, len(v), len(v)))
		for i, x := range v {
			set(a, x, i, i)
		}
		return a
	}
	for _, c := range []struct {
		a         *nd.Array
		det, sign complex128
		log       float64
	}{
		{diag(dtype.Float64), 1, 1, 0},
		{diag(dtype.Complex64), 1, 1, 0},
		{diag(dtype.Float64, 1e200, 1e200, 1e-200, -1e-200), -1, -1, 0},
		{diag(dtype.Float32, 1e30, 1e30, 1e-30, 1e-30), 1, 1, 0},
		{diag(dtype.Complex128, 2i, 1e300i, 1e-300), -2, -1, math.Ln2},
		{diag(dtype.Float64, 1e200, 1e200), cmplx.Inf() - complex(0, math.Inf(1)), 1, 400 * math.Ln10},
		{diag(dtype.Float64, 0, 5), 0, 0, math.Inf(-1)},
		{nd.Of([]float64{0, 2, 3, 0}, 2, 2), -6, -1, math.Log(6)},
	} {
		tol := 20 * eps(c.a.DType)
		if got := get(must(Det(mem.Heap, nil, c.a))); !(cmplx.Abs(got-c.det) <= tol*cmplx.Abs(c.det)) && !(math.IsInf(real(got), 1) && cmplx.IsInf(c.det)) {
			t.Errorf("det of %v is %v, want %v", c.a, got, c.det)
		}
		s, l, err := SlogDet(mem.Heap, nil, c.a)
		if err != nil {
			t.Fatal(err)
		}
		if got := get(s); cmplx.Abs(got-c.sign) > tol {
			t.Errorf("sign of %v is %v, want %v", c.a, got, c.sign)
		}
		if got := real(get(l)); got != c.log && !(math.Abs(got-c.log) <= 1000*tol) {
			t.Errorf("logarithm of the determinant of %v is %v, want %v", c.a, got, c.log)
		}
	}
}
