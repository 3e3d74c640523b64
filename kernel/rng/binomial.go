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

// Binomial is the number of successes in n trials of probability p. Few successes are found by inversion;
// from a mean of 10 on by the transformed rejection BTRS of Hörmann, "The generation of binomial random
// variates" (J. Stat. Comput. Simul. 46, 1993).
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
	return inverted(d.Float64(), s.none, s.top(), s.next)
}

// top is where a walk of a mean below 10 ends.
func (s *binomialSetup) top() int64 { return min(s.n, int64(len(inverses))-1) }

func (s *binomialSetup) next(k int64, p float64) float64 {
	return p * (float64(s.n-k+1) * s.r * inverses[k])
}

func (d *Draws) binomialReject(s *binomialSetup) int64 {
	for {
		if k, ok := s.try(d.Float64()-0.5, d.Open()); ok {
			return k
		}
	}
}

// try is the number of two uniform ones, and whether it is accepted.
func (s *binomialSetup) try(u, v float64) (k int64, ok bool) {
	us, n := 0.5-math.Abs(u), float64(s.n)
	x := math.Floor(float64((2*s.a/us+s.b)*u) + s.c)
	if us >= 0.07 && v <= s.vr {
		return int64(x), true
	}
	if x < 0 || x > n || us == 0 {
		return 0, false
	}
	most := s.h + float64((n+1)*math.Log((n-s.m+1)/(n-x+1))) + float64((x+0.5)*math.Log(s.r*(n-x+1)/(x+1))) - stirling(x) - stirling(n-x)
	return int64(x), math.Log(v*s.alpha/(s.a/(us*us)+s.b)) <= most
}

// binomialsTogether draws binomial numbers.
func binomialsTogether(n int64, p float64) (g together[int64], ok bool) {
	if n <= 0 || !(p > 0) {
		return g, false
	}
	var s binomialSetup
	if p > 0.5 {
		s.set(n, 1-p)
	} else {
		s.set(n, p)
	}
	g = triedTogether(s.try)
	if s.none > 0 {
		g = newGuide(s.none, s.top(), s.next).together()
	}
	if p <= 0.5 {
		return g, true
	}
	failures := g.draw
	return together[int64]{g.depth, func(a *ahead, out []int64, undecided []int) []int {
		undecided = failures(a, out, undecided)
		for i, k := range out {
			out[i] = n - k
		}
		return undecided
	}}, true
}

// stirling is log k! - (log sqrt(2 pi) + (k+1/2) log(k+1) - (k+1)), exact to 1e-12 by the series from 10 on.
func stirling(k float64) float64 {
	if k < 10 {
		return stirlings[int(k)]
	}
	s := (k + 1) * (k + 1)
	return (1.0/12 - (1.0/360-(1.0/1260-1.0/1680/s)/s)/s) / (k + 1)
}

var stirlings = func() (r [10]float64) {
	for i := range r {
		k := float64(i)
		lg, _ := math.Lgamma(k + 1)
		r[i] = lg - (0.5*math.Log(2*math.Pi) + (k+0.5)*math.Log(k+1) - (k + 1))
	}
	return r
}()
