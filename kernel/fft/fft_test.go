package fft

import (
	"encoding/json"
	"math"
	"math/big"
	"math/cmplx"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// exact is the transform of z to twice the precision of float64: roots by their Taylor series, sums in 200
// bits.
func exact(z []complex128) []complex128 {
	n := len(z)
	cos, sin := turns(n)
	out := make([]complex128, n)
	num := func(v float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(v) }
	re, im := make([]*big.Float, n), make([]*big.Float, n)
	for i, v := range z {
		re[i], im[i] = num(real(v)), num(imag(v))
	}
	t := num(0)
	for k := range n {
		sr, si := num(0), num(0)
		for i := range z {
			c, s := cos[k*i%n], sin[k*i%n]
			sr.Add(sr, t.Mul(re[i], c))
			sr.Add(sr, t.Mul(im[i], s))
			si.Add(si, t.Mul(im[i], c))
			si.Sub(si, t.Mul(re[i], s))
		}
		r, _ := sr.Float64()
		i, _ := si.Float64()
		out[k] = complex(r, i)
	}
	return out
}

// turns is the cosines and sines of k/n of a turn in 200 bits.
func turns(n int) (cos, sin []*big.Float) {
	num := func(v float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(v) }
	pi, _, _ := big.ParseFloat("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899", 10, 200, big.ToNearestEven)
	for k := range n {
		x := num(float64(2 * k))
		x.Mul(x, pi)
		x.Quo(x, num(float64(n)))
		c, s, term := num(0), num(0), num(1)
		for i := 1; i < 120; i++ {
			switch i % 4 {
			case 1:
				c.Add(c, term)
			case 2:
				s.Add(s, term)
			case 3:
				c.Sub(c, term)
			case 0:
				s.Sub(s, term)
			}
			term.Mul(term, x)
			term.Quo(term, num(float64(i)))
		}
		cos, sin = append(cos, c), append(sin, s)
	}
	return cos, sin
}

func TestRootsAreRight(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 7, 8, 9, 12, 16, 33, 100, 121} {
		cos, sin := turns(n)
		for k := range n {
			re, im := root(k, n)
			c, _ := cos[k].Float64()
			s, _ := sin[k].Float64()
			if math.Abs(re-c) > 0x1p-53 || math.Abs(im+s) > 0x1p-53 {
				t.Errorf("root %d of %d is %v, %v, want %v, %v", k, n, re, im, c, -s)
			}
		}
	}
}

// Roots of long circles are products; they are within three units in the last place of those made by
// themselves.
func TestProductsOfRoots(t *testing.T) {
	for _, n := range []int{plainRoots, plainRoots + 1, 4096, 6 * 5 * 7 * 11 * 13, 1 << 17} {
		c := newCircle(n)
		for _, m := range []int{n, n / 2} {
			if n%m != 0 {
				continue
			}
			for k := range m {
				re, im := c.root(k, m)
				wr, wi := root(k, m)
				if math.Abs(re-wr) > 3*0x1p-53 || math.Abs(im-wi) > 3*0x1p-53 {
					t.Fatalf("root %d of %d is %v, %v, want %v, %v", k, m, re, im, wr, wi)
				}
			}
		}
	}
}

// Passes of every level are those of Go, but for fused multiplications.
func TestLevelsAgree(t *testing.T) {
	for _, l := range asm.Levels() {
		levelsAgree[float64](t, l, 0x1p-53)
		levelsAgree[float32](t, l, 0x1p-24)
	}
}

func levelsAgree[F float](t *testing.T, l asm.Level, eps float64) {
	k := kernelsOf[F](l)
	lens := []int{64, 128, 192, 320, 448, 512, 1024, 1000, 4096, 5120, 24 * 125, 1 << 14, 3 << 13, 5 << 12, 8 * 3 * 5 * 11 * 13}
	for n := range 70 {
		lens = append(lens, n+1)
	}
	for _, n := range lens {
		for _, width := range []int{1, 4, 5, 8, 16, 24} {
			if n*width > 1<<17 {
				continue
			}
			r := rand.New(rand.NewPCG(uint64(n), 3))
			re, im := make([]F, n*width), make([]F, n*width)
			for i := range re {
				re[i], im[i] = F(r.NormFloat64()), F(r.NormFloat64())
			}
			want := newPlan[F](n, false, newCircle(n), nil)
			got := newPlan[F](n, true, newCircle(n), k)
			wr, wi := slices.Clone(re), slices.Clone(im)
			want.Forward(wr, wi, make([]F, want.Room(width)), width)
			got.Forward(re, im, make([]F, got.Room(width)), width)
			zs, ws := make([]complex128, len(re)), make([]complex128, len(re))
			for i := range re {
				zs[i], ws[i] = complex(float64(re[i]), float64(im[i])), complex(float64(wr[i]), float64(wi[i]))
			}
			if d := distance(zs, ws); d > 2*bound(n, eps) {
				t.Errorf("%v: %d of %d elements of %T: error %g", l, width, n, re[0], d)
			}
		}
	}
}

