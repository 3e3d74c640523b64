package main

import "math/big"

// The sine and its kin of float32 in lanes of their own: x is n pi/2 and a rest in two parts, by pi/2 in
// three parts of 24 bits, of which the first step is exact. Beyond 2^17 Go takes more digits of pi.

var (
	sinTail32 = fit(sinAfter(1), 0, quarter*quarter, 4)
	cosTail32 = fit(cosAfter(1), 0, quarter*quarter, 4)
)

// halfPi32 is pi/2 in three parts, the first rounded down, so that zeros keep their signs.
var halfPi32 = append([]float64{0x1.921fb4p0}, parts(after(halfPi, 0x1.921fb4p0), 24)...)

// turn32 is x - n pi/2 as r - lo, and n in the low bits; it marks the arguments that Go reduces.
func (p *prog) turn32(x val) (r, lo, bits val) {
	p.rare = p.le(p.f(0x1p17), p.abs(x))
	k := halfPi32
	n, bits := p.nearest(x, p.f(near(new(big.Float).Quo(big.NewFloat(1), halfPi))))
	h := p.fnma(n, p.f(k[0]), x)
	b := p.mul(n, p.f(k[1]))
	r = p.sub(h, b)
	e := p.sub(b, p.sub(h, r)) // nearly what r lost: where b is the larger one, h is short or r exact
	return r, p.fma(n, p.f(k[2]), p.add(e, p.fms(n, p.f(k[1]), b))), bits
}

// sine32 picks the coefficients of sine or cosine for one polynomial.
func (p *prog) sine32(quarters uint64) val {
	x := p.arg(0)
	r, lo, bits := p.turn32(x)
	if quarters > 0 {
		bits = p.addi(bits, p.u(quarters))
	}
	odd := p.odd(bits)
	z := p.mul(r, r)
	q := noVal
	for i := len(sinTail32) - 1; i >= 0; i-- {
		c := p.pick(odd, p.f(-cosTail32[i]), p.f(-sinTail32[i]))
		if q == noVal {
			q = c
		} else {
			q = p.fma(q, z, c)
		}
	}
	a := p.pick(odd, p.f(1), r)
	t := p.fma(p.mul(z, a), q, p.pick(odd, p.neg(p.mul(r, lo)), lo))
	return p.xorSign(p.sub(a, t), p.shl(bits, 30))
}

// tanS is the quotient of sine and cosine, both in two parts.
func tanS(p *prog) val {
	x := p.arg(0)
	r, lo, bits := p.turn32(x)
	z := p.mul(r, r)
	s, sl := p.fast2(r, p.fms(p.mul(r, z), p.poly(z, sinTail32), lo))
	c, cl := p.fast2(p.f(1), p.fma(z, p.poly(z, cosTail32), p.mul(r, lo)))
	odd := p.odd(bits)
	y := p.quotient(p.pick(odd, c, s), p.pick(odd, cl, sl), p.pick(odd, s, c), p.pick(odd, sl, cl))
	y = p.xorSign(y, p.shl(bits, 31))
	return p.pick(p.lt(p.abs(x), p.f(0x1p-12)), x, y)
}
