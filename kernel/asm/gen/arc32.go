package main

import "math"

// The inverse trigonometric functions of float32 in lanes of their own, as those of float64 but that the arc
// tangent is one polynomial up to 1.

var (
	// atanRest32 is (atan(t)/t - 1)/t^2 in powers of t^2, asinRest32 (asin(s)/s - 1)/s^2 in those of s^2.
	atanRest32 = meet(func(z float64) float64 { t := math.Sqrt(z); return (math.Atan(t) - t) / (z * t) }, 0.001, 1, 9)
	asinRest32 = fit(asinAfter(1), 0, 0.25, 6)
	halfPiIn32 = parts(halfPi, 24)
	piIn32     = parts(pi, 24)
)

// arctanRest is what comes to t in the arc tangent for |t| <= 1.
func (p *prog) arctanRest(t val) val {
	z := p.mul(t, t)
	return p.mul(p.mul(t, z), p.poly(z, atanRest32))
}

func atanS(p *prog) val {
	x := p.arg(0)
	a := p.abs(x)
	up := p.lt(p.f(1), a)
	t := p.div(p.pick(up, p.f(-1), a), p.pick(up, a, p.f(1)))
	l := p.add(p.arctanRest(t), p.pick(up, p.f(halfPiIn32[1]), p.f(0)))
	h, e := p.fast2(p.pick(up, p.f(halfPiIn32[0]), p.f(0)), t)
	return p.orSign(p.add(h, p.add(e, l)), x)
}

// atan2S divides the smaller by the larger, and puts the angle in its octant.
func atan2S(p *prog) val {
	y, x := p.arg(0), p.arg(1)
	ay, ax := p.abs(y), p.abs(x)
	up := p.lt(ax, ay)
	a, b := p.pick(up, ax, ay), p.pick(up, ay, ax)
	p.rare = p.mor(p.le(b, p.f(0)), p.le(p.f(inf), b))
	t := p.div(a, b)
	left := p.lt(p.orSign(p.f(1), x), p.f(0))
	base := p.pick(up, p.f(halfPiIn32[0]), p.pick(left, p.f(piIn32[0]), p.f(0)))
	lo := p.pick(up, p.f(halfPiIn32[1]), p.pick(left, p.f(piIn32[1]), p.f(0)))
	minus := p.xor(p.pick(up, p.f(math.Copysign(0, -1)), p.f(0)), p.sign(x)) // pi/2 -+ the angle, pi - the angle
	h, e := p.fast2(base, p.xor(minus, t))
	v := p.add(h, p.add(e, p.add(lo, p.xor(minus, p.arctanRest(t)))))
	s := p.add(x, y)
	return p.pick(p.ne(s, s), s, p.orSign(v, y))
}

// asinParts32 is asinParts without the last digits of the root.
func (p *prog) asinParts32(x val) halfAngle {
	a := p.abs(x)
	big := p.lt(p.f(0.5), a)
	z := p.pick(big, p.fnma(a, p.f(0.5), p.f(0.5)), p.mul(a, a))
	s := p.pick(big, p.sqrt(z), a)
	return halfAngle{big, s, p.mul(p.mul(s, z), p.poly(z, asinRest32)), noVal}
}

func asinS(p *prog) val {
	x := p.arg(0)
	a := p.asinParts32(x)
	h, e := p.fast2(p.f(halfPiIn32[0]), p.mul(a.s, p.f(-2)))
	right := p.add(h, p.add(e, p.fma(a.t, p.f(-2), p.f(halfPiIn32[1]))))
	return p.orSign(p.pick(a.big, right, p.add(a.s, a.t)), x)
}

func acosS(p *prog) val {
	x := p.arg(0)
	a := p.asinParts32(x)
	small := p.sub(p.f(halfPiIn32[0]), p.add(x, p.sub(p.orSign(a.t, x), p.f(halfPiIn32[1]))))
	right := p.mul(p.f(2), p.add(a.s, a.t))
	left := p.sub(p.f(piIn32[0]), p.sub(right, p.f(piIn32[1])))
	return p.pick(a.big, p.pick(p.lt(x, p.f(0)), left, right), small)
}
