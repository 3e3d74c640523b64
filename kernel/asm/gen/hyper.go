package main

import "math"

// hypers are the hyperbolic functions, from the exponential in two parts, and their inverses, from the
// logarithm of 1+v with v in two parts.
func hypers() []*fn {
	return []*fn{
		{"sinh", "the hyperbolic sine of x", 0.8, 1.2, 1, sinhD, sinhS, true},
		{"cosh", "the hyperbolic cosine of x", 0.8, 1.2, 1, coshD, coshS, true},
		{"tanh", "the hyperbolic tangent of x", 1, 1, 1, tanhD, tanhS, true},
		{"arcsinh", "the inverse hyperbolic sine of x", 0.8, 0.51, 1, asinhD, asinhS, false},
		{"arccosh", "the inverse hyperbolic cosine of x", 0.8, 0.51, 1, acoshD, acoshS, false},
		{"arctanh", "the inverse hyperbolic tangent of x", 0.8, 0.51, 1, atanhD, atanhS, false},
	}
}

// quarterExp is e^a/4 in two parts and e^-a/4; a at most 711. Halves would leave the range where the results
// do not.
func (p *prog) quarterExp(a val) (h, l, inverse val) {
	e := p.expParts(a, noVal)
	s := p.scale(e.t, p.sub(e.q, p.f(2)))
	h = p.fma(s, e.r, s)
	h, l = p.fast2(h, p.add(p.fma(s, e.r, p.sub(s, h)), p.mul(s, e.l)))
	return h, l, p.div(p.f(0.0625), h)
}

var sinhTail = fit(sinhAfter(1), 0, 1, 9)

func sinhD(p *prog) val {
	x := p.arg(0)
	a := p.abs(x)
	z := p.mul(a, a)
	small := p.fma(p.mul(a, z), p.poly(z, sinhTail), a)
	h, l, i := p.quarterExp(p.min(p.f(711), a))
	y := p.pick(p.lt(a, p.f(1)), small, p.mul(p.f(2), p.add(h, p.sub(l, i))))
	return p.or(y, p.sign(x))
}

func coshD(p *prog) val {
	h, l, i := p.quarterExp(p.min(p.f(711), p.abs(p.arg(0))))
	il := p.mul(p.fnma(i, l, p.fnma(i, h, p.f(0.0625))), p.mul(i, p.f(16)))
	s, e := p.fast2(h, i)
	return p.mul(p.f(2), p.add(s, p.add(e, p.add(l, il))))
}

// tanhD is (e^2a - 1)/(e^2a + 1). The sum with 2 loses nothing whichever is larger: what is a multiple of the
// sum's last place and smaller is a float.
func tanhD(p *prog) val {
	x := p.arg(0)
	a := p.min(p.f(22), p.abs(x))
	h, l := p.fast2(p.expm1Parts(p.add(a, a), 0, p.fast2))
	d, dl := p.fast2(p.f(2), h)
	return p.orSign(p.quotient(h, l, d, p.add(dl, l)), x)
}

// asinhD is log(1+v) with v = a + a^2/(1 + sqrt(1+a^2)), and log(2a) for large a.
func asinhD(p *prog) val {
	x := p.arg(0)
	a := p.abs(x)
	large := p.lt(p.f(0x1p28), a)
	t := p.mul(a, a)
	tl := p.fms(a, a, t)
	s, sl := p.two(t, p.f(1))
	w := p.sqrt(s)
	wl := p.div(p.add(p.fnma(w, w, s), p.add(sl, tl)), p.add(w, w))
	d, dl := p.fast2(w, p.f(1))
	dl = p.add(dl, wl)
	q := p.div(t, d)
	ql := p.div(p.fnma(q, dl, p.add(p.fnma(q, d, t), tl)), d)
	v, vl := p.fast2(a, q)
	vl = p.add(vl, ql)
	h, l := p.log1pParts(p.pick(large, a, v), p.pick(large, p.f(-1), vl), p.pick(large, p.f(1), p.f(0)))
	y := p.pick(p.lt(a, p.f(inf)), p.or(p.add(h, l), p.sign(x)), x)
	return p.pick(p.lt(a, p.f(0x1p-28)), x, y)
}

