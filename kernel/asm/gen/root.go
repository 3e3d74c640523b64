package main

import "math"

// roots are the cube root, the length of a pair, and the power.
func roots() []*fn {
	return []*fn{
		{"cbrt", "the cube root of x", 0.52, 0.51, 1, cbrtD, cbrtS, false},
		{"hypot", "the root of x^2 + y^2", 0.8, 0.51, 2, hypotD, hypotS, false},
		{"power", "x to the y", 0.8, 0.51, 2, powD, powS, false},
	}
}

var (
	cubeStart  = cubeCoefs()
	thirdRoots = &table{"thirdRoots", thirds(func(s float64) float64 { return math.Exp2(-s / 3) })}
	thirdTwos  = &table{"thirdTwos", thirds(math.Exp2)}
)

// cubeCoefs is m^(-1/3) for m in [1, 2), of m/1.5 - 1, within 2^-18.
func cubeCoefs() []float64 {
	c := fit(power(-1, 3), -1.0/3, 1.0/3, 7)
	for i := range c {
		c[i] /= math.Cbrt(1.5)
	}
	return c
}

func thirds(f func(float64) float64) []float64 {
	o := make([]float64, 8)
	for i := range o {
		o[i] = f(float64(min(i, 2)))
	}
	return o
}

// cubeParts: a is 2^3q m with m in [1, 8), and z is m^(-1/3), nearly.
func (p *prog) cubeParts(a, lost val) (q, m, z val) {
	n := p.sub(p.or(p.shr(a, 52), p.f(0x1p52)), lost)
	q = p.floor(p.fma(n, p.f(1.0/3), p.f(1.0/6)))
	idx := p.add(p.fnma(q, p.f(3), n), p.f(shifter))
	m = p.or(p.and(a, p.u(0xfffffffffffff)), p.f(1))
	z = p.mul(p.poly(p.fms(m, p.f(1/1.5), p.f(1)), cubeStart), p.look(thirdRoots, idx))
	m = p.mul(m, p.look(thirdTwos, idx))
	e := p.fnma(p.mul(p.mul(z, z), z), m, p.f(1)) // a step of the third order
	z = p.fma(p.mul(z, e), p.fma(e, p.f(2.0/9), p.f(1.0/3)), z)
	return q, m, z
}

// cubeEnd gives the root its sign, and zeros and infinities what they get.
func (p *prog) cubeEnd(x, a, y val) val {
	y = p.pick(p.lt(a, p.f(inf)), y, a)
	return p.or(p.pick(p.eq(a, p.f(0)), a, y), p.sign(x))
}

// cbrtD corrects m z^2 once by what its cube, in two parts, is away from m.
func cbrtD(p *prog) val {
	x := p.arg(0)
	a := p.abs(x)
	small := p.lt(a, p.f(0x1p-1022))
	q, m, z := p.cubeParts(p.pick(small, p.mul(a, p.f(0x1p54)), a), p.pick(small, p.f(unbiased+54), p.f(unbiased)))
	z2 := p.mul(z, z)
	t := p.mul(m, z2)
	t2 := p.mul(t, t)
	t3 := p.mul(t2, t)
	low := p.fma(p.fms(t, t, t2), t, p.fms(t2, t, t3))
	t = p.fma(p.sub(p.sub(m, t3), low), p.mul(z2, p.f(1.0/3)), t)
	return p.cubeEnd(x, a, p.mul(t, p.pow2(q)))
}

func cbrtS(p *prog) val {
	x := p.arg(0)
	a := p.abs(x)
	q, m, z := p.cubeParts(a, p.f(unbiased))
	return p.cubeEnd(x, a, p.mul(p.mul(m, p.mul(z, z)), p.pow2(q)))
}

