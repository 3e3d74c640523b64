package linalg

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// hard are symmetric matrices, by their elements, on which careless eigenvalue and singular value solvers
// fail. low and high are the exponents of numbers near the ends of the range, less of one below the normal
// one.
func hard(n int, less, low, high float64) map[string]func(i, j int) float64 {
	r := rand.New(rand.NewPCG(6, 7))
	noise := make([]float64, n*n)
	for i := range n {
		for j := range i + 1 {
			noise[i*n+j] = r.NormFloat64()
			noise[j*n+i] = noise[i*n+j]
		}
	}
	one := func(is bool) float64 {
		if is {
			return 1
		}
		return 0
	}
	return map[string]func(i, j int) float64{
		"zero":               func(_, _ int) float64 { return 0 },
		"identity":           func(i, j int) float64 { return one(i == j) },
		"negative identity":  func(i, j int) float64 { return -one(i == j) },
		"identity and noise": func(i, j int) float64 { return one(i == j) + 1e-15*noise[i*n+j] },
		"ones":               func(_, _ int) float64 { return 1 },
		"rank one":           func(i, j int) float64 { return float64((i + 1) * (j + 1)) },
		"rank one, graded":   func(i, j int) float64 { return math.Pow(10, -float64(i+j)/8) },
		"one element":        func(i, j int) float64 { return one(i == n-1 && j == n-1) },
		"one pair":           func(i, j int) float64 { return one(i+j == n-1 && (i == 0 || j == 0)) },
		"exchange":           func(i, j int) float64 { return one(i+j == n-1) },
		"Hilbert":            func(i, j int) float64 { return 1 / float64(i+j+1) },
		"graded":             func(i, j int) float64 { return noise[i*n+j] * math.Pow(10, -float64(i+j)/4) },
		"graded up":          func(i, j int) float64 { return noise[i*n+j] * math.Pow(10, float64(i+j)/4-float64(n)/2) },
		"huge":               func(i, j int) float64 { return noise[i*n+j] * math.Pow(10, high) },
		"tiny":               func(i, j int) float64 { return noise[i*n+j] * math.Pow(10, low) },
		"huge and tiny": func(i, j int) float64 {
			return noise[i*n+j] * math.Pow(10, high+(low-high)*math.Max(float64(i), float64(j))/float64(n))
		},
		"below the normal range": func(i, j int) float64 { return noise[i*n+j] * math.Pow(10, less) },
		"arrow":                  func(i, j int) float64 { return one(i == j || i == 0 || j == 0) },
		"Wilkinson":              func(i, j int) float64 { return one(i-j == 1 || j-i == 1) + one(i == j)*math.Abs(float64(2*i-n+1)/2) },
		"two blocks":             func(i, j int) float64 { return one((i < n/2) == (j < n/2)) * noise[i*n+j] },
		"twice the same":         func(i, j int) float64 { return one((i < n/2) == (j < n/2)) * noise[i%max(1, n/2)*n+j%max(1, n/2)] },
	}
}

func TestHardMatrices(t *testing.T) {
	for _, c := range []struct {
		d               dtype.DType
		less, low, high float64
	}{{dtype.Float64, -312, -300, 305}, {dtype.Float32, -40, -35, 36}, {dtype.Complex128, -312, -300, 305}, {dtype.Complex64, -40, -35, 36}} {
		for _, n := range []int{1, 2, 3, 41, 80} {
			for name, f := range hard(n, c.less, c.low, c.high) {
				a := must(nd.Zeros(mem.Heap, c.d, n, n))
				nd.Each(a.Shape, func(idx []int) { // a unitary diagonal on both sides makes a complex one of it
					v := complex(f(idx[0], idx[1]), 0)
					for k := 0; k < (idx[0]-idx[1]+4*n)%4 && c.d.IsComplex(); k++ {
						v *= 1i
					}
					set(a, v, idx...)
				})
				hardEigh(t, name, a)
				hardSVD(t, name, a)
				hardSVD(t, name, must(a.Slice(1, 0, (n+1)/2, 1).Clone(mem.Heap)))
			}
		}
	}
}