// acoshD is log(1+v) with t = x-1 and v = t + sqrt(t^2+2t), and log(2x) for large x.
func acoshD(p *prog) val {
	x := p.arg(0)
	large := p.lt(p.f(0x1p28), x)
	t := p.sub(x, p.f(1))
	t2 := p.mul(t, t)
	m, ml := p.two(p.add(t, t), t2)
	ml = p.add(ml, p.fms(t, t, t2))
	w := p.sqrt(m)
	wl := p.div(p.add(p.fnma(w, w, m), ml), p.max(p.add(w, w), p.f(0x1p-500)))
	v, vl := p.two(t, w)
	vl = p.add(vl, wl)
	h, l := p.log1pParts(p.pick(large, x, v), p.pick(large, p.f(-1), vl), p.pick(large, p.f(1), p.f(0)))
	y := p.pick(p.lt(x, p.f(inf)), p.add(h, l), x)
	return p.pick(p.lt(x, p.f(1)), p.f(math.NaN()), y)
}

// atanhD is log(1+v)/2 with v = 2a/(1-a).
func atanhD(p *prog) val {
	x := p.arg(0)
	a := p.abs(x)
	d, dl := p.fast2(p.f(1), p.neg(a))
	v := p.div(p.add(a, a), d)
	vl := p.div(p.fnma(v, dl, p.fnma(v, d, p.add(a, a))), d)
	h, l := p.log1pParts(v, vl, noVal)
	y := p.pick(p.lt(a, p.f(1)), p.mul(p.f(0.5), p.add(h, l)), p.pick(p.eq(a, p.f(1)), p.f(inf), p.f(math.NaN())))
	return p.pick(p.lt(a, p.f(0x1p-28)), x, p.or(y, p.sign(x)))
}

// odd32 is y, or x + c x^3 where x is so small that 1+x loses too much of it.
func (p *prog) odd32(x, a val, c float64, y val) val {
	small := p.fma(p.mul(p.mul(x, x), x), p.f(c), x)
	return p.or(p.pick(p.lt(a, p.f(0x1p-18)), small, y), p.sign(x))
}

func asinhS(p *prog) val {
	x := p.arg(0)
	a := p.abs(x)
	s := p.sqrt(p.fma(a, a, p.f(1)))
	v := p.add(a, p.div(p.mul(a, a), p.add(s, p.f(1))))
	y := p.pick(p.lt(a, p.f(inf)), p.logIn32(natural, p.add(v, p.f(1))), a)
	return p.odd32(x, a, -1.0/6, y)
}

func acoshS(p *prog) val {
	x := p.arg(0)
	t := p.sub(x, p.f(1))
	v := p.add(t, p.sqrt(p.mul(t, p.add(t, p.f(2)))))
	y := p.pick(p.lt(x, p.f(inf)), p.logIn32(natural, p.add(v, p.f(1))), x)
	return p.pick(p.lt(x, p.f(1)), p.f(math.NaN()), y)
}

func atanhS(p *prog) val {
	x := p.arg(0)
	a := p.abs(x)
	y := p.mul(p.f(0.5), p.logIn32(natural, p.div(p.add(p.f(1), a), p.sub(p.f(1), a))))
	y = p.pick(p.lt(a, p.f(1)), y, p.pick(p.eq(a, p.f(1)), p.f(inf), p.f(math.NaN())))
	return p.odd32(x, a, 1.0/3, y)
}

// logWide32 is log(1+r)/r.
var logWide32 = fit(logAfter(0), -1.0/31, 1.0/15.5, 8)

// logIn32 is the logarithm in lanes of 64 bits of a normal positive number, with the precision float32 needs.
func (p *prog) logIn32(b *base, x val) val {
	s := p.split(x, p.f(unbiased))
	r := p.fms(s.m, p.look(b.c, s.idx), p.f(1))
	c := make([]float64, len(logWide32))
	for i := range c {
		c[i] = logWide32[i] * b.by[0]
	}
	return p.fma(r, p.poly(r, c), p.fma(s.n, p.f(b.n2[0]+b.n2[1]), p.add(p.look(b.hi, s.idx), p.look(b.lo, s.idx))))
}