// hypotD corrects the root once (Borges, Algorithm 1014: An improved algorithm for hypot(x, y), TOMS 47(1),
// 2021).
func hypotD(p *prog) val {
	ax, ay := p.abs(p.arg(0)), p.abs(p.arg(1))
	sum := p.add(ax, ay)
	less := p.lt(ax, ay)
	x, y := p.pick(less, ay, ax), p.pick(less, ax, ay)
	large, small := p.lt(p.f(0x1p500), x), p.lt(x, p.f(0x1p-450))
	by := p.pick(large, p.f(0x1p-600), p.pick(small, p.f(0x1p600), p.f(1)))
	back := p.pick(large, p.f(0x1p600), p.pick(small, p.f(0x1p-600), p.f(1)))
	x, y = p.mul(x, by), p.mul(y, by)
	h := p.sqrt(p.fma(x, x, p.mul(y, y)))
	h2, x2 := p.mul(h, h), p.mul(x, x)
	c := p.add(p.fnma(y, y, p.sub(h2, x2)), p.sub(p.fms(h, h, h2), p.fms(x, x, x2)))
	v := p.mul(p.sub(h, p.div(c, p.max(p.add(h, h), p.f(0x1p-1000)))), back)
	return p.lengthEnd(ax, ay, sum, v)
}

// lengthEnd is infinite where either side is, even beside NaN.
func (p *prog) lengthEnd(ax, ay, sum, v val) val {
	v = p.pick(p.ne(sum, sum), sum, v)
	return p.pick(p.mor(p.eq(ax, p.f(inf)), p.eq(ay, p.f(inf))), p.f(inf), v)
}

func hypotS(p *prog) val {
	x, y := p.arg(0), p.arg(1)
	ax, ay := p.abs(x), p.abs(y)
	return p.lengthEnd(ax, ay, p.add(ax, ay), p.sqrt(p.fma(x, x, p.mul(y, y))))
}

// powerLog are the tables of the logarithm for powers: 32 points of [3/4, 3/2), so near that the cube of the
// rest is small. 1 is one of them.
var powerInverse, powerLog, powerLogTail = powerTables()

// powerHalf is half the way between points, by the bits of numbers.
const powerHalf = 1 << 46

func powerTables() (inv, hi, lo *table) {
	inv, hi, lo = &table{name: "powerInverse"}, &table{name: "powerLog"}, &table{name: "powerLogTail"}
	for i := range 32 {
		a := math.Float64frombits(0x3fe8000000000000 + uint64(i)<<47 - powerHalf)
		b := math.Float64frombits(0x3fe8000000000000 + uint64(i+1)<<47 - powerHalf)
		if i == 31 {
			b = 1.5
		}
		c := 1.0
		if i != 16 {
			c = exactPoint(a, b)
		}
		l := logOf(c)
		l.Neg(l)
		f, _ := l.Float64()
		h := math.Ldexp(math.Round(math.Ldexp(f, 42)), -42)
		inv.v, hi.v, lo.v = append(inv.v, c), append(hi.v, h), append(lo.v, near(after(l, h)))
	}
	return inv, hi, lo
}

// exactPoint is the number by which the numbers of [a, b] get nearest to 1 where the difference to 1 is
// exact.
func exactPoint(a, b float64) (c float64) {
	last := math.Ldexp(1, math.Ilogb(a)-52)
	least := 1.0
	for step := 16.0; step <= 256; step *= 2 {
		at := math.Round(2/(a+b)*step) / step
		r := max(math.Abs(a*at-1), math.Abs(b*at-1))
		if r < least && r < 0x1p53*last/step {
			least, c = r, at
		}
	}
	return c
}

var powerTail = fit(logAfter(2), -1.0/42, 1.0/50, 8)