// by is a with its greatest element about 1, in double precision.
func by(a *nd.Array, unit float64) *nd.Array {
	d := dtype.Float64
	if a.DType.IsComplex() {
		d = dtype.Complex128
	}
	b := must(nd.Zeros(mem.Heap, d, a.Shape...))
	nd.Each(a.Shape, func(idx []int) {
		v := get(a, idx...)
		set(b, complex(real(v)/unit, imag(v)/unit), idx...)
	})
	return b
}

func greatness(a *nd.Array) float64 {
	m := 0.0
	nd.Each(a.Shape, func(idx []int) {
		v := get(a, idx...)
		m = max(m, math.Abs(real(v)), math.Abs(imag(v)))
	})
	if m == 0 {
		return 1
	}
	return powerOfTwo(m)
}

func hardEigh(t *testing.T, name string, a *nd.Array) {
	t.Helper()
	n := a.Shape[0]
	w, v, err := Eigh(mem.Heap, backwards, a, false, true)
	if err != nil {
		t.Fatalf("%s, %v of %d: %v", name, a.DType, n, err)
	}
	unit := greatness(a)
	e := eps(a.DType)
	if name == "below the normal range" {
		e = max(e, 1e-4) // elements have few bits
	}
	x, y, z := by(a, unit), by(w, unit), by(v, 1)
	right := must(z.Clone(mem.Heap))
	nd.Each(z.Shape, func(idx []int) { set(right, get(z, idx...)*get(y, idx[1]), idx...) })
	if d := far(mul(x, z), right); !(d <= 40*float64(n)*e) {
		t.Errorf("%s, %v of %d: h v - v w is off by %v", name, a.DType, n, d)
	}
	if d := far(mul(adjoint(z), z), eye(z.DType, nil, n)); !(d <= (20+float64(n))*eps(a.DType)) {
		t.Errorf("%s, %v of %d: v^H v is off by %v", name, a.DType, n, d)
	}
	only, _, err := Eigh(mem.Heap, nil, a, true, false)
	if err != nil || !(far(by(only, unit), y) <= 40*float64(n)*e) {
		t.Errorf("%s, %v of %d: values alone are off by %v, %v", name, a.DType, n, far(by(only, unit), y), err)
	}
}

func hardSVD(t *testing.T, name string, a *nd.Array) {
	t.Helper()
	m, n := a.Shape[0], a.Shape[1]
	u, s, vh, err := SVD(mem.Heap, backwards, a, true, true)
	if err != nil {
		t.Fatalf("%s, %v of %dx%d: %v", name, a.DType, m, n, err)
	}
	unit := greatness(a)
	e := eps(a.DType)
	if name == "below the normal range" {
		e = max(e, 1e-4)
	}
	x, y, p, q := by(a, unit), by(s, unit), by(u, 1), by(vh, 1)
	us := must(p.Slice(1, 0, n, 1).Clone(mem.Heap))
	nd.Each(us.Shape, func(idx []int) { set(us, get(us, idx...)*get(y, idx[1]), idx...) })
	if d := far(mul(us, q), x); !(d <= 40*float64(m)*e) {
		t.Errorf("%s, %v of %dx%d: u s vh is off by %v", name, a.DType, m, n, d)
	}
	for i, w := range []*nd.Array{p, adjoint(q)} {
		if d := far(mul(adjoint(w), w), eye(w.DType, nil, w.Shape[1])); !(d <= (20+float64(m))*eps(a.DType)) {
			t.Errorf("%s, %v of %dx%d: vectors %d are orthogonal up to %v", name, a.DType, m, n, i, d)
		}
	}
	for i := range n {
		if v := real(get(s, i)); v < 0 || i > 0 && v > real(get(s, i-1)) {
			t.Errorf("%s, %v of %dx%d: values are not sorted: %v", name, a.DType, m, n, s)
		}
	}
	_, only, _, err := SVD(mem.Heap, nil, a, false, false)
	if err != nil || !(far(by(only, unit), y) <= 40*float64(m)*e) {
		t.Errorf("%s, %v of %dx%d: values alone are off by %v, %v", name, a.DType, m, n, far(by(only, unit), y), err)
	}
}
