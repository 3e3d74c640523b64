package rng

import "math"

// Gamma is a gamma number of the given shape and scale 1, by Marsaglia and Tsang, "A Simple Method for Generating Gamma
// Variables" (ACM TOMS 26, 2000). Shape 0 gives 0; the shape is not negative.
func (d *Draws) Gamma(shape float64) float64 {
	switch {
	case shape == 0:
		return 0
	case math.IsNaN(shape):
		return shape
	case shape < 1: // their section 6: a power of a uniform number lowers the shape by one
		g := d.Gamma(shape + 1)
		return g * math.Pow(d.Open(), 1/shape)
	}
	t := shape - 1.0/3
	c := 1 / math.Sqrt(9*t)
	for {
		x := d.Normal()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		u := d.Open()
		x2 := x * x
		if u < 1-0.0331*x2*x2 || math.Log(u) < 0.5*x2+t*(1-v+math.Log(v)) {
			return t * v
		}
	}
}

// Beta is a beta number of shapes a and b, both above 0. Small shapes take Jöhnk's method (1964) with its comparison in logarithms,
// others the ratio of two gamma numbers.
func (d *Draws) Beta(a, b float64) float64 {
	if a > 1 || b > 1 {
		x, y := d.Gamma(a), d.Gamma(b)
		return x / (x + y)
	}
	for {
		lx, ly := math.Log(d.Open())/a, math.Log(d.Open())/b
		m := max(lx, ly)
		x, y := math.Exp(lx-m), math.Exp(ly-m)
		if s := x + y; m+math.Log(s) <= 0 {
			return x / s
		}
	}
}

// ChiSquare is a chi-square number of df degrees of freedom.
func (d *Draws) ChiSquare(df float64) float64 { return 2 * d.Gamma(df/2) }

// StudentT is Student's t of df degrees of freedom.
func (d *Draws) StudentT(df float64) float64 {
	z := d.Normal()
	return z / math.Sqrt(d.Gamma(df/2)/(df/2))
}
