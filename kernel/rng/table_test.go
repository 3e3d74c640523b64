package rng

import (
	"math"
	"testing"
)

func dist(t *testing.T, name string) *Dist {
	t.Helper()
	for _, d := range Dists() {
		if d.Name == name {
			return &d
		}
	}
	t.Fatalf("no distribution %q", name)
	return nil
}

func singles(p []float64) [][]float64 {
	var out [][]float64
	for _, v := range p {
		out = append(out, []float64{v})
	}
	return out
}

// integral is that of f from a to x by Simpson's rule.
func integral(f func(float64) float64, a, x float64) float64 {
	const n = 400
	h := (x - a) / n
	s := f(a) + f(x)
	for i := 1; i < n; i++ {
		s += f(a+float64(i)*h) * float64(2+i%2*2)
	}
	return s * h / 3
}

// chi2 is the distribution of chi-square of an even number of degrees.
func chi2(x float64, df int) float64 {
	s, term := 0.0, 1.0
	for i := range df / 2 {
		if i > 0 {
			term *= x / 2 / float64(i)
		}
		s += term
	}
	return 1 - math.Exp(-x/2)*s
}

func TestTableOfContinuousDistributions(t *testing.T) {
	mises := func(x float64) float64 { return math.Exp(2 * math.Cos(x-0.5)) }
	total := integral(mises, -math.Pi, math.Pi)
	seen := map[string]bool{}
	for _, c := range []struct {
		name string
		p    []float64
		cdf  func(x float64) float64
	}{
		{"random_sample", nil, func(x float64) float64 { return x }},
		{"uniform", []float64{-2, 3}, func(x float64) float64 { return (x + 2) / 5 }},
		{"standard_normal", nil, phi},
		{"normal", []float64{3, 2}, func(x float64) float64 { return phi((x - 3) / 2) }},
		{"lognormal", []float64{1, 0.5}, func(x float64) float64 { return phi((math.Log(x) - 1) / 0.5) }},
		{"standard_exponential", nil, func(x float64) float64 { return -math.Expm1(-x) }},
		{"exponential", []float64{3}, func(x float64) float64 { return -math.Expm1(-x / 3) }},
		{"gumbel", []float64{1, 2}, func(x float64) float64 { return math.Exp(-math.Exp((1 - x) / 2)) }},
		{"rayleigh", []float64{2}, func(x float64) float64 { return -math.Expm1(-x * x / 8) }},
		{"weibull", []float64{1.5}, func(x float64) float64 { return -math.Expm1(-math.Pow(x, 1.5)) }},
		{"pareto", []float64{3}, func(x float64) float64 { return 1 - math.Pow(1+x, -3) }},
		{"power", []float64{2.5}, func(x float64) float64 { return math.Pow(x, 2.5) }},
		{"laplace", []float64{1, 2}, func(x float64) float64 {
			if x < 1 {
				return math.Exp((x-1)/2) / 2
			}
			return 1 - math.Exp((1-x)/2)/2
		}},
		{"logistic", []float64{1, 2}, func(x float64) float64 { return 1 / (1 + math.Exp((1-x)/2)) }},
		{"standard_cauchy", nil, func(x float64) float64 { return 0.5 + math.Atan(x)/math.Pi }},
		{"triangular", []float64{-1, 0, 3}, func(x float64) float64 {
			if x < 0 {
				return (x + 1) * (x + 1) / 4
			}
			return 1 - (3-x)*(3-x)/12
		}},
		{"standard_gamma", []float64{3}, func(x float64) float64 { return 1 - math.Exp(-x)*(1+x+x*x/2) }},
		{"gamma", []float64{2, 3}, func(x float64) float64 { return 1 - math.Exp(-x/3)*(1+x/3) }},
		{"beta", []float64{2, 3}, func(x float64) float64 { return x * x * (6 - 8*x + 3*x*x) }},
		{"chisquare", []float64{4}, func(x float64) float64 { return chi2(x, 4) }},
		{"noncentral_chisquare", []float64{2, 3}, func(x float64) float64 {
			s, w := 0.0, math.Exp(-1.5)
			for j := range 40 {
				s += w * chi2(x, 2+2*j)
				w *= 1.5 / float64(j+1)
			}
			return s
		}},
		{"noncentral_chisquare", []float64{1, 4}, func(x float64) float64 { return phi(math.Sqrt(x)-2) - phi(-math.Sqrt(x)-2) }},
		{"noncentral_chisquare", []float64{4, 0}, func(x float64) float64 { return chi2(x, 4) }},
		{"f", []float64{2, 6}, func(x float64) float64 { return 1 - math.Pow(1+x/3, -3) }},
		{"noncentral_f", []float64{2, 6, 0}, func(x float64) float64 { return 1 - math.Pow(1+x/3, -3) }},
		{"standard_t", []float64{2}, func(x float64) float64 { return 0.5 + x/2/math.Sqrt(2+x*x) }},
		{"vonmises", []float64{0.5, 2}, func(x float64) float64 { return integral(mises, -math.Pi, x) / total }},
		{"vonmises", []float64{1, 1e-9}, func(x float64) float64 { return (x + math.Pi) / 2 / math.Pi }},
		{"vonmises", []float64{1, 1e-6}, func(x float64) float64 { return (x + math.Pi) / 2 / math.Pi }},
		{"vonmises", []float64{1, 1e8}, func(x float64) float64 { return phi((x - 1) * 1e4) }},
		{"wald", []float64{2, 3}, func(x float64) float64 {
			a := math.Sqrt(3 / x)
			return phi(a*(x/2-1)) + math.Exp(3)*phi(-a*(x/2+1))
		}},
	} {
		seen[c.name] = true
		d := dist(t, c.name)
		if err := d.Check(singles(c.p)...); err != nil {
			t.Error(err)
		}
		out := make([]float64, samples)
		d.Floats(out, Key{Seed: 17}, Whole(samples), singles(c.p)...)
		if k := ks(out, c.cdf); !(k < 1.95) {
			t.Errorf("%s %v: Kolmogorov-Smirnov %.2f", c.name, c.p, k)
		}
	}
	for _, d := range Dists() {
		if !d.Whole && !seen[d.Name] {
			t.Errorf("%s is not tested", d.Name)
		}
	}
}

