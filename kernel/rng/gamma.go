package rng

import "math"

// marsaglia is the constants of one shape of at least 1.
type marsaglia struct{ t, c float64 }

func newMarsaglia(shape float64) marsaglia {
	t := shape - 1.0/3
	return marsaglia{t, 1 / math.Sqrt(9*t)}
}

// rejected marks what is drawn again.
var rejected = math.NaN()

// try is the number of a normal number x and a uniform one u in (0, 1]. Products are not fused with sums, so
// that machines agree.
func (m marsaglia) try(x, u float64) float64 {
	v, x2 := 1+float64(m.c*x), x*x
	w := float64(v*v) * v
	if u < 1-float64(0.0331*float64(x2*x2)) && v > 0 { // the first implies most of the second
		return m.t * w
	}
	if v <= 0 {
		return rejected
	}
	// Logarithms to seven digits tell nearly always.
	d := 0.5*x2 + m.t*(1-w+roughLog(w)) - roughLog(u)
	if far := 1e-6 * (1 + m.t); d > far {
		return m.t * w
	} else if d < -far {
		return rejected
	}
	if math.Log(u) < float64(0.5*x2)+float64(m.t*(1-w+math.Log(w))) {
		return m.t * w
	}
	return rejected
}

// roughLog is the logarithm of a positive normal number within 1e-7, by the first terms of that of
// (1+s)/(1-s).
func roughLog(x float64) float64 {
	const root = 0x3FE6A09E667F3BCD // of a half
	b := math.Float64bits(x) - root
	e := int64(b) >> 52
	y := math.Float64frombits(b&(1<<52-1) + root) // from the root of a half to that of two
	s := (y - 1) / (y + 1)
	z := s * s
	return float64(e)*math.Ln2 + 2*s*(1+z*(1./3+z*(1./5+z*(1./7))))
}

// Gamma is a gamma number of the given shape and scale 1, by Marsaglia and Tsang, "A Simple Method for
// Generating Gamma Variables" (ACM TOMS 26, 2000). Shape 0 gives 0; the shape is not negative.
func (d *Draws) Gamma(shape float64) float64 {
	switch {
	case shape == 0:
		return 0
	case math.IsNaN(shape):
		return shape
	case shape < 1: // their section 6: a power of a uniform number lowers the shape by one
		g := d.Gamma(shape + 1)
		return g * math.Exp(-d.Exponential()/shape)
	}
	m := newMarsaglia(shape)
	for {
		x := d.Normal()
		if 1+float64(m.c*x) <= 0 {
			continue // without a uniform number
		}
		if g := m.try(x, d.Open()); g == g {
			return g
		}
	}
}

// gammas makes first gamma numbers of words k and on; NaN where those do not decide. It returns the first
// word after them.
func (a *ahead) gammas(out []float64, shape float64, k int) (next int) {
	m := newMarsaglia(shape)
	if shape < 1 {
		m = newMarsaglia(shape + 1)
	}
	x, u := a.normals(k, 0), a.words(k+2)
	for i := range out {
		out[i] = m.try(x[2*i], unitOpen(u[2*i]))
	}
	if shape >= 1 {
		return k + 3
	}
	for i, e := range a.exponentials(k+3, 0) {
		out[i] *= math.Exp(-e / shape)
	}
	return k + 4
}

func nans(out []float64, undecided []int) []int {
	for i, x := range out {
		if x != x {
			undecided = append(undecided, i)
		}
	}
	return undecided
}

// gammasTogether draws gamma numbers times by.
func gammasTogether(shape, by float64) (g together[float64], ok bool) {
	return together[float64]{2, func(a *ahead, out []float64, undecided []int) []int {
		a.gammas(out, shape, 0)
		undecided = nans(out, undecided)
		for i := range out {
			out[i] *= by
		}
		return undecided
	}}, shape > 0 && shape < math.Inf(1)
}

// Beta is a beta number of shapes a and b, both above 0. Small shapes take Jöhnk's method (1964) with its
// comparison in logarithms, others the ratio of two gamma numbers.
func (d *Draws) Beta(a, b float64) float64 {
	if a > 1 || b > 1 {
		x, y := d.Gamma(a), d.Gamma(b)
		return x / (x + y)
	}
	for {
		if z := johnk(d.Exponential(), d.Exponential(), a, b); z == z {
			return z
		}
	}
}

// johnk is the number of two exponential ones, rejected or not.
func johnk(e, f, a, b float64) float64 {
	u, v := e, f
	e /= a
	f /= b
	m := min(e, f) // of the greater power
	if math.IsInf(m, 1) {
		return min(1, math.Floor(a/b/(u/v))) // 1 or 0: nothing is between
	}
	r := math.Exp(m - max(e, f))
	// Whether m >= log(1+r), by bounds of it where they tell.
	if m < 2*r/(2+r) || m*(6+4*r) < r*(6+r) && m < math.Log(1+r) {
		return rejected
	}
	if e <= f {
		return 1 / (1 + r)
	}
	return r / (1 + r)
}

// betasTogether draws beta numbers.
func betasTogether(p, q float64) (g together[float64], ok bool) {
	ok = p > 0 && q > 0 && max(p, q) < math.Inf(1)
	if p > 1 || q > 1 {
		return together[float64]{4, func(a *ahead, out []float64, undecided []int) []int {
			next := a.gammas(out, p, 0)
			y := a.second[:len(out)]
			a.gammas(y, q, next)
			for i, x := range out {
				out[i] = x / (x + y[i])
			}
			return nans(out, undecided)
		}}, ok
	}
	return together[float64]{2, func(a *ahead, out []float64, undecided []int) []int {
		e, f := a.exponentials(0, 0), a.exponentials(1, 1)
		for i := range out {
			out[i] = johnk(e[i], f[i], p, q)
		}
		e, f = a.exponentials(2, 0), a.exponentials(3, 1)
		for i, x := range out {
			if x != x {
				out[i] = johnk(e[i], f[i], p, q)
			}
		}
		return nans(out, undecided)
	}}, ok
}

// ChiSquare is a chi-square number of df degrees of freedom.
func (d *Draws) ChiSquare(df float64) float64 { return 2 * d.Gamma(df/2) }

// StudentT is Student's t of df degrees of freedom.
func (d *Draws) StudentT(df float64) float64 {
	z := d.Normal()
	return z / math.Sqrt(d.Gamma(df/2)/(df/2))
}

// studentsTogether draws Student's t.
func studentsTogether(df float64) (g together[float64], ok bool) {
	return together[float64]{3, func(a *ahead, out []float64, undecided []int) []int {
		a.gammas(out, df/2, 2)
		for i, z := range a.normals(0, 0) {
			if i%2 == 0 {
				out[i/2] = z / math.Sqrt(out[i/2]/(df/2))
			}
		}
		return nans(out, undecided)
	}}, df > 0 && df < math.Inf(1)
}
