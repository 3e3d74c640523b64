package rng

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/kernel/asm"
)

// words are all edges and random ones.
func someWords(n int) []uint64 {
	w := []uint64{0, math.MaxUint64, 1 << 63, 1<<63 - 1, 1<<11 - 1, 1 << 11, 1 << 32, 1<<32 - 1, 1 << 61, 1 << 62, 3 << 61, 5 << 61, 7 << 61, 0x7ff0000000000001, 0xfff8000000000000}
	r := rand.New(rand.NewPCG(1, 2))
	for len(w) < n {
		w = append(w, r.Uint64()>>r.IntN(64))
	}
	return w[:n]
}

// Every level makes the bits of the Go functions.
func TestTransformsAtAllLevels(t *testing.T) {
	for _, l := range asm.Levels() {
		for n := range 70 {
			checkTransforms(t, l, someWords(n + 1)[1:])
		}
		checkTransforms(t, l, someWords(5003))
	}
}

func checkTransforms(t *testing.T, l asm.Level, w []uint64) {
	t.Helper()
	n := len(w)
	out, halves := make([]float64, n+1), make([]float32, 2*n+1)
	out[n], halves[2*n] = 7, 7
	done := asm.Exponentials(l, out[:n], w)
	for i := range done {
		if x := exponentialOf(math.Float64frombits(w[i])); math.Float64bits(out[i]) != math.Float64bits(x) {
			t.Fatalf("%v: exponential of %x, one of %d, is %v, not %v", l, w[i], n, out[i], x)
		}
	}
	if l != asm.Portable && done < n-7 {
		t.Fatalf("%v: %d of %d exponential numbers", l, done, n)
	}
	done = asm.Normals(l, out[:n], w)
	for i := 0; i < done; i += 2 {
		x, y := boxMuller(w[i], w[i+1])
		if out[i] != x || out[i+1] != y {
			t.Fatalf("%v: normal numbers of %x are %v, not %v %v", l, w[i:i+2], out[i:i+2], x, y)
		}
	}
	if l != asm.Portable && done < n-15 {
		t.Fatalf("%v: %d of %d normal numbers", l, done, n)
	}
	done = asm.Normals32(l, halves[:2*n], w)
	for i := range done {
		if x, y := boxMuller32(w[i]); halves[2*i] != x || halves[2*i+1] != y {
			t.Fatalf("%v: normal numbers of %x are %v, not %v %v", l, w[i], halves[2*i:2*i+2], x, y)
		}
	}
	if out[n] != 7 || halves[2*n] != 7 {
		t.Fatalf("%v: %d words write beside their place", l, n)
	}
}

func TestTransformsAreRight(t *testing.T) {
	for _, w := range someWords(100_000) {
		x := math.Float64frombits(w)
		if got, want := exponentialOf(x), -math.Log(unitOpen(w)); math.Abs(got-want) > 4.5e-16*want || math.Signbit(got) {
			t.Fatalf("exponential of %x is %v, want %v", w, got, want)
		}
		if got, want := radiusOf(x), math.Sqrt(-2*math.Log(unitOpen(w))); math.Abs(got-want) > 5e-16*want {
			t.Fatalf("radius of %x is %v, want %v", w, got, want)
		}
		// an eighth of a turn and a whole number of them, so that the angle is small and exact
		turn := float64(w>>11) * 0x1p-53
		eighth := math.Floor(8 * turn)
		s, c := math.Sincos(2 * math.Pi * (turn - eighth/8))
		for range int(eighth) {
			s, c = (s+c)*math.Sqrt(0.5), (c-s)*math.Sqrt(0.5)
		}
		if math.Abs(sineOf(x)-s) > 2e-15 || math.Abs(cosineOf(x)-c) > 2e-15 {
			t.Fatalf("the angle of %x has %v %v, want %v %v", w, cosineOf(x), sineOf(x), c, s)
		}
	}
	for _, c := range []struct {
		w        uint64
		cos, sin float64
	}{{0, 1, 0}, {1 << 62, 0, 1}, {1 << 63, -1, 0}, {3 << 62, 0, -1}} {
		x := math.Float64frombits(c.w)
		if cosineOf(x) != c.cos || sineOf(x) != c.sin {
			t.Errorf("%x: %v %v, want %v %v", c.w, cosineOf(x), sineOf(x), c.cos, c.sin)
		}
	}
}

