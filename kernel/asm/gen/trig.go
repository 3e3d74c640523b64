package main

import "math/big"

// trigs are the sine and its kin. x is a multiple of pi/2 and a rest in two parts, |rest| <= pi/4 (Cody and
// Waite, Software Manual for the Elementary Functions, 1980, with fused steps and pi/2 in three parts);
// beyond 2^30 Go takes more digits of pi. float32 has a multiple of pi instead.
func trigs() []*fn {
	return []*fn{
		{"sin", "the sine of x", 0.8, 1.2, 1, func(p *prog) val { return p.sine(0) }, func(p *prog) val { return p.sine32(0) }, true},
		{"cos", "the cosine of x", 0.8, 1.2, 1, func(p *prog) val { return p.sine(1) }, func(p *prog) val { return p.sine32(1) }, true},
		{"tan", "the tangent of x", 0.95, 1.7, 1, tanD, tanS, true},
	}
}

var (
	halfPi  = scaled(pi, 0.5)
	quarter = 0.7853981633974484 // a little above pi/4
	sinTail = fit(sinAfter(1), 0, quarter*quarter, 7)
	cosTail = fit(cosAfter(2), 0, quarter*quarter, 7)
)

// far marks the arguments that Go reduces.
func (p *prog) far(x val) { p.rare = p.le(p.f(0x1p30), p.abs(x)) }

// turn is x - n pi/2 in two parts, and n in the low bits.
func (p *prog) turn(x val) (r, lo, bits val) {
	c := parts(halfPi, 53, 53)
	n, bits := p.nearest(x, p.f(near(new(big.Float).Quo(big.NewFloat(1), halfPi))))
	h := p.fnma(n, p.f(c[0]), x) // exact
	b := p.mul(n, p.f(c[1]))
	s, e := p.two(h, p.neg(b))
	e = p.fnma(n, p.f(c[2]), p.sub(e, p.fms(n, p.f(c[1]), b)))
	r, lo = p.fast2(s, e)
	return r, lo, bits
}

// sinParts is r + t, the sine of r+lo; cosParts is w + t, the cosine.
func (p *prog) sinParts(r, lo, z val) (val, val) {
	return r, p.fma(p.mul(z, r), p.poly(z, sinTail), p.fnma(p.mul(z, p.f(0.5)), lo, lo))
}

func (p *prog) cosParts(r, lo, z val) (val, val) {
	h := p.mul(z, p.f(0.5))
	w := p.sub(p.f(1), h)
	e := p.fnma(p.fms(r, r, z), p.f(0.5), p.sub(p.sub(p.f(1), w), h))
	return w, p.add(e, p.fma(p.mul(z, z), p.poly(z, cosTail), p.neg(p.mul(r, lo))))
}

// sine is the sine of x and so many quarter turns. Near 0 the sine is x, with its sign.
func (p *prog) sine(quarters uint64) val {
	x := p.arg(0)
	p.far(x)
	r, lo, bits := p.turn(x)
	if quarters > 0 {
		bits = p.addi(bits, p.u(quarters))
	}
	z := p.mul(r, r)
	s, st := p.sinParts(r, lo, z)
	c, ct := p.cosParts(r, lo, z)
	odd := p.odd(bits)
	y := p.add(p.pick(odd, c, s), p.pick(odd, ct, st))
	y = p.xor(y, p.sign(p.shl(bits, 62)))
	if quarters > 0 {
		return y
	}
	return p.pick(p.lt(p.abs(x), p.f(0x1p-27)), x, y)
}

// tanD is the quotient of sine and cosine, both in two parts.
func tanD(p *prog) val {
	x := p.arg(0)
	p.far(x)
	r, lo, bits := p.turn(x)
	z := p.mul(r, r)
	s, sl := p.fast2(p.sinParts(r, lo, z))
	c, cl := p.fast2(p.cosParts(r, lo, z))
	odd := p.odd(bits)
	y := p.quotient(p.pick(odd, c, s), p.pick(odd, cl, sl), p.pick(odd, s, c), p.pick(odd, sl, cl))
	y = p.xor(y, p.shl(bits, 63))
	return p.pick(p.lt(p.abs(x), p.f(0x1p-27)), x, y)
}

// quotient is (a+al)/(b+bl), by one division: b is neither so small nor so large that its reciprocal leaves
// the range.
func (p *prog) quotient(a, al, b, bl val) val {
	i := p.div(p.f(1), b)
	q := p.mul(a, i)
	return p.fma(p.add(p.fnma(q, b, a), p.fnma(q, bl, al)), i, q)
}
