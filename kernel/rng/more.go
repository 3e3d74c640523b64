package rng

import "math"

// NoncentralChiSquare is the sum of squares of df normal numbers whose means have squares that add up to
// nonc.
func (d *Draws) NoncentralChiSquare(df, nonc float64) float64 {
	switch {
	case math.IsNaN(nonc):
		return nonc
	case nonc == 0:
		return d.ChiSquare(df)
	case df > 1:
		z := d.Normal() + math.Sqrt(nonc)
		return d.ChiSquare(df-1) + z*z
	}
	return d.ChiSquare(df + 2*float64(d.Poisson(nonc/2)))
}

// VonMises is an angle in [-pi, pi] about mu, by Best and Fisher, "Efficient Simulation of the von Mises
// Distribution" (Applied Statistics 28, 1979). Where kappa is so small or great that their constants lose all
// digits, the limit is drawn: a uniform angle, or a normal one.
func (d *Draws) VonMises(mu, kappa float64) float64 {
	switch {
	case math.IsNaN(kappa):
		return kappa
	case kappa < 1e-8:
		return math.Pi * (2*d.Float64() - 1)
	case kappa > 1e6:
		return wrapped(mu + d.Normal()/math.Sqrt(kappa))
	}
	tau := 1 + math.Sqrt(1+4*kappa*kappa)
	rho := (tau - math.Sqrt(2*tau)) / (2 * kappa)
	r := (1 + rho*rho) / (2 * rho)
	if kappa < 1e-5 { // the same to second order, without the difference of near numbers
		r = 1/kappa + kappa
	}
	for {
		z := math.Cos(math.Pi * d.Float64())
		f := (1 + r*z) / (r + z)
		c := kappa * (r - f)
		u := d.Open()
		if c*(2-c) > u || math.Log(c/u)+1 >= c {
			a := math.Acos(max(-1, min(1, f)))
			if d.Float64() < 0.5 {
				a = -a
			}
			return wrapped(mu + a)
		}
	}
}

// wrapped is the angle a in [-pi, pi].
func wrapped(a float64) float64 { return math.Remainder(a, 2*math.Pi) }

// Wald is an inverse Gaussian number by the roots of Michael, Schucany and Haas (The American Statistician
// 30, 1976).
func (d *Draws) Wald(mean, scale float64) float64 {
	z := d.Normal()
	y := mean * z * z
	x := mean + mean/(2*scale)*(y-math.Sqrt(4*scale*y+y*y))
	if d.Float64() <= mean/(mean+x) {
		return x
	}
	return mean * mean / x
}

// NegativeBinomial is a Poisson number of a gamma mean. n need not be whole.
func (d *Draws) NegativeBinomial(n, p float64) int64 { return d.Poisson(d.Gamma(n) * ((1 - p) / p)) }

// Geometric is the trial of the first success, by inversion.
func (d *Draws) Geometric(p float64) int64 {
	if p >= 1 {
		return 1
	}
	return limited(max(1, math.Ceil(d.Exponential()/-math.Log1p(-p))))
}

// geometricsTogether draws trials of first successes.
func geometricsTogether(p float64) (g together[int64], ok bool) {
	by := -math.Log1p(-p)
	return together[int64]{1, func(a *ahead, out []int64, undecided []int) []int {
		for i, e := range a.exponentials(0, 0) {
			out[i] = limited(max(1, math.Ceil(e/by)))
		}
		return undecided
	}}, p > 0 && p < 1
}

// limited is a float as int64, the greatest one where it is out of range.
func limited(x float64) int64 {
	if x >= math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(x)
}

// Zipf is k with probability proportional to k^-a, by the rejection of Devroye, "Non-Uniform Random Variate
// Generation", X.6.1. Numbers past 63 bits are drawn again, as in NumPy.
func (d *Draws) Zipf(a float64) int64 {
	if a >= 1025 { // 2^-a is below all draws
		return 1
	}
	b := math.Pow(2, a-1)
	for {
		u, v := d.Open(), d.Float64()
		x := math.Floor(math.Pow(u, -1/(a-1)))
		if x > math.MaxInt64/2 || x < 1 {
			continue
		}
		t := math.Pow(1+1/x, a-1)
		if v*x*(t-1)/(b-1) <= t/b {
			return int64(x)
		}
	}
}

// LogSeries is k with probability proportional to p^k/k, by algorithm LK of Kemp, "Efficient Generation of
// Logarithmically Distributed Pseudo-Random Variables" (Applied Statistics 30, 1981).
func (d *Draws) LogSeries(p float64) int64 {
	r := math.Log1p(-p)
	for {
		v := d.Open()
		if v >= p {
			return 1
		}
		q := -math.Expm1(r * d.Open())
		switch {
		case v <= q*q:
			if k := math.Floor(1 + math.Log(v)/math.Log(q)); k >= 1 {
				return limited(k)
			}
		case v >= q:
			return 1
		default:
			return 2
		}
	}
}

// Hypergeometric is the number of good ones in a sample of n from good and bad ones without replacement.
// Small samples are drawn one by one, others by the ratio of uniforms HRUA of Stadlober, "The ratio of
// uniforms approach for generating discrete random variates" (J. Comput. Appl. Math. 31, 1990).
func (d *Draws) Hypergeometric(good, bad, n int64) int64 {
	total := good + bad
	small, m := min(good, bad), min(n, total-n) // by symmetry: of the rarer kind, in the smaller part
	k := int64(0)
	if small > 0 && m > 0 {
		if m < 10 {
			k = d.oneByOne(small, total, m)
		} else {
			k = d.hyperReject(float64(small), float64(total), float64(m))
		}
	}
	if m != n {
		k = small - k
	}
	if good > bad {
		k = n - k
	}
	return k
}

func (d *Draws) oneByOne(small, total, m int64) (k int64) {
	for ; m > 0 && small > k; m-- {
		if int64(d.Below(uint64(total))) < small-k {
			k++
		}
		total--
	}
	return k
}

func (d *Draws) hyperReject(small, total, m float64) int64 {
	const d1, d2 = 1.7155277699214135, 0.8989161620588988 // 2 sqrt(2/e), 3 - 2 sqrt(3/e)
	mean := m * small / total
	sd := math.Sqrt((total-m)*m*small*(total-small)/(total*total*(total-1)) + 0.5)
	h := d1*sd + d2
	mode := math.Floor((m + 1) * (small + 1) / (total + 2))
	weight := func(k float64) float64 {
		s := 0.0
		for _, x := range [...]float64{k, small - k, m - k, total - small - m + k} {
			g, _ := math.Lgamma(x + 1)
			s += g
		}
		return s
	}
	top := weight(mode)
	right := min(min(m, small)+1, math.Floor(mean+0.5+16*sd)) // beyond 16 deviations nothing is drawn
	for {
		u, v := d.Open(), d.Float64()
		x := mean + 0.5 + h*(v-0.5)/u
		if x < 0 || x >= right {
			continue
		}
		k := math.Floor(x)
		t := top - weight(k)
		if u*(4-u)-3 <= t || u*(u-t) < 1 && 2*math.Log(u) <= t {
			return int64(k)
		}
	}
}
