package linalg

import (
	"math"

	"github.com/mars-project/mars-go/kernel/asm"
)

// A secular is the equation 1/rho + sum of z[i]^2/(p[i]-x) = 0 with rho > 0. Its poles p are d, or the
// squares of d, ascending and apart; no z is zero and the sum of their squares is 1. There is a root right of
// every pole: Gu and Eisenstat, "A Divide-and-Conquer Algorithm for the Symmetric Tridiagonal Eigenproblem"
// (SIMAX 16, 1995), and "... for the Bidiagonal SVD" (same issue) for squares.
type secular struct {
	d, z    []float64
	rho     float64
	squared bool
	loops   *asm.Secular // nil for Go
}

// epsilon is the relative error of a rounded operation.
const epsilon = 0x1p-53

// from writes the distances of all poles from pole o to gaps, each with a small relative error.
func (s *secular) from(o int, gaps []float64) {
	p := s.d[o]
	if s.squared {
		for i, v := range s.d {
			gaps[i] = (v - p) * (v + p)
		}
		return
	}
	for i, v := range s.d {
		gaps[i] = v - p
	}
}

// A slope is the value of a part of the sum and its derivative.
type slope struct{ value, rate float64 }

// sums is the terms of the poles up to h and those behind it, at t from the origin of gaps.
func (s *secular) sums(h int, gaps []float64, t float64) (low, high slope) {
	low.value, low.rate = s.part(s.z[:h+1], gaps[:h+1], t)
	high.value, high.rate = s.part(s.z[h+1:], gaps[h+1:], t)
	return low, high
}

func (s *secular) part(z, gaps []float64, t float64) (value, rate float64) {
	if s.loops != nil {
		return s.loops.Sums(z, gaps, t)
	}
	for i, v := range z {
		q := v / (gaps[i] - t)
		value += v * q
		rate += q * q
	}
	return value, rate
}

// root is root j as its distance t from pole o; gaps gets the distances of all poles from it. Distances have
// small relative errors, which the orthogonality of vectors rests on. The iteration is that of LAPACK's
// xLAED4 with two poles: rational interpolation, by fixed weights or by the middle way (R.-C. Li, LAPACK
// Working Note 89, 1993), with bisection where it leaves the interval. ok is false when it does not end, as
// for NaN.
func (s *secular) root(j int, gaps []float64) (o int, t float64, ok bool) {
	k := len(s.d)
	if k == 1 {
		t = s.rho * s.z[0] * s.z[0]
		gaps[0] = -t
		return 0, t, t == t
	}
	b := bracket{s: s, gaps: gaps, a: j, last: j == k-1}
	if b.last {
		b.a--
	}
	b.start(j)
	ok = b.solve()
	for i := range gaps {
		gaps[i] -= b.t
	}
	return b.o, b.t, ok
}

// A bracket is the search for one root, between poles a and a+1 or behind both of them.
type bracket struct {
	s      *secular
	gaps   []float64 // of the poles from the origin
	a, o   int
	last   bool
	lo, hi float64 // the root is between them
	t      float64
}