func TestTableOfDiscreteDistributions(t *testing.T) {
	hyper := func(g, b, n float64) func(k float64) float64 {
		return func(k float64) float64 {
			if k > g || n-k > b || k > n {
				return 0
			}
			return math.Exp(logChoose(g, k) + logChoose(b, n-k) - logChoose(g+b, n))
		}
	}
	seen := map[string]bool{}
	for _, c := range []struct {
		name string
		p    []float64
		pmf  func(k float64) float64
	}{
		{"binomial", []float64{12, 0.2}, func(k float64) float64 {
			if k > 12 {
				return 0
			}
			return math.Exp(logChoose(12, k)) * math.Pow(0.2, k) * math.Pow(0.8, 12-k)
		}},
		{"negative_binomial", []float64{3.5, 0.3}, func(k float64) float64 {
			a, _ := math.Lgamma(k + 3.5)
			b, _ := math.Lgamma(k + 1)
			c, _ := math.Lgamma(3.5)
			return math.Exp(a-b-c) * math.Pow(0.3, 3.5) * math.Pow(0.7, k)
		}},
		{"poisson", []float64{4}, func(k float64) float64 {
			g, _ := math.Lgamma(k + 1)
			return math.Exp(k*math.Log(4) - 4 - g)
		}},
		{"geometric", []float64{0.2}, func(k float64) float64 {
			if k < 1 {
				return 0
			}
			return 0.2 * math.Pow(0.8, k-1)
		}},
		{"geometric", []float64{1}, func(k float64) float64 { return map[float64]float64{1: 1}[k] }},
		{"hypergeometric", []float64{15, 10, 6}, hyper(15, 10, 6)},
		{"hypergeometric", []float64{6, 20, 22}, hyper(6, 20, 22)},
		{"hypergeometric", []float64{200, 90, 60}, hyper(200, 90, 60)},
		{"hypergeometric", []float64{90, 200, 250}, hyper(90, 200, 250)},
		{"hypergeometric", []float64{90, 0, 50}, hyper(90, 0, 50)},
		{"zipf", []float64{2.5}, func(k float64) float64 { return math.Pow(k, -2.5) / zeta25 }},
		{"zipf", []float64{2000}, func(k float64) float64 { return map[float64]float64{1: 1}[k] }},
		{"logseries", []float64{0.7}, func(k float64) float64 { return -math.Pow(0.7, k) / k / math.Log(0.3) }},
	} {
		seen[c.name] = true
		d := dist(t, c.name)
		if err := d.Check(singles(c.p)...); err != nil {
			t.Error(err)
		}
		out := make([]int64, samples)
		d.Ints(out, Key{Seed: 23}, Whole(samples), singles(c.p)...)
		counts, p := make([]int, 401), make([]float64, 401)
		for _, v := range out {
			counts[min(v, 400)]++
		}
		rest := 1.0
		for k := range p {
			if p[k] = c.pmf(float64(k)); k == 0 && math.IsInf(p[k], 0) {
				p[k] = 0
			}
			rest -= p[k]
		}
		p[400] += max(0, rest)
		if z := chi(counts, p); z > 3.3 {
			t.Errorf("%s %v: chi-square is %.1f deviations off", c.name, c.p, z)
		}
	}
	for _, d := range Dists() {
		if d.Whole && !seen[d.Name] {
			t.Errorf("%s is not tested", d.Name)
		}
	}
}