// Draws made ahead for many elements are those that each makes alone.
func TestFillDrawsWhatEachElementDraws(t *testing.T) {
	for _, depth := range []int{1, 2, 3, 7, 9} {
		for _, n := range []int{1, 7, 8, 9, aheadSize - 1, aheadSize, 5*aheadSize + 3} {
			k := Key{Seed: 77, Stream: 5}
			last := func(d *Draws, at int) uint64 {
				v := uint64(0)
				for range depth + at%2 {
					v = v*31 + d.Uint64()
				}
				return v
			}
			out := make([]uint64, n)
			Fill(out, k, Box{Shape: []int{n + 100}, Lo: []int{90}, Size: []int{n}}, last)
			for i, v := range out {
				if w := last(NewDraws(k, uint64(90+i)), i); v != w {
					t.Fatalf("%d draws of element %d of %d: %x, alone %x", depth, i, n, v, w)
				}
			}
		}
	}
}

func TestPermutationTablesAreItsFunction(t *testing.T) {
	const n = 300_000
	p := NewPermutation(Key{Seed: 9, Stream: 2}, n)
	slow := *p
	clear(slow.words[:])
	out := make([]int64, 4099)
	p.Fill(out, 1234)
	for i, v := range out {
		if w := slow.At(uint64(1234 + i)); uint64(v) != w {
			t.Fatalf("place %d goes to %d, not %d", 1234+i, v, w)
		}
	}
}

// Parameters at their ends.
func TestEdgesOfParameters(t *testing.T) {
	d := NewDraws(Key{Seed: 3}, 4)
	for _, c := range []struct {
		name      string
		got, want int64
	}{
		{"binomial p=0", d.Binomial(10, 0), 0},
		{"binomial p=1", d.Binomial(10, 1), 10},
		{"binomial n=0", d.Binomial(0, 0.5), 0},
		{"poisson 0", d.Poisson(0), 0},
		{"geometric 1", d.Geometric(1), 1},
		{"below 1", int64(d.Below(1)), 0},
		{"poisson tiny", d.Poisson(1e-300), 0},
		{"binomial huge n, tiny p", d.Binomial(math.MaxInt64, 1e-300), 0},
	} {
		if c.got != c.want {
			t.Errorf("%s gives %d, want %d", c.name, c.got, c.want)
		}
	}
	const huge = 1e18
	for range 100 {
		if k := float64(d.Poisson(huge)); math.Abs(k-huge) > 7*math.Sqrt(huge) {
			t.Errorf("poisson %v gives %v", huge, k)
		}
		if k := float64(d.Binomial(huge, 0.25)); math.Abs(k-huge/4) > 7*math.Sqrt(huge) {
			t.Errorf("binomial %v gives %v", huge, k)
		}
		if g := d.Gamma(1e-5); !(g >= 0 && g < 100) {
			t.Errorf("gamma of a small shape gives %v", g)
		}
		if b := d.Beta(1e-3, 1e-3); !(b >= 0 && b <= 1) {
			t.Errorf("beta of small shapes gives %v", b)
		}
	}
	one := make([]int32, 100)
	Integers(one, Key{Seed: 1}, Whole(100), -7, 1)
	full := make([]int64, 1000)
	Integers(full, Key{Seed: 1}, Whole(1000), math.MinInt64, 0)
	neg := 0
	for i := range full {
		if full[i] < 0 {
			neg++
		}
	}
	if one[0] != -7 || one[99] != -7 || neg < 400 || neg > 600 {
		t.Errorf("integers of one value: %v; of the whole range %d of 1000 are negative", one[:3], neg)
	}
}
