package linalg

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"pgregory.net/rapid"
)

// hermitianOf is the Hermitian matrix with the lower triangle of a.
func hermitianOf(a *nd.Array) *nd.Array {
	h := must(a.Clone(mem.Heap))
	for i := range a.Shape[0] {
		set(h, complex(real(get(a, i, i)), 0), i, i)
		for j := range i {
			v := get(a, i, j)
			set(h, complex(real(v), -imag(v)), j, i)
		}
	}
	return h
}

func TestEigh(t *testing.T) {
	perField(t, func(t *rapid.T, d dtype.DType) {
		dim := rapid.OneOf(rapid.IntRange(0, 12), rapid.IntRange(30, 140))
		n := dim.Draw(t, "n")
		a := random(d, rapid.Uint64().Draw(t, "seed"), n, n)
		if rapid.Bool().Draw(t, "transposed") {
			a = must(a.Transpose().Clone(mem.Heap)).Transpose()
		}
		upper := rapid.Bool().Draw(t, "upper")
		h := hermitianOf(a)
		if upper {
			h = must(hermitianOf(must(a.Transpose().Clone(mem.Heap))).Transpose().Clone(mem.Heap))
		}
		w, v, err := Eigh(mem.Heap, backwards, a, upper, true)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "v^H v", mul(adjoint(v), v), eye(d, nil, n), 100)
		vw := must(v.Clone(mem.Heap))
		nd.Each(vw.Shape, func(idx []int) { set(vw, get(vw, idx...)*get(w, idx[1]), idx...) })
		near(t, "h v - v w", mul(h, v), vw, 100+10*float64(n))
		for i := 1; i < n; i++ {
			if real(get(w, i)) < real(get(w, i-1)) {
				t.Fatalf("values %v", w)
			}
		}
		only, none, err := Eigh(mem.Heap, nil, a, upper, false)
		if err != nil || none != nil {
			t.Fatal(err)
		}
		near(t, "values alone", only, w, 100+10*float64(n))
		again, u, _ := Eigh(mem.Heap, nil, a, upper, true)
		if far(again, w) != 0 || far(u, v) != 0 {
			t.Fatal("helpers change bits")
		}
	})
}

// One large enough for tasks of a symmetric product, rank changes by blocks and a merge of a thousand poles.
func TestEighOfALargeMatrix(t *testing.T) {
	const n = 600
	a := random(dtype.Float64, 3, n, n)
	w, v, err := Eigh(mem.Heap, backwards, a, false, true)
	if err != nil {
		t.Fatal(err)
	}
	vw := must(v.Clone(mem.Heap))
	for i := range n {
		for j := range n {
			nd.Set(vw, nd.At[float64](v, i, j)*nd.At[float64](w, j), i, j)
		}
	}
	if d := far(mul(hermitianOf(a), v), vw); d > 400*eps(dtype.Float64) {
		t.Errorf("h v - v w is off by %v", d)
	}
	if d := far(mul(adjoint(v), v), eye(dtype.Float64, nil, n)); d > 60*eps(dtype.Float64) {
		t.Errorf("v^H v is off by %v", d)
	}
	again, u, err := Eigh(mem.Heap, nil, a, false, true)
	if err != nil || far(again, w) != 0 || far(u, v) != 0 {
		t.Errorf("helpers change bits: %v", err)
	}
}

func TestEighErrors(t *testing.T) {
	nan := eye(dtype.Float64, nil, 3)
	set(nan, complex(nanValue(), 0), 2, 0)
	inf := eye(dtype.Complex64, nil, 40)
	set(inf, complex(math.Inf(-1), 0), 39, 39)
	for _, vectors := range []bool{false, true} {
		for _, c := range []struct {
			a    *nd.Array
			want string
		}{
			{nan, "Eigenvalues did not converge"},
			{inf, "Eigenvalues did not converge"},
			{random(dtype.Float64, 1, 2, 3), "Last 2 dimensions of the array must be square"},
			{nd.Of([]float64{1}), "1-dimensional array given. Array must be at least two-dimensional"},
			{nd.Of([]int64{1}, 1, 1), "array type int64 is unsupported in linalg"},
		} {
			if _, _, err := Eigh(mem.Heap, nil, c.a, false, vectors); err == nil || err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		}
		if _, _, err := Eigh(mem.Heap, nil, nan, true, vectors); err != nil {
			t.Errorf("what is in the triangle that is not read must not matter: %v", err)
		}
	}
}

// Neither overflow nor underflow of squares and products does harm.
func TestEighOfExtremeScales(t *testing.T) {
	for _, c := range []struct {
		d      dtype.DType
		scales []float64
	}{
		{dtype.Float64, []float64{0x1p-1000, 0x1p-200, 0x1p200, 0x1p1015}},
		{dtype.Complex128, []float64{0x1p-1000, 0x1p1015}},
		{dtype.Float32, []float64{0x1p-110, 0x1p120}},
	} {
		a := random(c.d, 5, 50, 50)
		set(a, 1, 0, 0)
		for _, f := range append(c.scales, 1) {
			b := must(a.Clone(mem.Heap))
			nd.Each(b.Shape, func(idx []int) { set(b, get(a, idx...)*complex(f, 0), idx...) })
			w, v, err := Eigh(mem.Heap, nil, b, false, true)
			if err != nil {
				t.Fatal(err)
			}
			want, _, err := Eigh(mem.Heap, nil, a, false, false)
			if err != nil {
				t.Fatal(err)
			}
			for i := range 50 {
				if x, y := real(get(w, i))/f, real(get(want, i)); math.Abs(x-y) > 500*eps(c.d) {
					t.Errorf("%v at %v: value %d is %v, want %v", c.d, f, i, x, y)
				}
			}
			if x := far(mul(adjoint(v), v), eye(c.d, nil, 50)); x > 30*eps(c.d) {
				t.Errorf("%v at %v: v^H v is off by %v", c.d, f, x)
			}
		}
	}
}

func TestEighOfStacksAndNothing(t *testing.T) {
	for _, d := range fields {
		a := random(d, 2, 3, 2, 7, 7)
		w, v, err := Eigh(mem.Heap, backwards, a, false, true)
		if err != nil || !nd.SameShape(w.Shape, []int{3, 2, 7}) || !nd.SameShape(v.Shape, a.Shape) {
			t.Fatalf("%v: a stack gives %v, %v, %v", d, w.Shape, v.Shape, err)
		}
		one, _, _ := Eigh(mem.Heap, nil, a.Index(0, 2).Index(0, 1), false, true)
		if far(one, w.Index(0, 2).Index(0, 1)) != 0 {
			t.Errorf("%v: a matrix of a stack is not as alone", d)
		}
		w, v, err = Eigh(mem.Heap, nil, random(d, 2, 4, 0, 0), false, true)
		if err != nil || !nd.SameShape(w.Shape, []int{4, 0}) || !nd.SameShape(v.Shape, []int{4, 0, 0}) {
			t.Errorf("%v: a stack of nothing gives %v, %v, %v", d, w.Shape, v.Shape, err)
		}
	}
}
