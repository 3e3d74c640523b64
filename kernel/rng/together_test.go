package rng

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/kernel/special"
)

// shapes are distributions that are drawn together, with parameters for each of their methods, and what a
// number is at most x with: continuous ones by their distribution, others too, at integers.
var shapes = []struct {
	name string
	p    []float64
	cdf  func(x float64, p []float64) float64
}{
	{"standard_gamma", []float64{0.05}, gammaAt},
	{"standard_gamma", []float64{0.5}, gammaAt},
	{"standard_gamma", []float64{1}, gammaAt},
	{"standard_gamma", []float64{2.5}, gammaAt},
	{"standard_gamma", []float64{80}, gammaAt},
	{"gamma", []float64{2.5, 3}, func(x float64, p []float64) float64 { return special.Gammainc(p[0], x/p[1]) }},
	{"chisquare", []float64{1}, chiAt},
	{"chisquare", []float64{7}, chiAt},
	{"beta", []float64{0.5, 0.5}, betaAt},
	{"beta", []float64{0.2, 0.9}, betaAt},
	{"beta", []float64{1, 1}, betaAt},
	{"beta", []float64{2, 3}, betaAt},
	{"beta", []float64{0.5, 3}, betaAt},
	{"beta", []float64{40, 0.7}, betaAt},
	{"standard_t", []float64{1.5}, studentAt},
	{"standard_t", []float64{6}, studentAt},
	{"poisson", []float64{0.3}, poissonAt},
	{"poisson", []float64{4}, poissonAt},
	{"poisson", []float64{9.9}, poissonAt},
	{"poisson", []float64{10}, poissonAt},
	{"poisson", []float64{40}, poissonAt},
	{"poisson", []float64{90}, poissonAt},
	{"binomial", []float64{20, 0.3}, binomialAt},
	{"binomial", []float64{50, 0.95}, binomialAt},
	{"binomial", []float64{100, 0.3}, binomialAt},
	{"binomial", []float64{100, 0.7}, binomialAt},
	{"geometric", []float64{0.2}, func(x float64, p []float64) float64 { return -math.Expm1(x * math.Log1p(-p[0])) }},
}

func gammaAt(x float64, p []float64) float64 { return special.Gammainc(p[0], x) }
func chiAt(x float64, p []float64) float64   { return special.Gammainc(p[0]/2, x/2) }
func betaAt(x float64, p []float64) float64  { return special.Betainc(p[0], p[1], x) }

func studentAt(x float64, p []float64) float64 {
	t := special.Betainc(p[0]/2, 0.5, p[0]/(p[0]+x*x)) / 2
	if x > 0 {
		return 1 - t
	}
	return t
}

func poissonAt(x float64, p []float64) float64 { return special.Gammaincc(x+1, p[0]) }

func binomialAt(x float64, p []float64) float64 {
	if x >= p[0] {
		return 1
	}
	return special.Betainc(p[0]-x, x+1, 1-p[1])
}

// off is how far draws are from a distribution, as a multiple of what happens once in a thousand: above 1 is
// wrong.
func off(whole bool, floats []float64, ints []int64, cdf func(x float64) float64) float64 {
	if !whole {
		return ks(slices.Clone(floats), cdf) / 1.95
	}
	counts, p := make([]int, 301), make([]float64, 301)
	before := 0.0
	for k := range p {
		c := cdf(float64(k))
		p[k], before = c-before, c
	}
	for _, v := range ints {
		counts[v]++
	}
	return chi(counts, p) / 3.3
}

