package linalg

import (
	"encoding/json"
	"math/cmplx"
	"os"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"pgregory.net/rapid"
)

func drawMatrix(t *rapid.T, d dtype.DType, square bool) *nd.Array {
	dim := rapid.OneOf(rapid.IntRange(0, 6), rapid.IntRange(30, 75))
	m, n := dim.Draw(t, "m"), dim.Draw(t, "n")
	if square {
		n = m
	}
	a := random(d, rapid.Uint64().Draw(t, "seed"), m, n)
	if rapid.Bool().Draw(t, "transposed") {
		a = must(a.Transpose().Clone(mem.Heap)).Transpose()
	}
	return a
}

func near(t *rapid.T, what string, a, b *nd.Array, tol float64) {
	t.Helper()
	if d := far(a, b); !(d <= tol*eps(a.DType)) {
		t.Fatalf("%s of %v %v is off by %v", what, a.DType, a.Shape, d)
	}
}

func perField(t *testing.T, f func(t *rapid.T, d dtype.DType)) {
	for _, d := range fields {
		t.Run(d.String(), rapid.MakeCheck(func(t *rapid.T) { f(t, d) }))
	}
}

func TestQR(t *testing.T) {
	perField(t, func(t *rapid.T, d dtype.DType) {
		a := drawMatrix(t, d, false)
		for _, mode := range []QRMode{Reduced, Complete} {
			q, r, err := QR(mem.Heap, backwards, a, mode)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "q r", mul(q, r), a, 300)
			near(t, "q^H q", mul(adjoint(q), q), eye(d, nil, q.Shape[1]), 300)
			nd.Each(r.Shape, func(idx []int) {
				if idx[0] > idx[1] && get(r, idx...) != 0 || idx[0] == idx[1] && imag(get(r, idx...)) != 0 {
					t.Fatalf("r has %v at %v", get(r, idx...), idx)
				}
			})
			if _, only, _ := QR(mem.Heap, nil, a, OnlyR); mode == Reduced && far(only, r) != 0 {
				t.Fatal("mode r differs")
			}
		}
	})
}

func TestSVD(t *testing.T) {
	perField(t, func(t *rapid.T, d dtype.DType) {
		a := drawMatrix(t, d, false)
		full := rapid.Bool().Draw(t, "full")
		u, s, vh, err := SVD(mem.Heap, nil, a, full, true)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "u^H u", mul(adjoint(u), u), eye(d, nil, u.Shape[1]), 500)
		near(t, "vh vh^H", mul(vh, adjoint(vh)), eye(d, nil, vh.Shape[0]), 500)
		k := s.Shape[0]
		us := must(u.Slice(1, 0, k, 1).Clone(mem.Heap))
		nd.Each(us.Shape, func(idx []int) { set(us, get(us, idx...)*get(s, idx[1]), idx...) })
		near(t, "u s vh", mul(us, vh.Slice(0, 0, k, 1)), a, 800)
		for i := range k {
			if v := real(get(s, i)); v < 0 || i > 0 && v > real(get(s, i-1)) {
				t.Fatalf("singular values %v", s)
			}
		}
		_, only, _, err := SVD(mem.Heap, nil, a, full, false)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "values alone", only, s, 800)
	})
}

func TestCholesky(t *testing.T) {
	perField(t, func(t *rapid.T, d dtype.DType) {
		a := drawMatrix(t, d, true)
		n := a.Shape[0]
		h := mul(a, adjoint(a))
		for i := range n {
			set(h, complex(real(get(h, i, i))+1, 0), i, i)
		}
		l := must(Cholesky(mem.Heap, backwards, h, false))
		near(t, "l l^H", mul(l, adjoint(l)), h, 500)
		u := must(Cholesky(mem.Heap, nil, h, true))
		near(t, "u^H u", mul(adjoint(u), u), h, 500)
		if far(adjoint(u), l) > 500*eps(d) {
			t.Fatal("factors differ")
		}
		if n > 0 {
			set(h, -1, n-1, n-1)
			if _, err := Cholesky(mem.Heap, nil, h, false); err == nil || err.Error() != "Matrix is not positive definite" {
				t.Fatalf("got %v", err)
			}
		}
	})
}