func draw(n int) []complex128 {
	r := rand.New(rand.NewPCG(uint64(n), 7))
	z := make([]complex128, n)
	for i := range z {
		z[i] = complex(r.NormFloat64(), r.NormFloat64())
	}
	return z
}

// distance is the greatest error relative to the root mean square of want.
func distance(got, want []complex128) float64 {
	sum, worst := 0.0, 0.0
	for i, w := range want {
		sum += real(w)*real(w) + imag(w)*imag(w)
		worst = max(worst, cmplx.Abs(got[i]-w))
		if cmplx.IsNaN(got[i]) {
			return math.Inf(1)
		}
	}
	if sum == 0 {
		return worst
	}
	return worst / math.Sqrt(sum/float64(len(want)))
}

// bound is the error that a transform of n elements may have, in the type's rounding.
func bound(n int, eps float64) float64 { return eps * (4 + 4*math.Log2(float64(n))) }

func TestAgainstManyBits(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 16, 24, 25, 30, 43, 47, 53, 64, 80, 97, 106, 120, 127, 128, 192, 200, 211, 256} {
		z := draw(n)
		want := exact(z)
		got := nd.Data[complex128](must(Complex(mem.Heap, nd.Of(z, n), n, 0, Options{})))
		if d := distance(got, want); d > bound(n, 0x1p-53) {
			t.Errorf("%d elements: error %g", n, d)
		}
		small := make([]complex64, n)
		for i, v := range z {
			small[i] = complex64(v)
			z[i] = complex128(small[i])
		}
		want = exact(z)
		got = wide(nd.Data[complex64](must(Complex(mem.Heap, nd.Of(small, n), n, 0, Options{}))))
		if d := distance(got, want); d > bound(n, 0x1p-24) {
			t.Errorf("%d elements of complex64: error %g", n, d)
		}
	}
}

func wide(z []complex64) []complex128 {
	out := make([]complex128, len(z))
	for i, v := range z {
		out[i] = complex128(v)
	}
	return out
}

// What goes there comes back, at every length, alone and side by side, and the energies are equal.
func TestThereAndBack(t *testing.T) {
	lens := []int{1000, 1024, 1331, 2048, 4096, 5000, 10007, 20000, 40_040, 3 << 13, 1 << 15, 3 * 5 * 7 * 11 * 13}
	for n := range 130 {
		lens = append(lens, n+1)
	}
	for _, n := range lens {
		rows := 1
		if n < 300 {
			rows = 1 + n%11
		}
		z := draw(n * rows)
		a := nd.Of(z, rows, n)
		for _, axis := range []int{1, 0} {
			b := a
			if axis == 0 {
				b = a.Transpose()
			}
			norm := Norm(n % 3)
			f := must(Complex(mem.Heap, b, n, axis, Options{Norm: norm}))
			back := must(Complex(mem.Heap, f, n, axis, Options{Norm: norm, Inverse: true, Parallel: paralleltest.Together}))
			if axis == 0 {
				back = must(back.Transpose().Clone(mem.Heap))
			}
			if d := distance(nd.Data[complex128](back), z); d > 2*bound(n, 0x1p-53) {
				t.Fatalf("%d rows of %d along %d, norm %d: error %g", rows, n, axis, norm, d)
			}
		}
		x := make([]float64, n*rows)
		for i, v := range z {
			x[i] = real(v)
			z[i] = complex(x[i], 0)
		}
		f := must(Real(mem.Heap, nd.Of(x, rows, n), n, 1, Options{}))
		whole := must(Complex(mem.Heap, a, n, 1, Options{}))
		first := must(whole.Slice(1, 0, n/2+1, 1).Clone(mem.Heap))
		if d := distance(nd.Data[complex128](f), nd.Data[complex128](first)); d > 2*bound(n, 0x1p-53) {
			t.Fatalf("%d rows of %d real elements: error %g", rows, n, d)
		}
		back := nd.Data[float64](must(FromReal(mem.Heap, f, n, 1, Options{})))
		for i, v := range back {
			if math.Abs(v-x[i]) > 8*bound(n, 0x1p-53) {
				t.Fatalf("%d rows of %d real elements: %v comes back as %v", rows, n, x[i], v)
			}
		}
	}
}

// The bits of a lane do not depend on the lanes beside it, nor on how they are given out.
func TestLanesAreAlone(t *testing.T) {
	for _, n := range []int{5, 12, 53, 60} {
		a := nd.Of(draw(n*20), 20, n)
		all := must(Complex(mem.Heap, a, n, 1, Options{Parallel: paralleltest.Together}))
		some := must(Complex(mem.Heap, a.Slice(0, 3, 9, 1), n, 1, Options{}))
		if !slices.Equal(nd.Data[complex128](all)[3*n:9*n], nd.Data[complex128](some)) {
			t.Errorf("%d elements: lanes have other bits among others", n)
		}
	}
}

