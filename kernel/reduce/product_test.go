package reduce

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// exactProduct is the product of numbers, rounded once. Its exponent is kept apart, and brought back to what
// a float64 can just not tell.
func exactProduct(v []float64) float64 {
	p := big.NewFloat(1).SetPrec(uint(53*len(v) + 64))
	for _, x := range v {
		p.Mul(p, new(big.Float).SetFloat64(x))
	}
	f, _ := p.Float64()
	return f
}

// drawFactors are numbers of all magnitudes whose product is mostly one that float64 can tell, and some of
// whose products of a few are not.
func drawFactors(t *rapid.T) []float64 {
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	n := rapid.IntRange(1, 700).Draw(t, "n")
	spread := rapid.SampledFrom([]int{0, 3, 200, 1000}).Draw(t, "spread")
	v := make([]float64, n)
	exp := 0
	for i := range v {
		e := r.IntN(2*spread+1) - spread
		if exp*e > 0 {
			e = -e
		}
		v[i] = math.Ldexp(r.Float64()+0.5, e)
		if r.IntN(3) == 0 {
			v[i] = -v[i]
		}
		_, k := math.Frexp(v[i])
		exp += k
	}
	switch rapid.IntRange(0, 4).Draw(t, "case") {
	case 0:
		v[r.IntN(n)] = 3e-310
	case 1:
		for i := range v { // exact ones
			v[i] = float64(1 - 2*r.IntN(2))
		}
		v[r.IntN(n)] *= 0x1.8p53
		v[r.IntN(n)] *= 1 + 0x1p-52
	}
	r.Shuffle(n, func(i, j int) { v[i], v[j] = v[j], v[i] })
	return v
}

// A product is the exact one rounded once, at all levels, along all axes, from all partials.
func TestProductsAreRoundedOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawFactors(t)
		want := exactProduct(v)
		w := rapid.SampledFrom([]int{1, 2, 3, 4, 5, 9, 31, 40}).Draw(t, "columns")
		cut := rapid.IntRange(1, len(v)).Draw(t, "cut")
		for _, l := range asm.Levels() {
			at(l, func() {
				check := func(what string, a *nd.Array, axis int) {
					o, err := Array(mem.Heap, "prod", a, Options{Axes: []int{axis}})
					if err != nil {
						t.Fatal(err)
					}
					for _, got := range nd.Data[float64](o) {
						if math.Float64bits(got) != math.Float64bits(want) {
							t.Fatalf("%v %s of %d: %v, not %v", l, what, len(v), got, want)
						}
					}
				}
				check("run", nd.Of(v), 0)
				m := make([]float64, len(v)*w)
				for i := range m {
					m[i] = v[i/w]
				}
				check("rows", nd.Of(m, len(v), w), 0)
				check("turned rows", nd.Of(m, len(v), w).Transpose(), 1)
				for i := range m {
					m[i] = v[i%len(v)]
				}
				check("runs", nd.Of(m, w, len(v)), 1)
				if got := nd.Data[float64](productParts(t, nd.Of(v), dtype.Float64, cut))[0]; math.Float64bits(got) != math.Float64bits(want) {
					t.Fatalf("%v partials of %d: %v, not %v", l, cut, got, want)
				}
			})
		}
	})
}

