package main

import (
	"math"
	"math/big"
)

// arcs are the inverse trigonometric functions. Arc sine and cosine take a polynomial to 1/2, and beyond it
// the half angle, of sqrt((1-x)/2); the arc tangent takes the difference to the nearest of nine angles whose
// tangents are multiples of 1/8.
func arcs() []*fn {
	return []*fn{
		{"arcsin", "the angle in [-pi/2, pi/2] whose sine is x", 0.8, 1.2, 1, asinD, asinS, true},
		{"arccos", "the angle in [0, pi] whose cosine is x", 0.8, 1.2, 1, acosD, acosS, true},
		{"arctan", "the angle in [-pi/2, pi/2] whose tangent is x", 0.8, 1.3, 1, atanD, atanS, true},
		{"arctan2", "the angle of the point (y, x) given as (x, y)", 0.8, 1.6, 2, atan2D, atan2S, true},
	}
}

var asinTail = fit(asinAfter(1), 0, 0.25, 13)

// A halfAngle is asin(|x|) taken apart: s + t + l below 1/2, and pi/2 - 2(s + t + l) above.
type halfAngle struct{ big, s, t, l val }

func (p *prog) asinParts(x val) halfAngle {
	a := p.abs(x)
	big := p.lt(p.f(0.5), a)
	z := p.pick(big, p.mul(p.sub(p.f(1), a), p.f(0.5)), p.mul(a, a))
	root := p.sqrt(z)
	s := p.pick(big, root, a)
	l := p.div(p.fnma(root, root, z), p.max(p.add(root, root), p.f(0x1p-500)))
	return halfAngle{big, s, p.mul(p.mul(s, z), p.poly(z, asinTail)), l}
}

// from is hi + lo - 2(s + t + l), hi above all of it.
func (p *prog) from(hi, lo float64, a halfAngle) val {
	h, e := p.fast2(p.f(hi), p.mul(a.s, p.f(-2)))
	return p.add(h, p.add(e, p.fma(p.add(a.t, a.l), p.f(-2), p.f(lo))))
}

func asinD(p *prog) val {
	x := p.arg(0)
	a := p.asinParts(x)
	c := parts(halfPi, 53)
	return p.or(p.pick(a.big, p.from(c[0], c[1], a), p.add(a.s, a.t)), p.sign(x))
}

func acosD(p *prog) val {
	x := p.arg(0)
	a := p.asinParts(x)
	c, d := parts(halfPi, 53), parts(pi, 53)
	h, e := p.fast2(p.f(c[0]), p.neg(x))
	small := p.add(h, p.add(e, p.sub(p.f(c[1]), p.or(a.t, p.sign(x)))))
	right := p.mul(p.f(2), p.add(a.s, p.add(a.t, a.l)))
	return p.pick(a.big, p.pick(p.lt(x, p.f(0)), p.from(d[0], d[1], a), right), small)
}

var (
	atanTail              = fit(atanAfter(1), 0, 0.00395, 7)
	angles, anglesTail    = angleTables("arctanEighths", false)
	anglesUp, anglesUpEnd = angleTables("arccotEighths", true)
)

// angleTables are the angles whose tangent, or cotangent, is i/8, in two parts.
func angleTables(name string, co bool) (hi, lo *table) {
	hi, lo = &table{name: name}, &table{name: name + "Tail"}
	for i := range 16 {
		a := arctan(float64(min(i, 8)) / 8)
		if co {
			a.Sub(halfPi, a)
		}
		c := parts(a, 53)
		hi.v, lo.v = append(hi.v, c[0]), append(lo.v, c[1])
	}
	return hi, lo
}