func TestSpecialValues(t *testing.T) {
	n := 12
	z := make([]complex128, n)
	z[3] = complex(math.Inf(1), 0)
	for i, v := range nd.Data[complex128](must(Complex(mem.Heap, nd.Of(z, n), n, 0, Options{}))) {
		if !cmplx.IsInf(v) && !cmplx.IsNaN(v) {
			t.Errorf("element %d is %v where one is infinite", i, v)
		}
	}
	zero := must(Complex(mem.Heap, nd.Of([]complex128{}, 0), 4, 0, Options{}))
	if !slices.Equal(nd.Data[complex128](zero), make([]complex128, 4)) {
		t.Errorf("nothing becomes %v", nd.Data[complex128](zero))
	}
}

func TestBadCalls(t *testing.T) {
	a := nd.Of([]complex128{1}, 1)
	if _, err := Complex(mem.Heap, a, 0, 0, Options{}); errs.KindOf(err) != errs.Invalid || err.Error() != "Invalid number of FFT data points (0) specified." {
		t.Errorf("got %v", err)
	}
	if _, err := Real(mem.Heap, a, 1, 0, Options{}); errs.KindOf(err) != errs.Type {
		t.Errorf("got %v", err)
	}
	if _, err := ParseNorm("most"); errs.KindOf(err) != errs.Invalid {
		t.Errorf("got %v", err)
	}
}

func TestGoldens(t *testing.T) {
	b, err := os.ReadFile("testdata/fft.json")
	if err != nil {
		t.Fatal(err)
	}
	var g struct {
		Cases []struct {
			Name, DType, Kind, Norm string
			Shape, OutShape         []int
			In, Out                 []string
			N, Axis                 int
		}
	}
	if err := json.Unmarshal(b, &g); err != nil {
		t.Fatal(err)
	}
	for i, c := range g.Cases {
		a := array(c.DType, c.Shape, c.In)
		want := array(c.Kind, c.OutShape, c.Out)
		norm := must(ParseNorm(c.Norm))
		var got *nd.Array
		switch o := (Options{Norm: norm}); c.Name {
		case "fft":
			got = must(Complex(mem.Heap, a, c.N, c.Axis, o))
		case "ifft":
			o.Inverse = true
			got = must(Complex(mem.Heap, a, c.N, c.Axis, o))
		case "rfft":
			got = must(Real(mem.Heap, a, c.N, c.Axis, o))
		case "irfft":
			got = must(FromReal(mem.Heap, a, c.N, c.Axis, o))
		case "fftn":
			got = must(ComplexN(mem.Heap, a, []int{0, 1, 2}, o))
		}
		if got.DType != want.DType || !slices.Equal(got.Shape, want.Shape) {
			t.Fatalf("case %d: %s is %v of %v, want %v of %v", i, c.Name, got.Shape, got.DType, want.Shape, want.DType)
		}
		eps := 0x1p-52
		if c.DType == "float32" || c.DType == "complex64" {
			eps = 0x1p-23
		}
		if d := distance(numbers(got), numbers(want)); d > bound(max(c.N, 2), eps) {
			t.Errorf("case %d: %s of %v along %d to %d: error %g", i, c.Name, c.Shape, c.Axis, c.N, d)
		}
	}
}

// array is an array of a dtype from the texts of its floats.
func array(name string, shape []int, texts []string) *nd.Array {
	vals := make([]float64, len(texts))
	for i, s := range texts {
		vals[i] = must(strconv.ParseFloat(s, 64))
	}
	a := must(nd.New(mem.Heap, must(dtype.Parse(name)), shape...))
	for i := range a.Size() {
		switch a.DType {
		case dtype.Float64:
			nd.Data[float64](a)[i] = vals[i]
		case dtype.Float32:
			nd.Data[float32](a)[i] = float32(vals[i])
		case dtype.Complex128:
			nd.Data[complex128](a)[i] = complex(vals[2*i], vals[2*i+1])
		default:
			nd.Data[complex64](a)[i] = complex(float32(vals[2*i]), float32(vals[2*i+1]))
		}
	}
	return a
}

func numbers(a *nd.Array) []complex128 {
	out := make([]complex128, a.Size())
	for i := range out {
		switch a.DType {
		case dtype.Float64:
			out[i] = complex(nd.Data[float64](a)[i], 0)
		case dtype.Float32:
			out[i] = complex(float64(nd.Data[float32](a)[i]), 0)
		case dtype.Complex128:
			out[i] = nd.Data[complex128](a)[i]
		default:
			out[i] = complex128(nd.Data[complex64](a)[i])
		}
	}
	return out
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
