package reduce

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// trying are values that are hard to add.
var trying = []float64{
	0, math.Copysign(0, -1), 1, -1, 1e16, -1e16, 1e308, -1e308, math.MaxFloat64, -math.MaxFloat64, 5e-324, -5e-324, 1e-300, 1e300, -1e300,
	0x1p-1022, 1 + 0x1p-52, 0.1, -0.3, 1e-16, 0x1p53, 0x1p-60,
}

// drawNumbers draws numbers of one of several kinds.
func drawNumbers(t *rapid.T) []float64 {
	n := rapid.SampledFrom([]int{1, 2, 3, 7, 8, 9, 15, 31, 33, 64, 100, 257, 1024, 1025, 3000, 5000}).Draw(t, "n")
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	kind := rapid.IntRange(0, 5).Draw(t, "kind")
	v := make([]float64, n)
	for i := range v {
		switch kind {
		case 0:
			v[i] = trying[r.IntN(len(trying))]
		case 1:
			v[i] = r.NormFloat64()
		case 2:
			v[i] = math.Ldexp(r.NormFloat64(), r.IntN(200)-100)
		case 3:
			v[i] = math.Float64frombits(r.Uint64() &^ (1 << 62)) // below 2
		case 4: // one huge and many tiny, which go away again
			v[i] = r.Float64() * 1e-20
			if i%50 == 3 {
				v[i] = 1e20 * float64(1-i/50%2*2)
			}
		default:
			v[i] = 1e9 + r.NormFloat64()
		}
	}
	return v
}

// bigSum is the exact sum, rounded to bits of precision.
func bigSum(v []float64) *big.Float {
	s := new(big.Float).SetPrec(2300)
	for _, x := range v {
		s.Add(s, new(big.Float).SetFloat64(x))
	}
	return s
}

// A sum is the exact one rounded once, whatever the order, the levels of instructions, the width, and the
// split into partials.
func TestSumsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawNumbers(t)
		want, _ := bigSum(v).Float64()
		if want == 0 && !slices.ContainsFunc(v, func(x float64) bool { return x != 0 || !math.Signbit(x) }) {
			want = math.Copysign(0, -1)
		}
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 2))
		r.Shuffle(len(v), func(i, j int) { v[i], v[j] = v[j], v[i] })
		w := rapid.SampledFrom([]int{1, 2, 3, 4, 5, 8, 9, 31, 40}).Draw(t, "columns")
		for _, l := range asm.Levels() {
			at(l, func() {
				check := func(what string, got float64) {
					if math.Float64bits(got) != math.Float64bits(want) {
						t.Fatalf("%v %s of %d: %v, not %v", l, what, len(v), got, want)
					}
				}
				check("run", sumOf(t, nd.Of(v), 0)[0])
				check("partials", joinedTotal(t, v, r))
				m := make([]float64, len(v)*w)
				for i := range m {
					m[i] = v[i/w]
				}
				for _, got := range sumOf(t, nd.Of(m, len(v), w), 0) {
					check("rows", got)
				}
				for _, got := range sumOf(t, nd.Of(m, len(v), w).Transpose(), 1) {
					check("turned rows", got)
				}
				for i := range m {
					m[i] = v[i%len(v)]
				}
				for _, got := range sumOf(t, nd.Of(m, w, len(v)), 1) {
					check("runs", got)
				}
			})
		}
	})
}

func sumOf(t *rapid.T, a *nd.Array, axis int) []float64 {
	o, err := Array(mem.Heap, "sum", a, Options{Axes: []int{axis}})
	if err != nil {
		t.Fatal(err)
	}
	return nd.Data[float64](o)
}

// joinedTotal adds pieces of v and joins what they come to, some in pairs first.
func joinedTotal(t *rapid.T, v []float64, r *rand.Rand) float64 {
	var parts []Sums
	for len(v) > 0 {
		n := min(len(v), 1+r.IntN(len(v)))
		o, err := Arrays(mem.Heap, []string{"sum:s", "sum:e", "sum:far"}, nd.Of(v[:n]), Options{})
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, Sums{o[0], o[1], o[2]})
		v = v[n:]
		if len(parts) > 1 && r.IntN(2) == 0 {
			parts = []Sums{join(t, parts)}
		}
	}
	o, err := join(t, parts).Round(mem.Heap, dtype.Float64)
	if err != nil {
		t.Fatal(err)
	}
	return nd.Data[float64](o)[0]
}