// start chooses the nearer pole as origin, and solves the equation with the two poles exactly and the others
// as in the middle.
func (b *bracket) start(j int) {
	s, a := b.s, b.a
	b.o = j
	s.from(j, b.gaps)
	mid := s.rho / 2
	if !b.last {
		mid = b.gaps[a+1] / 2
	}
	low, high := s.sums(a, b.gaps, mid)
	w := 1/s.rho + low.value + high.value
	za, zb := s.z[a]*s.z[a], s.z[a+1]*s.z[a+1]
	c := w - za/(b.gaps[a]-mid) - zb/(b.gaps[a+1]-mid)
	if b.last {
		b.lo, b.hi = 0, mid
		if w <= 0 {
			b.lo, b.hi = mid, s.rho
		}
		gap := -b.gaps[a]
		if w <= 0 && c <= za/(gap+s.rho)+zb/s.rho {
			b.t = s.rho
			return
		}
		p, q := za+zb-c*gap, zb*gap
		r := math.Sqrt(math.Abs(p*p + 4*q*c))
		if p < 0 {
			b.t = 2 * q / (r - p)
		} else {
			b.t = (p + r) / (2 * c)
		}
		return
	}
	gap := b.gaps[a+1]
	if w > 0 {
		b.lo, b.hi = 0, mid
		p, q := c*gap+za+zb, za*gap
		r := math.Sqrt(math.Abs(p*p - 4*q*c))
		if p > 0 {
			b.t = 2 * q / (p + r)
		} else {
			b.t = (p - r) / (2 * c)
		}
		return
	}
	b.o = a + 1
	s.from(b.o, b.gaps)
	b.lo, b.hi = b.gaps[a]/2, 0
	p, q := c*gap-za-zb, zb*gap
	r := math.Sqrt(math.Abs(p*p + 4*q*c))
	if p < 0 {
		b.t = 2 * q / (p - r)
	} else {
		b.t = -(p + r) / (2 * c)
	}
}

// solve moves t until the equation holds up to rounding errors.
func (b *bracket) solve() bool {
	s := b.s
	inv := 1 / s.rho
	before, middle := math.Inf(1), false
	for step := range 400 {
		if !(b.t > b.lo && b.t < b.hi) && step == 0 {
			b.t = b.lo + (b.hi-b.lo)/2
		}
		low, high := s.sums(b.a, b.gaps, b.t)
		w, rate := inv+low.value+high.value, low.rate+high.rate
		if math.Abs(w) <= epsilon*(8*(math.Abs(low.value)+math.Abs(high.value))+inv+math.Abs(b.t)*rate) {
			return true
		}
		if w != w {
			return false
		}
		if w < 0 {
			b.lo = max(b.lo, b.t)
		} else {
			b.hi = min(b.hi, b.t)
		}
		if w*before > 0 && math.Abs(w) > math.Abs(before)/10 {
			middle = !middle
		}
		before = w
		next := b.t + b.step(low, high, w, middle)
		if !(next > b.lo && next < b.hi) || step > 50 {
			next = b.lo + (b.hi-b.lo)/2
			if b.lo > 0 && b.hi > 4*b.lo || b.hi < 0 && b.lo < 4*b.hi { // close to the pole only ratios count
				next = math.Copysign(math.Sqrt(math.Abs(b.lo))*math.Sqrt(math.Abs(b.hi)), b.hi+b.lo)
			}
		}
		if next == b.t || next <= b.lo && b.lo == b.t || next >= b.hi && b.hi == b.t {
			return true
		}
		b.t = next
	}
	return false
}

// step is how far the root of the interpolation with poles a and a+1 is from t.
func (b *bracket) step(low, high slope, w float64, middle bool) float64 {
	a, rate := b.a, low.rate+high.rate
	p, q := b.gaps[a]-b.t, b.gaps[a+1]-b.t
	var c float64
	switch {
	case b.last || middle:
		c = w - p*low.rate - q*high.rate
	case b.o == a:
		z := b.s.z[a] / p
		c = w - q*rate - (b.gaps[a]-b.gaps[a+1])*z*z
	default:
		z := b.s.z[a+1] / q
		c = w - p*rate - (b.gaps[a+1]-b.gaps[a])*z*z
	}
	x, y := (p+q)*w-p*q*rate, p*q*w
	var eta float64
	if b.last {
		c = math.Abs(c)
		r := math.Sqrt(math.Abs(x*x - 4*y*c))
		switch {
		case c == 0:
			eta = b.hi - b.t
		case x >= 0:
			eta = (x + r) / (2 * c)
		default:
			eta = 2 * y / (x - r)
		}
	} else {
		r := math.Sqrt(math.Abs(x*x - 4*y*c))
		switch {
		case c == 0:
			eta = y / x
		case x <= 0:
			eta = (x - r) / (2 * c)
		default:
			eta = 2 * y / (x + r)
		}
	}
	if !(w*eta < 0) { // the sum grows with t
		eta = -w / rate
	}
	return eta
}
