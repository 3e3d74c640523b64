package basic

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/mars-project/mars-go/kernel/asm"
)

// edges are what every function meets in its tests.
var edges = []float64{
	0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), -math.NaN(), math.MaxFloat64, -math.MaxFloat64, 5e-324, -5e-324, 0x1p-1022, -0x1p-1022,
	math.MaxFloat32, -math.MaxFloat32, 0x1p-149, 0x1p-126, 0x1p-130, 0.5, -0.5, 2, -2, math.Pi, -math.Pi / 2, 709.7, 710, -745, -746, 1e5, 1e10, -1e22, 88.7, 89, -103, 1 - 0x1p-53, 1 + 0x1p-52,
}

// samples are edges and random numbers of all magnitudes and of usual ones.
func samples(n int) []float64 {
	r := rand.New(rand.NewPCG(1, 2))
	o := append([]float64{}, edges...)
	for len(o) < n {
		o = append(o, math.Float64frombits(r.Uint64()), r.NormFloat64()*10, r.Float64()*2-1, math.Copysign(math.Exp(r.Float64()*40-20), r.Float64()-0.3))
	}
	return o[:n]
}

func sameBits[T float](a, b T) bool {
	return a != a && b != b || math.Float64bits(float64(a)) == math.Float64bits(float64(b))
}

// TestUnaryLevels: every level gives the bits of the Go function, at every place of a block, in place too.
func TestUnaryLevels(t *testing.T) {
	for _, f := range unaries {
		t.Run(f.name, func(t *testing.T) {
			for _, l := range asm.Levels() {
				s := fnAt(l, f.name)
				checkUnary(t, l, s[2].run, f.double)
				checkUnary(t, l, s[1].run, f.single)
			}
		})
	}
}

func checkUnary[T float](t *testing.T, l asm.Level, run Func, f func(T) T) {
	t.Helper()
	long := 3*span + 5
	var x []T
	for _, v := range samples(long) {
		x = append(x, T(v))
	}
	want := make([]T, long)
	for i, v := range x {
		want[i] = f(v)
	}
	for n := 1; n <= 70; n++ {
		for _, at := range []int{0, 1, 37, n * 40} {
			out := make([]T, n+2)
			run(n, []Vec{Of(x[at : at+n])}, []Vec{Of(out[1 : n+1])})
			for i := range n {
				if !sameBits(out[i+1], want[at+i]) {
					t.Fatalf("%v: f(%v) is %v at %d of %d, in Go %v", l, x[at+i], out[i+1], i, n, want[at+i])
				}
			}
			if out[0] != 0 || out[n+1] != 0 {
				t.Fatalf("%v: writes beside %d elements", l, n)
			}
		}
	}
	for skip := range 2 { // past the caches, where the result starts at a multiple of 64 and where not
		out := make([]T, long+32)
		at := skip
		for uintptr(unsafe.Pointer(&out[at-skip]))%64 != 0 {
			at++
		}
		to := Of(out[at : at+long])
		to.Stream = true
		run(long, []Vec{Of(x)}, []Vec{to})
		for i, w := range want {
			if !sameBits(out[at+i], w) {
				t.Fatalf("%v: f(%v) is %v past the caches, in Go %v", l, x[i], out[at+i], w)
			}
		}
	}
	run(long, []Vec{Of(x)}, []Vec{Of(x)})
	for i := range x {
		if !sameBits(x[i], want[i]) {
			t.Fatalf("%v: element %d in place is %v, want %v", l, i, x[i], want[i])
		}
	}
}

// TestBinaryLevels is TestUnaryLevels for two arguments, either of which may be one for all.
func TestBinaryLevels(t *testing.T) {
	for _, f := range binaries {
		t.Run(f.name, func(t *testing.T) {
			for _, l := range asm.Levels() {
				s := fnAt(l, f.name)
				checkBinary(t, l, s[2].run, f.double)
				checkBinary(t, l, s[1].run, f.single)
			}
		})
	}
}

func checkBinary[T float](t *testing.T, l asm.Level, run Func, f func(x, y T) T) {
	t.Helper()
	var x, y []T
	s := samples(9000)
	for i := range edges { // every pair of edges
		for j := range edges {
			x, y = append(x, T(s[i])), append(y, T(s[j]))
		}
	}
	for i, v := range s {
		x, y = append(x, T(v)), append(y, T(s[(i*31+7)%len(s)]))
	}
	check := func(n, at int, xs, ys Vec, dst []T, of func(i int) (T, T)) {
		t.Helper()
		to := Of(dst)
		to.Stream = n > 70
		run(n, []Vec{xs, ys}, []Vec{to})
		for i := range n {
			a, b := of(i)
			if w := f(a, b); !sameBits(dst[i], w) {
				t.Fatalf("%v: f(%v, %v) is %v at %d of %d, in Go %v", l, a, b, dst[i], i, n, w)
			}
		}
	}
	for n := 1; n <= 70; n++ {
		at := n * 13
		both := func(i int) (T, T) { return x[at+i], y[at+i] }
		check(n, at, Of(x[at:at+n]), Of(y[at:at+n]), make([]T, n), both)
		check(n, at, One(&x[at]), Of(y[at:at+n]), make([]T, n), func(i int) (T, T) { return x[at], y[at+i] })
		check(n, at, Of(x[at:at+n]), One(&y[at]), make([]T, n), func(i int) (T, T) { return x[at+i], y[at] })
	}
	check(len(x), 0, Of(x), Of(y), make([]T, len(x)), func(i int) (T, T) { return x[i], y[i] })
	for _, first := range []bool{true, false} { // over an argument
		p, q := append([]T{}, x...), append([]T{}, y...)
		dst := q
		if first {
			dst = p
		}
		check(len(x), 0, Of(p), Of(q), dst, func(i int) (T, T) { return x[i], y[i] })
	}
}

// TestFMA32 holds the fused step of float32 to sums of exact products.
func TestFMA32(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	bits := func() float32 { // short numbers make ties
		v := math.Float32frombits(r.Uint32())
		if r.IntN(2) == 0 {
			v = math.Float32frombits(math.Float32bits(v) &^ (1<<12 - 1))
		}
		return v
	}
	for range 200_000 {
		x, y := bits(), bits()
		z := bits()
		if p := float64(x) * float64(y); r.IntN(2) == 0 && math.Abs(p) < 1e38 { // near the product, or half a unit of it
			z = float32(math.Ldexp(p, r.IntN(60)-30))
		}
		got := fma32(x, y, z)
		if p := float64(x)*float64(y) + float64(z); p-p != 0 {
			if !sameBits(got, float32(p)) {
				t.Fatalf("%v*%v + %v is %v, want %v", x, y, z, got, p)
			}
			continue
		}
		exact := func(v float32) *big.Float { return new(big.Float).SetPrec(1000).SetFloat64(float64(v)) }
		sum := exact(x)
		sum.Add(sum.Mul(sum, exact(y)), exact(z))
		if want, _ := sum.Float32(); got != want {
			t.Fatalf("%v*%v + %v is %v, want %v", x, y, z, got, want)
		}
	}
}