// TestShapes holds draws to their distributions, and the test itself to finding parameters of 3 % more.
func TestShapes(t *testing.T) {
	const n = 200_000
	floats, ints := make([]float64, n), make([]int64, n)
	for _, c := range shapes {
		d := dist(t, c.name)
		if d.Whole {
			d.Ints(ints, Key{Seed: 29}, Whole(n), singles(c.p)...)
		} else {
			d.Floats(floats, Key{Seed: 29}, Whole(n), singles(c.p)...)
		}
		if x := off(d.Whole, floats, ints, func(x float64) float64 { return c.cdf(x, c.p) }); !(x < 1) {
			t.Errorf("%s %v is %.2f times as far from its distribution as it may be", c.name, c.p, x)
		}
		wrong := slices.Clone(c.p)
		wrong[len(wrong)-1] *= 1.03
		if c.name == "standard_t" {
			wrong[0] *= 1.3 // hardly changes
		}
		if x := off(d.Whole, floats, ints, func(x float64) float64 { return c.cdf(x, wrong) }); !(x > 1) {
			t.Errorf("%s: draws of %v pass for those of %v: %.2f", c.name, c.p, wrong, x)
		}
	}
}

// TestTogetherIsOneByOne compares what many elements give together with the sequence of each, bit by bit,
// wherever runs begin and end.
func TestTogetherIsOneByOne(t *testing.T) {
	tested := map[string]bool{}
	for _, c := range shapes {
		d := dist(t, c.name)
		tested[c.name] = true
		for _, b := range []Box{Whole(1), Whole(aheadSize), {Shape: []int{9, 1000}, Lo: []int{2, 7}, Size: []int{5, 901}}, {Shape: []int{1 << 34}, Lo: []int{1<<32 - 77}, Size: []int{3000}}} {
			n := b.Len()
			got, want := make([]string, n), make([]string, n)
			var p [3]float64
			copy(p[:], c.p)
			if d.Whole {
				one, all := make([]int64, n), make([]int64, n)
				d.Ints(all, Key{Seed: 31, Stream: 5}, b, singles(c.p)...)
				Fill(one, Key{Seed: 31, Stream: 5}, b, func(s *Draws, _ int) int64 { return d.count(s, &p) })
				for i := range one {
					got[i], want[i] = fmt.Sprint(all[i]), fmt.Sprint(one[i])
				}
			} else {
				one, all := make([]float64, n), make([]float64, n)
				d.Floats(all, Key{Seed: 31, Stream: 5}, b, singles(c.p)...)
				Fill(one, Key{Seed: 31, Stream: 5}, b, func(s *Draws, _ int) float64 { return d.draw(s, &p) })
				for i := range one {
					got[i], want[i] = fmt.Sprint(all[i]), fmt.Sprint(one[i])
				}
			}
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("%s %v: element %d of %v is %s together, %s alone", c.name, c.p, i, b, got[i], want[i])
				}
			}
		}
	}
	for _, d := range Dists() {
		if (d.many != nil || d.whole != nil) && !tested[d.Name] {
			t.Errorf("%s is not tested", d.Name)
		}
	}
}

func TestStrangeShapes(t *testing.T) {
	tiny := make([]float64, 2000)
	dist(t, "beta").Floats(tiny, Key{Seed: 3}, Whole(len(tiny)), []float64{5e-324}, []float64{5e-324})
	ones := 0
	for _, x := range tiny {
		if x != 0 && x != 1 {
			t.Fatalf("beta of nothing gave %v", x)
		}
		ones += int(x)
	}
	if math.Abs(float64(ones)-1000) > 150 {
		t.Errorf("%d of 2000 are 1", ones)
	}
	for _, c := range []struct {
		name string
		p    []float64
		want float64
	}{
		{"standard_gamma", []float64{0}, 0},
		{"standard_gamma", []float64{math.NaN()}, math.NaN()},
		{"gamma", []float64{2, 0}, 0},
		{"standard_gamma", []float64{1e-300}, 0},
	} {
		var x [3]float64
		dist(t, c.name).Floats(x[:], Key{}, Whole(3), singles(c.p)...)
		if x[1] != c.want && (x[1] == x[1] || c.want == c.want) {
			t.Errorf("%s %v gave %v", c.name, c.p, x[1])
		}
	}
}
