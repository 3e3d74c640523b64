package main

// The hyperbolic sine and cosine of float32 in lanes of their own.

// sinhRest32 is (sinh(x)/x - 1)/x^2 in powers of x^2, up to 1.
var sinhRest32 = fit(sinhAfter(1), 0, 1, 4)

// quarters32 is e^a/4 as s + s e, s a power of two, and e^-a/4, for a at most 90: halves would leave the
// range where the results do not.
func (p *prog) quarters32(a val) (s, e, inverse val) {
	_, bits, h, r := p.turns32(a)
	l := p.fma(p.mul(r, r), p.poly(r, expTail32), p.fnma(p.sub(bits, p.f(p.shifter())), p.f(ln2Parts32[1]), p.sub(h, r)))
	s = p.shl(p.addi(bits, p.u(p.bias()-2)), int(p.digits()))
	e = p.add(r, l)
	return s, e, p.div(p.f(0.0625), p.fma(s, e, s))
}

func sinhS(p *prog) val {
	x := p.arg(0)
	a := p.abs(x)
	z := p.mul(a, a)
	small := p.fma(p.mul(a, z), p.poly(z, sinhRest32), a)
	s, e, i := p.quarters32(p.min(p.f(89.5), a))
	y := p.pick(p.lt(a, p.f(1)), small, p.mul(p.f(2), p.add(s, p.fms(s, e, i))))
	return p.orSign(y, x)
}

func coshS(p *prog) val {
	s, e, i := p.quarters32(p.min(p.f(89.5), p.abs(p.arg(0))))
	return p.mul(p.f(2), p.add(s, p.fma(s, e, i)))
}
