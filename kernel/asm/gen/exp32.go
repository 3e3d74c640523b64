package main

import "math"

// The exponentials of float32 in lanes of their own: x is n ln2 + r with |r| <= ln2/2, and e^r a polynomial.

var (
	expTail32  = fit(expAfter(2), -math.Ln2/2-1e-7, math.Ln2/2+1e-7, 5) // (e^r - 1 - r)/r^2
	exp2Tail32 = rescaled(fit(expAfter(1), -math.Ln2/2, math.Ln2/2, 6), math.Ln2)
	ln2Parts32 = parts(ln2, 24)
)

// rescaled is the polynomial (c[0] + c[1] (b x) + ...) b of x.
func rescaled(c []float64, b float64) []float64 {
	o := make([]float64, len(c))
	by := b
	for i, v := range c {
		o[i] = v * by
		by *= b
	}
	return o
}

// turns32 is x as n ln2 + r, n also in the low bits.
func (p *prog) turns32(x val) (n, bits, h, r val) {
	n, bits = p.nearest(x, p.f(1/math.Ln2))
	h = p.fnma(n, p.f(ln2Parts32[0]), x) // exact
	return n, bits, h, p.fnma(n, p.f(ln2Parts32[1]), h)
}

func expS(p *prog) val {
	n, _, _, r := p.turns32(p.clamp(p.arg(0), -105, 90))
	return p.scale(p.poly(r, append([]float64{1, 1}, expTail32...)), n)
}

func exp2S(p *prog) val {
	x := p.clamp(p.arg(0), -152, 130)
	n := p.sub(p.add(x, p.f(p.shifter())), p.f(p.shifter()))
	return p.scale(p.poly(p.sub(x, n), append([]float64{1}, exp2Tail32...)), n)
}

// expm1Tail32 is expTail32 on [log 3/4, log 3/2].
var expm1Tail32 = fit(expAfter(2), -0.28769, 0.40547, 6)

// expm1S has r in [log 3/4, log 3/2], where neither 2p + 1 nor p/2 - 1/2 has a larger relative error than p =
// e^r - 1 had. All is halved, so that only what overflows does.
func expm1S(p *prog) val {
	x := p.arg(0)
	c := p.clamp(x, -20, 89)
	bits := p.add(p.fma(c, p.f(1/math.Ln2), p.f(0.5-math.Log2(1.5))), p.f(p.shifter()))
	n := p.sub(bits, p.f(p.shifter()))
	h := p.fnma(n, p.f(ln2Parts32[0]), c) // exact
	r := p.fnma(n, p.f(ln2Parts32[1]), h)
	l := p.fnma(n, p.f(ln2Parts32[1]), p.sub(h, r)) // what r lost
	l = p.fma(p.mul(r, r), p.poly(r, expm1Tail32), l)
	s := p.shl(p.addi(bits, p.u(p.bias()-1)), 23)
	y := p.fma(s, p.add(r, l), p.sub(s, p.f(0.5)))
	return p.orSign(p.add(y, y), x)
}
