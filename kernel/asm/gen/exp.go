package main

import "math"

// exps are the exponentials. x is n ln2/16 + r with |r| <= ln2/32 and 2^(n/16) comes from a table of 16
// (Tang, Table-driven implementation of the exponential function in IEEE floating-point arithmetic, TOMS
// 15(2), 1989); for float32 r goes to ln2/2, and there is no table (exp32.go).
func exps() []*fn {
	return []*fn{
		{"exp", "e^x", 0.8, 1, 1, expD, expS, true},
		{"exp2", "2^x", 0.8, 1, 1, exp2D, exp2S, true},
		{"expm1", "e^x - 1", 0.55, 1.2, 1, expm1D, expm1S, true},
	}
}

var expT, expL = expTables()

// expTables are 2^(i/16), and how much larger the true values are, relatively.
func expTables() (t, l *table) {
	t, l = &table{name: "exp2Sixteenths"}, &table{name: "exp2SixteenthsTail"}
	for i := range 16 {
		x := exp2Of(float64(i) / 16)
		h := near(x)
		t.v = append(t.v, h)
		l.v = append(l.v, near(after(x, h))/h)
	}
	return t, l
}

// expTail is (e^r - 1 - r)/r^2 for |r| <= ln2/32.
var expTail = fit(expAfter(2), -math.Ln2/32-1e-9, math.Ln2/32+1e-9, 6)

// An exponential is e^x as 2^q t (1 + r + l): q to be rounded down, t from the table, l below 2^-11.
type exponential struct{ q, t, r, l val }

// sixteenths is x/ln2 rounded to sixteenths, whose number is in the low bits of a pattern.
func (p *prog) sixteenths(x val) (q, bits val) {
	bits = p.fma(x, p.f(1/math.Ln2), p.f(shifter/16))
	return p.sub(bits, p.f(shifter/16)), bits
}

// expParts takes x + dx apart, dx tiny; noVal for 0.
func (p *prog) expParts(x, dx val) exponential {
	q, bits := p.sixteenths(x)
	c := parts(ln2, 36)
	h := p.fnma(q, p.f(c[0]), x)
	r := p.fnma(q, p.f(c[1]), h)
	lo := p.fnma(q, p.f(c[1]), p.sub(h, r)) // what r lost
	if dx != noVal {
		lo = p.add(lo, dx)
	}
	tail := p.look(expL, bits)
	l := p.fma(p.mul(r, r), p.poly(r, expTail), p.add(p.fma(tail, r, tail), lo))
	return exponential{q, p.look(expT, bits), r, l}
}

// clamp keeps x in [lo, hi]; NaN stays.
func (p *prog) clamp(x val, lo, hi float64) val { return p.max(p.f(lo), p.min(p.f(hi), x)) }

func expD(p *prog) val {
	x := p.clamp(p.arg(0), -746, 710)
	q, bits := p.sixteenths(x)
	c := parts(ln2, 36)
	return p.expEnd(q, bits, p.fnma(q, p.f(c[1]), p.fnma(q, p.f(c[0]), x)))
}

// expEnd is 2^q e^r, the fraction of q in sixteenths in the low bits.
func (p *prog) expEnd(q, bits, r val) val {
	s := p.fma(p.mul(r, r), p.poly(r, expTail), p.add(r, p.look(expL, bits)))
	t := p.look(expT, bits)
	return p.scale(p.fma(t, s, t), q)
}

func exp2D(p *prog) val {
	x := p.clamp(p.arg(0), -1080, 1025)
	bits := p.add(x, p.f(shifter/16))
	q := p.sub(bits, p.f(shifter/16))
	return p.expEnd(q, bits, p.mul(p.sub(x, q), p.f(math.Ln2)))
}

// expm1D halves everything, so that only what overflows does. Near 0 it is x, with its sign.
func expm1D(p *prog) val {
	x := p.arg(0)
	h, l := p.expm1Parts(p.clamp(x, -60, 710), -1, p.two)
	return p.pick(p.lt(p.abs(x), p.f(0x1p-54)), x, p.mul(p.f(2), p.add(h, l)))
}

// expm1Parts is (e^x - 1) 2^by in two parts: (s - 2^by) + s (r + l), summed from the larger parts to the
// smaller ones, the first two by sum.
func (p *prog) expm1Parts(x val, by float64, sum func(a, b val) (s, e val)) (h, l val) {
	e := p.expParts(x, noVal)
	if by != 0 {
		e.q = p.add(e.q, p.f(by))
	}
	s := p.scale(e.t, e.q)
	d, de := sum(s, p.f(-math.Ldexp(1, int(by))))
	h = p.fma(s, e.r, d)
	he := p.fma(s, e.r, p.sub(d, h))
	return h, p.add(p.fma(s, e.l, de), he)
}

// pow2 is 2^n for an integer n in the range of normal numbers.
func (p *prog) pow2(n val) val {
	return p.raise(p.add(n, p.f(p.shifter())))
}

// raise is 2^n for the n in the low bits of a pattern.
func (p *prog) raise(bits val) val { return p.shl(p.addi(bits, p.u(p.bias())), int(p.digits())) }
