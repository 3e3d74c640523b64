package rng

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

const samples = 40000

// ks is the Kolmogorov-Smirnov distance of xs from a distribution, times sqrt(n): above 1.95 once in a
// thousand.
func ks(xs []float64, cdf func(float64) float64) float64 {
	slices.Sort(xs)
	n := float64(len(xs))
	d := 0.0
	for i, x := range xs {
		c := cdf(x)
		d = max(d, c-float64(i)/n, float64(i+1)/n-c)
	}
	return d * math.Sqrt(n)
}

// chi is the chi-square statistic of counts against probabilities, as normal deviates by Wilson and Hilferty;
// cells of few are joined.
func chi(counts []int, p []float64) float64 {
	n := 0
	for _, c := range counts {
		n += c
	}
	x, df, c, e := 0.0, -1.0, 0.0, 0.0
	for i := range counts {
		c += float64(counts[i])
		if e += float64(n) * p[i]; e >= 10 {
			x += (c - e) * (c - e) / e
			df++
			c, e = 0, 0
		}
	}
	v := 2 / (9 * df)
	return (math.Cbrt(x/df) - (1 - v)) / math.Sqrt(v)
}

func phi(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

func TestContinuousDistributions(t *testing.T) {
	draw := func(f func(*Draws) float64) func([]float64, Key, Box) {
		return func(out []float64, k Key, b Box) { Fill(out, k, b, func(d *Draws, _ int) float64 { return f(d) }) }
	}
	for _, c := range []struct {
		name string
		fill func([]float64, Key, Box)
		cdf  func(float64) float64
	}{
		{"uniform", Uniform, func(x float64) float64 { return x }},
		{"uniform32", via(Uniform32), func(x float64) float64 { return x }},
		{"normal", Normal, phi},
		{"normal32", via(Normal32), phi},
		{"draws normal", draw((*Draws).Normal), phi},
		{"exponential", Exponential, func(x float64) float64 { return -math.Expm1(-x) }},
		{"gamma 0.5", draw(func(d *Draws) float64 { return d.Gamma(0.5) }), func(x float64) float64 { return math.Erf(math.Sqrt(x)) }},
		{"gamma 3", draw(func(d *Draws) float64 { return d.Gamma(3) }), func(x float64) float64 { return 1 - math.Exp(-x)*(1+x+x*x/2) }},
		{"beta 2 3", draw(func(d *Draws) float64 { return d.Beta(2, 3) }), func(x float64) float64 { return x * x * (6 - 8*x + 3*x*x) }},
		{"beta .5 .5", draw(func(d *Draws) float64 { return d.Beta(0.5, 0.5) }), func(x float64) float64 { return 2 / math.Pi * math.Asin(math.Sqrt(x)) }},
		{"chi2 2", draw(func(d *Draws) float64 { return d.ChiSquare(2) }), func(x float64) float64 { return -math.Expm1(-x / 2) }},
		{"t 1", draw(func(d *Draws) float64 { return d.StudentT(1) }), func(x float64) float64 { return 0.5 + math.Atan(x)/math.Pi }},
	} {
		out := make([]float64, samples)
		c.fill(out, Key{Seed: 7}, Whole(samples))
		if d := ks(out, c.cdf); d > 1.95 {
			t.Errorf("%s: Kolmogorov-Smirnov %.2f", c.name, d)
		}
	}
}

func TestNeighboursAreUncorrelated(t *testing.T) {
	for name, f := range map[string]func([]float64, Key, Box){"uniform": Uniform, "normal": Normal} {
		x := make([]float64, samples)
		f(x, Key{Seed: 3}, Whole(samples))
		mean, v := 0.0, 0.0
		for _, a := range x {
			mean += a / samples
		}
		for _, a := range x {
			v += (a - mean) * (a - mean)
		}
		for lag := 1; lag <= 4; lag++ {
			c := 0.0
			for i := lag; i < len(x); i++ {
				c += (x[i] - mean) * (x[i-lag] - mean)
			}
			if r := c / v * math.Sqrt(samples); math.Abs(r) > 3.3 {
				t.Errorf("%s: correlation at distance %d is %.1f deviations", name, lag, r)
			}
		}
	}
}

func logChoose(n, k float64) float64 {
	a, _ := math.Lgamma(n + 1)
	b, _ := math.Lgamma(k + 1)
	c, _ := math.Lgamma(n - k + 1)
	return a - b - c
}

func TestDiscreteDistributions(t *testing.T) {
	type row struct {
		name string
		draw func(*Draws) int64
		p    func(k float64) float64
		n    int
	}
	rows := []row{}
	for _, lam := range []float64{0, 0.3, 4, 9.9, 10, 33.3, 200} {
		rows = append(rows, row{fmt.Sprint("poisson ", lam), func(d *Draws) int64 { return d.Poisson(lam) }, func(k float64) float64 {
			lg, _ := math.Lgamma(k + 1)
			if lam == 0 {
				return map[float64]float64{0: 1}[k]
			}
			return math.Exp(k*math.Log(lam) - lam - lg)
		}, 400})
	}
	for _, c := range []struct {
		n int64
		p float64
	}{{1, 0.5}, {12, 0.2}, {1000, 0.003}, {30, 0.4}, {30, 0.9}, {500, 0.3}, {2000, 0.03}} {
		rows = append(rows, row{fmt.Sprint("binomial ", c), func(d *Draws) int64 { return d.Binomial(c.n, c.p) }, func(k float64) float64 {
			if k > float64(c.n) {
				return 0
			}
			return math.Exp(logChoose(float64(c.n), k) + k*math.Log(c.p) + (float64(c.n)-k)*math.Log1p(-c.p))
		}, 2001})
	}
	rows = append(rows, row{"below 6", func(d *Draws) int64 { return int64(d.Below(6)) }, func(k float64) float64 {
		if k < 6 {
			return 1.0 / 6
		}
		return 0
	}, 10})
	for _, r := range rows {
		out := make([]int64, samples)
		Fill(out, Key{Seed: 11}, Whole(samples), func(d *Draws, _ int) int64 { return r.draw(d) })
		counts, p := make([]int, r.n), make([]float64, r.n)
		for _, v := range out {
			counts[v]++
		}
		for k := range p {
			p[k] = r.p(float64(k))
		}
		if z := chi(counts, p); z > 3.3 {
			t.Errorf("%s: chi-square is %.1f deviations off", r.name, z)
		}
	}
}

func TestIntegersAreUnbiased(t *testing.T) {
	const span = 3 << 30 // plain multiplication without rejection would favour some thirds
	out := make([]uint32, samples)
	Integers(out, Key{Seed: 5}, Whole(samples), 0, span)
	counts := make([]int, 12)
	for _, v := range out {
		counts[v/(span/12)]++
	}
	p := slices.Repeat([]float64{1.0 / 12}, 12)
	if z := chi(counts, p); z > 3.3 {
		t.Errorf("chi-square is %.1f deviations off: %v", z, counts)
	}
	big := make([]uint64, samples)
	Integers(big, Key{Seed: 5}, Whole(samples), 0, 3<<62)
	clear(counts)
	for _, v := range big {
		counts[v/(3<<62/12)]++
	}
	if z := chi(counts, p); z > 3.3 {
		t.Errorf("64 bits: chi-square is %.1f deviations off: %v", z, counts)
	}
}

func TestPermutationIsABijection(t *testing.T) {
	for _, n := range []uint64{0, 1, 2, 3, 100, tableMax, tableMax + 1, 100003} {
		p := NewPermutation(Key{Seed: n}, n)
		seen := make([]bool, n)
		moved := 0
		for i := range n {
			j := p.At(i)
			if seen[j] {
				t.Fatalf("n %d: place %d is taken twice", n, j)
			}
			seen[j] = true
			if i != j {
				moved++
			}
		}
		if n >= 100 && moved < int(n)-20 {
			t.Errorf("n %d: only %d places moved", n, moved)
		}
	}
}

func TestSmallPermutationsAreAllAlike(t *testing.T) {
	counts := map[[4]int64]int{}
	for s := range uint64(24000) {
		var o [4]int64
		NewPermutation(Key{Seed: s}, 4).Fill(o[:], 0)
		counts[o]++
	}
	c := []int{}
	for _, v := range counts {
		c = append(c, v)
	}
	if z := chi(c, slices.Repeat([]float64{1.0 / 24}, len(c))); len(c) != 24 || z > 3.3 {
		t.Errorf("%d orders, chi-square %.1f", len(c), z)
	}
}

func TestLargePermutationMixes(t *testing.T) {
	const n = 1 << 20
	p := NewPermutation(Key{Seed: 1}, n)
	out := make([]int64, samples)
	p.Fill(out, 12345)
	x := make([]float64, samples)
	for i, v := range out {
		x[i] = float64(v) / n
	}
	rises := 0
	for i := 1; i < len(out); i++ {
		if out[i] > out[i-1] {
			rises++
		}
	}
	if d := ks(x, func(x float64) float64 { return x }); d > 1.95 {
		t.Errorf("Kolmogorov-Smirnov %.2f", d)
	}
	if z := (float64(rises) - samples/2) / math.Sqrt(samples/12); math.Abs(z) > 3.3 {
		t.Errorf("%d rises are %.1f deviations off", rises, z)
	}
}

func TestWeightedChoice(t *testing.T) {
	w, err := NewWeights([]float64{0.1, 0, 0.6, 0.3})
	if err != nil {
		t.Fatal(err)
	}
	out := make([]int64, samples)
	w.Choice(out, Key{Seed: 2}, Whole(samples))
	counts := make([]int, 4)
	for _, v := range out {
		counts[v]++
	}
	if z := chi([]int{counts[0], counts[2], counts[3]}, []float64{0.1, 0.6, 0.3}); counts[1] != 0 || z > 3.3 {
		t.Errorf("counts %v, chi-square %.1f", counts, z)
	}
	for text, p := range map[string][]float64{
		"Probabilities contain NaN":          {math.NaN(), 1},
		"Probabilities are not non-negative": {-0.5, 1.5},
		"Probabilities do not sum to 1. See Notes section of docstring for more information.": {0.5, 0.6},
	} {
		if _, err := NewWeights(p); err == nil || err.Error() != text {
			t.Errorf("%v: %v, want %s", p, err, text)
		}
	}
}

func TestRacesDrawInProportion(t *testing.T) {
	weights := []float64{1, 2, 3, 0}
	first := make([]int, 4)
	for s := range uint64(6000) {
		keys := make([]float64, 4)
		Races(keys, weights, Key{Seed: s}, Whole(4))
		i := 0
		for j := range keys {
			if keys[j] < keys[i] {
				i = j
			}
		}
		first[i]++
	}
	if z := chi(first[:3], []float64{1.0 / 6, 2.0 / 6, 3.0 / 6}); first[3] != 0 || z > 3.3 {
		t.Errorf("first drawn %v, chi-square %.1f", first, z)
	}
}

func TestRunsCoverTheBoxOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 5).Draw(t, "n")
		b := Whole(n, 3, 2)
		var at []int
		b.Runs(func(a int, pos uint64, k int) { at = append(at, a, int(pos), k) })
		want := []int{0, 0, 6 * n}
		if n == 0 {
			want = nil
		}
		if !cmp.Equal(at, want) {
			t.Fatalf("a whole array is one run: %v", at)
		}
	})
}