// zeta25 is zeta(2.5).
const zeta25 = 1.3414872572509171

func TestParametersOfElements(t *testing.T) {
	d := dist(t, "normal")
	out, loc := make([]float64, 1000), make([]float64, 1000)
	for i := range loc {
		loc[i] = float64(i) * 100
	}
	d.Floats(out, Key{Seed: 1}, Whole(1000), loc, []float64{1})
	for i, v := range out {
		if math.Abs(v-loc[i]) > 9 {
			t.Fatalf("element %d is %v, far from %v", i, v, loc[i])
		}
	}
	p := dist(t, "poisson")
	n := make([]int64, 1000)
	p.Ints(n, Key{Seed: 1}, Whole(1000), loc)
	for i, v := range n {
		if math.Abs(float64(v)-loc[i]) > 7*math.Sqrt(loc[i]) {
			t.Fatalf("element %d is %v, far from %v", i, v, loc[i])
		}
	}
}

func TestBadParameters(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name string
		p    []float64
		text string
	}{
		{"normal", []float64{0, -1}, "scale < 0"},
		{"beta", []float64{1, 0}, "b <= 0"},
		{"binomial", []float64{-1, 0.5}, "n < 0"},
		{"binomial", []float64{1, 1.5}, "p < 0, p > 1 or p is NaN"},
		{"negative_binomial", []float64{nan, 0.5}, "n must not be NaN"},
		{"negative_binomial", []float64{0, 0.5}, "n <= 0"},
		{"geometric", []float64{0}, "p <= 0, p > 1 or p contains NaNs"},
		{"logseries", []float64{1}, "p < 0, p >= 1 or p is NaN"},
		{"zipf", []float64{nan}, "a <= 1 or a is NaN"},
		{"poisson", []float64{-1}, "lam < 0 or lam is NaN"},
		{"poisson", []float64{1e19}, "lam value too large"},
		{"uniform", []float64{0, math.Inf(1)}, "Range exceeds valid bounds"},
		{"triangular", []float64{1, 0, 2}, "left > mode"},
		{"triangular", []float64{0, 3, 2}, "mode > right"},
		{"triangular", []float64{1, 1, 1}, "left == right"},
		{"hypergeometric", []float64{3, 4, 8}, "ngood + nbad < nsample"},
	} {
		if err := dist(t, c.name).Check(singles(c.p)...); err == nil || err.Error() != c.text {
			t.Errorf("%s %v: %v, want %s", c.name, c.p, err, c.text)
		}
	}
}
