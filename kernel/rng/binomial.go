package rng

import "math"

// binomialSetup is what draws of one n and p share.
type binomialSetup struct {
	n                           int64
	p                           float64
	none                        float64 // probability of no success, of small means
	a, b, c, vr, alpha, r, m, h float64
}

func (s *binomialSetup) set(n int64, p float64) {
	*s = binomialSetup{n: n, p: p}
	q, x := 1-p, float64(n)
	s.r = p / q
	if x*p < 10 {
		s.none = math.Exp(x * math.Log1p(-p))
		return
	}
	spq := math.Sqrt(x * p * q)
	s.b = 1.15 + 2.53*spq
	s.a = -0.0873 + 0.0248*s.b + 0.01*p
	s.c = x*p + 0.5
	s.vr = 0.92 - 4.2/s.b
	s.alpha = (2.83 + 5.1/s.b) * spq
	s.m = math.Floor((x + 1) * p)
	s.h = stirling(s.m) + stirling(x-s.m) + (s.m+0.5)*math.Log((s.m+1)/(s.r*(x-s.m+1)))
}

// Binomial is the number of successes in n trials of probability p. Few successes are found by inversion; from a mean of 10
// on by the transformed rejection BTRS of Hörmann, "The generation of binomial random variates" (J. Stat. Comput. Simul. 46, 1993).
func (d *Draws) Binomial(n int64, p float64) int64 {
	switch {
	case n <= 0 || p <= 0:
		return 0
	case p > 0.5:
		return n - d.Binomial(n, 1-p)
	}
	s := &d.binomial
	if s.n != n || s.p != p {
		s.set(n, p)
	}
	if s.none > 0 {
		return d.binomialWalk(s)
	}
	return d.binomialReject(s)
}

// binomialWalk takes the probabilities of 0, 1, 2 and so on off a uniform number.
func (d *Draws) binomialWalk(s *binomialSetup) int64 {
	u, p := d.Float64(), s.none
	top := min(s.n, int64(len(inverses))-1) // of a mean below 10
	k := int64(0)
	for u >= p && k < top {
		u -= p
		k++
		p *= float64(s.n-k+1) * s.r * inverses[k]
	}
	return k
}

func (d *Draws) binomialReject(s *binomialSetup) int64 {
	n := float64(s.n)
	for {
		u, v := d.Float64()-0.5, d.Open()
		us := 0.5 - math.Abs(u)
		k := math.Floor((2*s.a/us+s.b)*u + s.c)
		if us >= 0.07 && v <= s.vr {
			return int64(k)
		}
		if k < 0 || k > n || us == 0 {
			continue
		}
		v = math.Log(v * s.alpha / (s.a/(us*us) + s.b))
		if v <= s.h+(n+1)*math.Log((n-s.m+1)/(n-k+1))+(k+0.5)*math.Log(s.r*(n-k+1)/(k+1))-stirling(k)-stirling(n-k) {
			return int64(k)
		}
	}
}

// stirling is log k! - (log sqrt(2 pi) + (k+1/2) log(k+1) - (k+1)), exact to 1e-12 by the series from 10 on.
func stirling(k float64) float64 {
	if k < 10 {
		lg, _ := math.Lgamma(k + 1)
		return lg - (0.5*math.Log(2*math.Pi) + (k+0.5)*math.Log(k+1) - (k + 1))
	}
	s := (k + 1) * (k + 1)
	return (1.0/12 - (1.0/360-(1.0/1260-1.0/1680/s)/s)/s) / (k + 1)
}