func TestLUSolveInvDet(t *testing.T) {
	perField(t, func(t *rapid.T, d dtype.DType) {
		a := drawMatrix(t, d, rapid.Bool().Draw(t, "square"))
		perm, l, u, err := LU(mem.Heap, backwards, a)
		if err != nil {
			t.Fatal(err)
		}
		rows := must(a.Clone(mem.Heap))
		for i := range a.Shape[0] {
			if err := nd.Copy(rows.Index(0, i), a.Index(0, int(nd.At[int64](perm, i)))); err != nil {
				t.Fatal(err)
			}
		}
		near(t, "l u", mul(l, u), rows, 500)
		n := a.Shape[0]
		if n != a.Shape[1] {
			return
		}
		w := must(a.Clone(mem.Heap))
		for i := range n { // well conditioned
			set(w, get(w, i, i)+complex(float64(n)+2, 0), i, i)
		}
		x := random(d, 5, n, 3)
		near(t, "a x", mul(w, must(Solve(mem.Heap, nil, w, x))), x, 500)
		inv := must(Inv(mem.Heap, backwards, w))
		near(t, "a inv(a)", mul(w, inv), eye(d, nil, n), 500)
		v := must(Solve(mem.Heap, nil, w, x.Index(1, 0)))
		near(t, "one right side", mul(w, v), x.Index(1, 0), 500)
		for _, lower := range []bool{false, true} {
			tri := must(nd.Zeros(mem.Heap, d, n, n))
			if err := keep(tri, w, lower); err != nil {
				t.Fatal(err)
			}
			near(t, "triangular", mul(tri, must(SolveTriangular(mem.Heap, nil, w, x, lower, false))), x, 500)
			for i := range n {
				set(tri, 1, i, i)
			}
			y := must(SolveTriangular(mem.Heap, nil, tri, x, lower, false))
			if far(must(SolveTriangular(mem.Heap, nil, w, x, lower, true)), y) != 0 {
				t.Fatal("unit diagonal")
			}
		}
	})
}

func TestStacks(t *testing.T) {
	for _, d := range fields {
		a := random(d, 9, 2, 3, 5, 5)
		q, r, err := QR(mem.Heap, backwards, a, Reduced)
		if err != nil || far(mul(q, r), a) > 100*eps(d) {
			t.Errorf("%v: qr of a stack: %v", d, err)
		}
		b := random(d, 10, 3, 5, 2)
		x := must(Solve(mem.Heap, backwards, a, b))
		if got := mul(a, x); far(got.Index(0, 1), b) > 1e4*eps(d) {
			t.Errorf("%v: solve of a stack is off by %v", d, far(got.Index(0, 1), b))
		}
		u, s, vh, err := SVD(mem.Heap, nil, a, true, true)
		if err != nil || u.Rank() != 4 || s.Rank() != 3 || vh.Rank() != 4 {
			t.Errorf("%v: svd of a stack: %v", d, err)
		}
		if v := must(Det(mem.Heap, nil, a)); far(v.Index(0, 1).Index(0, 2), must(Det(mem.Heap, nil, a.Index(0, 1).Index(0, 2)))) != 0 {
			t.Errorf("%v: det of a stack", d)
		}
	}
}

func TestFactorErrors(t *testing.T) {
	sing := nd.Of([]float64{1, 2, 2, 4}, 2, 2)
	nan := nd.Of([]float64{1, 0, 0, 1}, 2, 2)
	set(nan, complex(nanValue(), 0), 1, 1)
	for _, c := range []struct {
		err  error
		want string
	}{
		{second(Solve(mem.Heap, nil, sing, sing)), "Singular matrix"},
		{second(Inv(mem.Heap, nil, sing)), "Singular matrix"},
		{second(Inv(mem.Heap, nil, random(dtype.Float64, 1, 2, 3))), "Last 2 dimensions of the array must be square"},
		{second(Det(mem.Heap, nil, nd.Of([]float64{1}))), "1-dimensional array given. Array must be at least two-dimensional"},
		{second(Cholesky(mem.Heap, nil, nd.Of([]int64{1}, 1, 1), false)), "array type int64 is unsupported in linalg"},
		{func() error { _, _, _, err := SVD(mem.Heap, nil, nan, true, true); return err }(), "SVD did not converge"},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("got %v, want %s", c.err, c.want)
		}
	}
}

