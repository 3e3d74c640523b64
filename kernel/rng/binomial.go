package rng

import "math"

// Binomial is the number of successes in n trials of probability p. Few successes are found by inversion along the distribution; from a mean of 10
// on by the transformed rejection BTRS of Hörmann, "The generation of binomial random variates" (J. Stat. Comput. Simul. 46, 1993).
func (d *Draws) Binomial(n int64, p float64) int64 {
	switch {
	case n <= 0 || p <= 0:
		return 0
	case p > 0.5:
		return n - d.Binomial(n, 1-p)
	case float64(n)*p < 10:
		return d.binomialWalk(n, p)
	}
	return d.binomialReject(float64(n), p)
}

// binomialWalk adds geometric gaps between successes (Devroye, "Non-Uniform Random Variate Generation", X.4.3): the expected work is np + 1.
func (d *Draws) binomialWalk(n int64, p float64) int64 {
	lq := math.Log1p(-p)
	k, at := int64(0), 0.0
	for {
		at += math.Floor(math.Log(d.Open())/lq) + 1
		if at > float64(n) {
			return k
		}
		k++
	}
}

func (d *Draws) binomialReject(n, p float64) int64 {
	q := 1 - p
	spq := math.Sqrt(n * p * q)
	b := 1.15 + 2.53*spq
	a := -0.0873 + 0.0248*b + 0.01*p
	c := n*p + 0.5
	vr := 0.92 - 4.2/b
	alpha := (2.83 + 5.1/b) * spq
	r := p / q
	m := math.Floor((n + 1) * p)
	h := stirling(m) + stirling(n-m) + (m+0.5)*math.Log((m+1)/(r*(n-m+1)))
	for {
		u, v := d.Float64()-0.5, d.Open()
		us := 0.5 - math.Abs(u)
		k := math.Floor((2*a/us+b)*u + c)
		if us >= 0.07 && v <= vr {
			return int64(k)
		}
		if k < 0 || k > n || us == 0 {
			continue
		}
		v = math.Log(v * alpha / (a/(us*us) + b))
		if v <= h+(n+1)*math.Log((n-m+1)/(n-k+1))+(k+0.5)*math.Log(r*(n-k+1)/(k+1))-stirling(k)-stirling(n-k) {
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