// fraction is split for |x|, by 32 points; it marks zeros and what is infinite among x and y.
func (p *prog) fraction(x, y val) split {
	if p.wide {
		p.rare = p.mor(p.class(x, zeros|infinities), p.class(y, infinities))
		m := p.getmantabs(x)
		return split{n: p.sub(p.getexp(x), p.getexp(m)), m: m, idx: p.pointOf(m), turned: true}
	}
	a := p.abs(x)
	p.rare = p.mor(p.le(a, p.f(0)), p.mor(p.le(p.f(inf), a), p.le(p.f(inf), p.abs(y))))
	small := p.lt(a, p.f(0x1p-1022))
	s := p.split(p.pick(small, p.mul(a, p.f(0x1p54)), a), p.pick(small, p.f(unbiased+54), p.f(unbiased)))
	s.idx, s.turned = p.pointOf(s.m), true
	return s
}

// pointOf is the number of the point next to m; the last point has no interval of its own above 3/2.
func (p *prog) pointOf(m val) val { return p.shr(p.addi(p.min(p.f(1.48), m), p.u(powerHalf)), 47) }

// powD is e^(y log|x|), the logarithm with 64 bits and more in two parts: with the tables of Tang, in
// double-double arithmetic up to r^2, as in the powers of Arm's optimized routines (S. Nagy, 2018).
func powD(p *prog) val {
	x, y := p.arg(0), p.arg(1)
	s := p.fraction(x, y)
	r := p.fms(s.m, p.entry(powerInverse, s), p.f(1))
	t1 := p.fma(s.n, p.f(natural.n2[0]), p.entry(powerLog, s))
	t2, e := p.fast2(t1, r)
	lo := p.add(p.fma(s.n, p.f(natural.n2[1]), p.entry(powerLogTail, s)), e)
	q := p.mul(r, p.f(-0.5))
	h := p.fma(q, r, t2)
	lo = p.add(lo, p.fma(q, r, p.sub(t2, h)))
	r2 := p.mul(r, r)
	lo = p.fma(p.mul(r2, r), p.estrin(r, r2, powerTail), lo)
	eh := p.mul(y, h)
	el := p.bound(p.fma(y, lo, p.fms(y, h, eh)), 1) // NaN and infinite where eh is
	eh = p.bound(eh, 800)
	q, bits := p.sixteenths(p.add(eh, el))
	c := parts(ln2, 36)
	rest := p.add(p.fnma(q, p.f(c[0]), eh), p.fnma(q, p.f(c[1]), el))
	return p.powEnd(x, y, p.expEnd(q, bits, rest))
}

// powEnd is the power v of |x| with the sign that x and y say, and C99's special cases among finite numbers.
func (p *prog) powEnd(x, y, v val) val {
	special := noVal
	if p.wide {
		special = p.mor(p.class(x, negatives|nans), p.class(y, nans))
	}
	return p.when(special, v, func(v val) val {
		minus := p.lt(x, p.f(0))
		half := p.mul(y, p.f(0.5))
		v = p.pick(p.mand(minus, p.ne(p.floor(half), half)), p.neg(v), v)
		v = p.pick(p.mand(minus, p.ne(p.floor(y), y)), p.f(math.NaN()), v)
		s := p.add(x, y)
		v = p.pick(p.ne(s, s), s, v)
		return p.pick(p.mor(p.eq(x, p.f(1)), p.eq(y, p.f(0))), p.f(1), v)
	})
}

func powS(p *prog) val {
	x, y := p.arg(0), p.arg(1)
	a := p.abs(x)
	p.rare = p.mor(p.le(a, p.f(0)), p.mor(p.le(p.f(inf), a), p.le(p.f(inf), p.abs(y))))
	w := p.clamp(p.mul(y, p.logIn32(natural, a)), -110, 100)
	n, bits := p.nearest(w, p.f(1/math.Ln2))
	r := p.fnma(n, p.f(math.Ln2), w)
	return p.powEnd(x, y, p.mul(p.poly(r, expWide32), p.shl(p.addi(bits, p.u(1023)), 52)))
}

// expWide32 is e^x for |x| <= ln2/2 with the precision float32 needs.
var expWide32 = fit(expAfter(0), -math.Ln2/2-1e-9, math.Ln2/2+1e-9, 8)