// arctan is the angle in 300 bits by halving it thrice, for 0 <= x <= 1.
func arctan(x float64) *big.Float {
	one := digits("1")
	t := digits("0").SetFloat64(x)
	for range 3 { // tan(a/2) = t/(1 + sqrt(1+t^2))
		s := digits("0").Mul(t, t)
		s.Sqrt(s.Add(s, one))
		t.Quo(t, s.Add(s, one))
	}
	z, s, pow := digits("0").Mul(t, t), digits("0"), digits("0").Set(t)
	for i := 1; i < 200; i += 2 {
		d := digits("0").Quo(pow, big.NewFloat(float64(i)))
		if i%4 == 3 {
			d.Neg(d)
		}
		s.Add(s, d)
		pow.Mul(pow, z)
	}
	return s.Mul(s, big.NewFloat(8))
}

// angle is base + lo + (u + ul) with the series of the arc tangent, |u| <= 1/16.
func (p *prog) angle(base, lo, u, ul val) val {
	z := p.mul(u, u)
	t := p.add(p.fma(p.mul(u, z), p.poly(z, atanTail), ul), lo)
	h, e := p.fast2(base, u)
	return p.add(h, p.add(e, t))
}

func atanD(p *prog) val {
	x := p.arg(0)
	a := p.min(p.f(0x1p64), p.abs(x))
	up := p.lt(p.f(1), a)
	n, bits := p.nearest(p.pick(up, p.div(p.f(1), a), a), p.f(8))
	c, idx := p.mul(n, p.f(0.125)), bits
	// (a-c)/(1+ac), or of the reciprocal, (ac-1)/(a+c)
	d := p.fma(a, c, p.f(1))
	dl := p.pick(up, p.f(0), p.fma(a, c, p.sub(p.f(1), d)))
	d = p.pick(up, p.add(a, c), d)
	m := p.pick(up, p.fms(a, c, p.f(1)), p.sub(a, c))
	u := p.div(m, d)
	ul := p.div(p.sub(p.fnma(u, d, m), p.mul(u, dl)), d)
	base := p.pick(up, p.look(anglesUp, idx), p.look(angles, idx))
	lo := p.pick(up, p.look(anglesUpEnd, idx), p.look(anglesTail, idx))
	return p.or(p.angle(base, lo, u, ul), p.sign(x))
}

// atan2D divides the smaller by the larger; the angle is then put in its octant.
func atan2D(p *prog) val {
	y, x := p.arg(0), p.arg(1)
	ay, ax := p.abs(y), p.abs(x)
	up := p.lt(ax, ay)
	a, b := p.pick(up, ax, ay), p.pick(up, ay, ax)
	p.rare = p.mor(p.le(b, p.f(0x1p-960)), p.le(p.f(0x1p1000), b))
	n, bits := p.nearest(p.div(a, b), p.f(8))
	c, idx := p.mul(n, p.f(0.125)), bits
	cb := p.mul(c, b)
	m := p.sub(a, cb) // exact
	d := p.fma(a, c, b)
	u := p.div(m, d)
	ul := p.sub(p.fnma(u, d, m), p.fms(c, b, cb))
	ul = p.div(p.fnma(u, p.fma(a, c, p.sub(b, d)), ul), d)
	left := p.lt(p.or(p.sign(x), p.f(1)), p.f(0))
	k := parts(halfPi, 53)
	// up: pi/2 -+ the angle, left: pi - the angle
	base := p.pick(up, p.f(k[0]), p.pick(left, p.f(2*k[0]), p.f(0)))
	lo := p.pick(up, p.f(k[1]), p.pick(left, p.f(2*k[1]), p.f(0)))
	minus := p.xor(p.pick(up, p.f(math.Copysign(0, -1)), p.f(0)), p.sign(x))
	h, e := p.fast2(base, p.xor(minus, p.look(angles, idx)))
	lo = p.add(p.add(lo, e), p.xor(minus, p.look(anglesTail, idx)))
	v := p.angle(h, lo, p.xor(minus, u), p.xor(minus, ul))
	s := p.add(x, y)
	return p.pick(p.ne(s, s), s, p.or(v, p.sign(y)))
}