func join(t *rapid.T, p []Sums) Sums {
	s, err := JoinSums(mem.Heap, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Sums of float32 and float16 are rounded once, from the exact sum; complex sums are those of their parts.
func TestNarrowAndComplexSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawNumbers(t)
		narrow, parts := make([]float32, len(v)), make([]complex128, len(v))
		wide := make([]float64, len(v))
		for i, x := range v {
			if x = math.Remainder(x, 1e30); i%7 == 0 {
				x = float64(i) * 0x1p-30
			}
			narrow[i] = float32(x)
			wide[i] = float64(narrow[i])
			parts[i] = complex(v[i], -v[i]/4)
		}
		want, _ := bigSum(wide).Float32()
		re, _ := bigSum(v).Float64()
		for _, l := range asm.Levels() {
			at(l, func() {
				for _, a := range []*nd.Array{nd.Of(narrow), nd.Of(narrow, len(v), 1).Transpose()} {
					o, err := Array(mem.Heap, "sum", a, Options{Axes: []int{a.Rank() - 1}})
					if err != nil {
						t.Fatal(err)
					}
					if got := nd.Data[float32](o)[0]; got != want {
						t.Fatalf("%v: %v, not %v", l, got, want)
					}
				}
				o, err := Array(mem.Heap, "sum", nd.Of(parts), Options{})
				if err != nil {
					t.Fatal(err)
				}
				if got := nd.Data[complex128](o)[0]; real(got) != re {
					t.Fatalf("%v: %v, not %v", l, got, re)
				}
			})
		}
	})
}

// Infinities and NaN come out as when they are added one by one.
func TestSumsThatAreNotFinite(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		at   []float64
		want float64
	}{
		{[]float64{inf}, inf},
		{[]float64{-inf}, -inf},
		{[]float64{inf, -inf}, math.NaN()},
		{[]float64{math.NaN(), inf}, math.NaN()},
		{[]float64{math.MaxFloat64, math.MaxFloat64}, inf},
		{[]float64{math.MaxFloat64, math.MaxFloat64, -math.MaxFloat64}, math.MaxFloat64},
	} {
		for _, n := range []int{3, 20, 1000, 5000} {
			v := make([]float64, n)
			copy(v[n-len(c.at):], c.at)
			for _, l := range asm.Levels() {
				at(l, func() {
					for _, shape := range [][]int{{n}, {n, 1}} {
						o, err := Array(mem.Heap, "sum", nd.Of(v, shape...), Options{Axes: []int{0}})
						if err != nil {
							t.Fatal(err)
						}
						if got := nd.Data[float64](o)[0]; got != c.want && (got == got || c.want == c.want) {
							t.Errorf("%v %v of %d: %v, not %v", l, c.at, n, got, c.want)
						}
					}
				})
			}
		}
	}
}

// Long sums of float32 are the exact ones, whether one double tells every step of them or not.
func TestLongSumsOfFloat32(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, n := range []int{511, 512, 513, 543, 544, 1000, 5000, 33_000} {
		for kind := range 5 {
			v, wide := make([]float32, n), make([]float64, n)
			for i := range v {
				switch v[i] = float32(r.NormFloat64()); {
				case kind == 1:
					v[i] *= float32(math.Pow(2, float64(r.IntN(200)-100)))
				case kind == 2 && i%n == n/2:
					v[i] = 1e30
				case kind == 3:
					v[i] = float32(math.Copysign(0, -1))
				case kind == 4:
					v[i] = float32(i%9) - 4
				}
				wide[i] = float64(v[i])
			}
			want, _ := bigSum(wide).Float32()
			if kind == 3 {
				want = float32(math.Copysign(0, -1))
			}
			for _, l := range asm.Levels() {
				at(l, func() {
					for _, shape := range [][]int{{1, n}, {2, n}} {
						o, err := Array(mem.Heap, "sum", nd.Of(append(slices.Clone(v), v...)[:shape[0]*n], shape...), Options{Axes: []int{1}})
						if err != nil {
							t.Fatal(err)
						}
						for _, got := range nd.Data[float32](o) {
							if math.Float32bits(got) != math.Float32bits(want) {
								t.Fatalf("%v kind %d of %v: %v, not %v", l, kind, shape, got, want)
							}
						}
					}
				})
			}
		}
	}
}