// productParts is the product of an array in pieces of cut, all but the first of which are joined before.
func productParts(t fataler, a *nd.Array, d dtype.DType, cut int) *nd.Array {
	var of []Products
	for lo := 0; lo < a.Size(); lo += cut {
		o, err := Arrays(mem.Heap, ProductParts(d), a.Slice(0, lo, min(lo+cut, a.Size()), 1), Options{})
		if err != nil {
			t.Fatal(err)
		}
		of = append(of, o)
	}
	if len(of) > 2 {
		rest, err := JoinProducts(mem.Heap, of[1:])
		if err != nil {
			t.Fatal(err)
		}
		of = []Products{of[0], rest}
	}
	o, err := RoundProducts(mem.Heap, of, d)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// Zeros, infinities, NaN and their signs are those of multiplying one by one; what is too large or too small
// is so at the end alone.
func TestProductsThatAreNotNumbers(t *testing.T) {
	inf, nan, least := math.Inf(1), math.NaN(), math.SmallestNonzeroFloat64
	for _, c := range []struct {
		at   []float64
		want float64
	}{
		{[]float64{inf}, inf},
		{[]float64{-inf, 2}, -inf},
		{[]float64{inf, 0}, nan},
		{[]float64{nan, 0}, nan},
		{[]float64{0, -3}, math.Copysign(0, -1)},
		{[]float64{math.Copysign(0, -1), -3}, 0},
		{[]float64{1e300, 1e300}, inf},
		{[]float64{-1e-300, 1e-300}, math.Copysign(0, -1)},
		{[]float64{1e300, 1e-300, 1e300, 1e-300}, 1},
		{[]float64{least, 0x1p1000}, least * 0x1p1000},
		{[]float64{0x1.fffffffffffffp-1023, 1}, 0x1.fffffffffffffp-1023},
		{[]float64{0x1.0000000000001p-1022, 0.5}, 0x1p-1023},
		{[]float64{0x1.0000000000003p-1022, 0.5}, 0x1.0000000000004p-1023},
		{[]float64{least, 0.5}, 0},
		{[]float64{least, 0.5, 1 + 0x1p-52}, least},
	} {
		want := c.want
		for _, n := range []int{4, 20, 1000, 5000} {
			v := make([]float64, n)
			for i := range v {
				v[i] = 1
			}
			copy(v[n-len(c.at):], c.at)
			for _, l := range asm.Levels() {
				at(l, func() {
					for _, shape := range [][]int{{n}, {n, 1}} {
						o, err := Array(mem.Heap, "prod", nd.Of(v, shape...), Options{Axes: []int{0}})
						if err != nil {
							t.Fatal(err)
						}
						got := nd.Data[float64](o)[0]
						if math.Abs(got-want) > 1e-14*math.Abs(want) || (got != got) != (want != want) || got == got && math.Signbit(got) != math.Signbit(want) || (got == 0) != (want == 0) {
							t.Errorf("%v %v of %d: %v, not %v", l, c.at, n, got, want)
						}
					}
				})
			}
		}
	}
}

// Products of float32 and float16 are rounded once to these.
func TestNarrowProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		n := 1 + r.IntN(300)
		v, wide := make([]float32, n), make([]float64, n)
		for i := range v {
			v[i] = float32(math.Ldexp(r.Float64()+0.6, r.IntN(3)-1))
			wide[i] = float64(v[i])
		}
		p := big.NewFloat(1).SetPrec(24 * 400)
		for _, x := range wide {
			p.Mul(p, big.NewFloat(x))
		}
		want, _ := p.Float32()
		for _, l := range asm.Levels() {
			at(l, func() {
				o, err := Array(mem.Heap, "prod", nd.Of(v), Options{})
				if err != nil {
					t.Fatal(err)
				}
				if got := nd.Data[float32](o)[0]; got != want {
					t.Fatalf("%v: %v, not %v", l, got, want)
				}
			})
		}
	}
	half := typed1(t, []float64{1 + 0x1p-10, 1 + 0x1p-10, 60_000, 60_000, 1.0 / 60_000}, dtype.Float16, r)
	o, err := Array(mem.Heap, "prod", half, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := float64(nd.Data[dtype.F16](o)[0].Float32()); math.Abs(got-60_000) > 300 {
		t.Errorf("product of float16: %v", got)
	}
}

// Complex products are the exact ones rounded once, in all orders and pieces.
func TestComplexProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	const prec = 20_000
	for range 60 {
		v := make([]complex128, 1+r.IntN(150))
		for i := range v {
			v[i] = complex(r.NormFloat64(), r.NormFloat64()) * complex(math.Pow(10, float64(200*(1-2*(i%2)))), 0)
		}
		re, im := big.NewFloat(1).SetPrec(prec), big.NewFloat(0).SetPrec(prec)
		mul := func(x *big.Float, y float64) *big.Float { return new(big.Float).SetPrec(prec).Mul(x, big.NewFloat(y)) }
		for _, x := range v {
			a := new(big.Float).Sub(mul(re, real(x)), mul(im, imag(x)))
			re, im = a, new(big.Float).Add(mul(re, imag(x)), mul(im, real(x)))
		}
		x, _ := re.Float64()
		y, _ := im.Float64()
		check := func(what string, a *nd.Array) {
			if got := nd.Data[complex128](a)[0]; got != complex(x, y) {
				t.Fatalf("%s: %v, not %v", what, got, complex(x, y))
			}
		}
		for range 3 {
			r.Shuffle(len(v), func(i, j int) { v[i], v[j] = v[j], v[i] })
			for _, l := range asm.Levels() {
				at(l, func() {
					o, err := Array(mem.Heap, "prod", nd.Of(v), Options{})
					if err != nil {
						t.Fatal(err)
					}
					check("whole", o)
					check("pieces", productParts(t, nd.Of(v), dtype.Complex128, 1+r.IntN(len(v))))
				})
			}
		}
	}
	inf := math.Inf(1)
	for _, c := range []struct{ v, want []complex128 }{
		{[]complex128{complex(0, 0), 2i}, []complex128{0}},
		{[]complex128{complex(inf, 1)}, []complex128{complex(inf, 1)}},
	} {
		o, err := Array(mem.Heap, "prod", nd.Of(c.v), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := nd.Data[complex128](o)[0]; got != c.want[0] {
			t.Errorf("%v: %v", c.v, got)
		}
	}
}