func nanValue() float64 { z := 0.0; return z / z }

func second[T any](_ T, err error) error { return err }

func TestExtremeScales(t *testing.T) {
	for _, f := range []float64{1e-250, 1e250} {
		a := random(dtype.Float64, 4, 6, 4)
		_, want, _, _ := SVD(mem.Heap, nil, a, false, true)
		nd.Each(a.Shape, func(idx []int) { set(a, get(a, idx...)*complex(f, 0), idx...) })
		q, r, err := QR(mem.Heap, nil, a, Reduced)
		if err != nil || far(mul(q, r), a) > 1e-14*f {
			t.Errorf("qr at %v is off by %v", f, far(mul(q, r), a))
		}
		_, s, _, err := SVD(mem.Heap, nil, a, false, true)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 4 {
			if v, w := nd.At[float64](s, i)/f, nd.At[float64](want, i); v-w > 1e-13 || w-v > 1e-13 {
				t.Errorf("singular value %d at %v is %v, want %v", i, f, v, w)
			}
		}
	}
}

type array struct {
	Shape []int
	Data  []float64
}

func (a array) nd(complex_ bool) *nd.Array {
	if complex_ {
		out := make([]complex128, len(a.Data)/2)
		for i := range out {
			out[i] = complex(a.Data[2*i], a.Data[2*i+1])
		}
		return nd.OfType(dtype.Complex128, out, append([]int{}, a.Shape...)...)
	}
	out := make([]float64, len(a.Data)/2)
	for i := range out {
		out[i] = a.Data[2*i]
	}
	return nd.OfType(dtype.Float64, out, append([]int{}, a.Shape...)...)
}

func TestFactorsAsNumPy(t *testing.T) {
	var g struct {
		Cases []struct {
			Complex                bool
			A, S, R                array
			Q, Inv, Pos, Chol, Det *array
			Sign, Log, B, X        *array
		}
	}
	b, err := os.ReadFile("testdata/golden.json")
	if err == nil {
		err = json.Unmarshal(b, &g)
	}
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range g.Cases {
		a := c.A.nd(c.Complex)
		check := func(what string, got, want *nd.Array, tol float64) {
			if d := far(got, want); d > tol {
				t.Errorf("case %d %v: %s is off by %v", i, a.Shape, what, d)
			}
		}
		q, r, err := QR(mem.Heap, nil, a, Reduced)
		if err != nil {
			t.Fatal(err)
		}
		check("r", r, c.R.nd(c.Complex), 1e-13)
		if c.Q != nil {
			check("q", q, c.Q.nd(c.Complex), 1e-13)
		}
		_, s, _, err := SVD(mem.Heap, nil, a, false, false)
		if err != nil {
			t.Fatal(err)
		}
		check("s", s, c.S.nd(false), 1e-13)
		if c.Inv != nil {
			check("inv", must(Inv(mem.Heap, nil, a)), c.Inv.nd(c.Complex), 1e-12)
			check("solve", must(Solve(mem.Heap, nil, a, c.B.nd(c.Complex))), c.X.nd(c.Complex), 1e-12)
			sign, logabs, err := SlogDet(mem.Heap, nil, a)
			if err != nil {
				t.Fatal(err)
			}
			check("sign", sign, c.Sign.nd(c.Complex), 1e-13)
			check("log", logabs, c.Log.nd(false), 1e-13)
			if c.Det != nil && a.Rank() == 2 {
				want := complex(c.Det.Data[0], c.Det.Data[1])
				if got := get(must(Det(mem.Heap, nil, a))); cmplx.Abs(got-want) > 1e-12*cmplx.Abs(want) {
					t.Errorf("case %d: det is %v, NumPy says %v", i, got, want)
				}
			}
			check("cholesky", must(Cholesky(mem.Heap, nil, c.Pos.nd(c.Complex), false)), c.Chol.nd(c.Complex), 1e-13)
		}
	}
}
