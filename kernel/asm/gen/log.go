package main

import (
	"math"
	"math/big"
	"slices"
)

// logs are the logarithms. x is 2^n m with 3/4 <= m < 3/2; a table of 16 has c near 1/m, 1 around 1, and the
// logarithm of 1/c; r = m c - 1 is small, and log(1+r) a polynomial (the method of Tang, Table-driven
// implementation of the logarithm function in IEEE floating-point arithmetic, TOMS 16(4), 1990, with fused
// steps).
func logs() []*fn {
	return []*fn{
		{"log", "the natural logarithm of x", 0.85, 1.2, 1, baseD(natural), logS(natural32), true},
		{"log2", "the logarithm of x to base 2", 0.85, 1.1, 1, baseD(binary), logS(binary32), true},
		{"log10", "the logarithm of x to base 10", 1, 1.3, 1, baseD(decimal), logS(decimal32), true},
		{"log1p", "log(1+x)", 0.85, 1.2, 1, log1pD, log1pS, true},
	}
}

// A base is what a logarithm is made of: c is near 1/m, hi and lo are log(1/c), n2 log(2) in two parts, by is
// 1/log(base) in two parts.
type base struct {
	c, hi, lo *table
	n2, by    []float64
}

// sixteenth is the interval of m that the upper four bits of m - 3/4 within its octave name.
func sixteenth(i int) (lo, width float64) {
	if i < 8 {
		return 0.75 + float64(i)/32, 1.0 / 32
	}
	return 1 + float64(i-8)/16, 1.0 / 16
}

var (
	natural = newBase("ln", big.NewFloat(1), ln2)
	binary  = newBase("log2", log2e, big.NewFloat(1))
	decimal = newBase("log10", lge, new(big.Float).SetPrec(300).Mul(lge, ln2))
)

// newBase makes the tables: first parts are multiples of 2^-42, so that n times log(2) plus one of them is
// exact.
func newBase(name string, by, log2 *big.Float) *base {
	short := math.Floor(math.Ldexp(near(log2), 41)) / 0x1p41 // rounded down: both parts of what is infinite have one sign
	b := &base{c: &table{name: name + "Point"}, hi: &table{name: name + "Inverse"}, lo: &table{name: name + "InverseTail"}, n2: []float64{short, near(after(log2, short))}, by: parts(by, 53)}
	for i := range 16 {
		c := logPoint(i, near(by))
		b.c.v = append(b.c.v, c)
		l := new(big.Float).SetPrec(300).Mul(logOf(c), by)
		l.Neg(l)
		f, _ := l.Float64()
		h := math.Round(math.Ldexp(f, 42))
		h = math.Ldexp(h, -42)
		if c == 1 {
			h = 0
		}
		b.hi.v, b.lo.v = append(b.hi.v, h), append(b.lo.v, near(after(l, h)))
	}
	return b
}

// logPoint is the c of an interval that makes the error least, estimated at points of it: half a unit each of
// the result, of the sum of r and what comes after it, and of r = m c - 1, which is exact for a short c and a
// small r.
func logPoint(i int, by float64) (c float64) {
	if i == 7 || i == 8 {
		return 1
	}
	lo, w := sixteenth(i)
	ulp := func(x float64) float64 { return math.Ldexp(1, math.Ilogb(x)-52) }
	least := math.Inf(1)
	for digits := 4; digits <= 10; digits++ {
		one := math.Ldexp(1, digits)
		for k := math.Ceil(one / (lo + w)); k <= one/lo; k++ {
			worst := 0.0
			for j := range 257 {
				m := lo + w*float64(j)/256
				r := m*k/one - 1
				if r < -1.0/31 || r > 1.0/15.5 {
					worst = math.Inf(1)
				}
				e := (ulp(by*r) + 3*ulp(by*r*r/2)) / 2
				if ulp(r) > ulp(m)/one {
					e += by * ulp(r) / 2
				}
				worst = max(worst, e/ulp(by*math.Log(m)))
			}
			if worst < least {
				least, c = worst, k/one
			}
		}
	}
	return c
}

// logTail is (log(1+r) - r + r^2/2)/r^3.
var logTail = fit(logAfter(2), -1.0/31, 1.0/15.5, 9)

// A split is a positive number as 2^n m: e is n+1023 in the low bits.
type split struct {
	n, m, e, idx val
	turned       bool // idx is of m, and so eight entries further
}

// entry is that of a table for s.
func (p *prog) entry(t *table, s split) val {
	if s.turned {
		h := len(t.v) / 2
		t = &table{t.name + "Turned", append(slices.Clone(t.v[h:]), t.v[:h]...)}
	}
	return p.look(t, s.idx)
}

// split takes a number apart; lost is what to take off n.
func (p *prog) split(x, lost val) split {
	u := p.addi(x, p.u(0x0008000000000000))
	e := p.shr(u, 52)
	n := p.sub(p.or(e, p.f(0x1p52)), lost)
	m := p.addi(p.and(u, p.u(0xfffffffffffff)), p.f(0.75))
	return split{n: n, m: m, e: e, idx: p.shr(u, 48)}
}

const unbiased = 0x1p52 + 1023

// logEdges is y where x is positive and finite, else what C99 says.
func (p *prog) logEdges(x, y, zero val) val {
	y = p.pick(p.lt(x, p.f(inf)), y, x)
	return p.pick(p.lt(zero, x), y, p.pick(p.eq(x, zero), p.f(-inf), p.f(math.NaN())))
}

// logSum is the logarithm of 2^n (1+r+dr)/c in two parts.
func (p *prog) logSum(b *base, s split, r, dr val) (h, l val) {
	hi, lo := p.fma(s.n, p.f(b.n2[0]), p.look(b.hi, s.idx)), p.look(b.lo, s.idx)
	if b.n2[1] != 0 {
		lo = p.fma(s.n, p.f(b.n2[1]), lo)
	}
	c := make([]float64, len(logTail))
	for i := range c {
		c[i] = logTail[i] * b.by[0]
	}
	q := p.fma(p.poly(r, c), r, p.f(-0.5*b.by[0]))
	u := r
	if b.by[0] != 1 {
		u = p.mul(r, p.f(b.by[0]))
		lo = p.add(lo, p.fma(r, p.f(b.by[1]), p.fms(r, p.f(b.by[0]), u)))
		if dr != noVal {
			panic("not for this base")
		}
	}
	h, e := p.fast2(hi, u)
	lo = p.add(lo, e)
	if dr != noVal {
		lo = p.add(lo, dr)
	}
	return h, p.fma(p.mul(r, r), q, lo)
}

// apart is split for any number. With AVX-512 zeros, infinities and negative numbers give what makes their
// logarithms.
func (p *prog) apart(x val) split {
	if p.wide {
		m := p.getmant(x)
		return split{n: p.sub(p.getexp(x), p.getexp(m)), m: m, idx: p.shr(m, 48), turned: true}
	}
	small := p.lt(x, p.f(0x1p-1022))
	return p.split(p.pick(small, p.mul(x, p.f(0x1p54)), x), p.pick(small, p.f(unbiased+54), p.f(unbiased)))
}

// logEnd is the logarithm of 2^n (1+r+dr)/c. Where c is not 1 what it adds up is so much smaller than the
// first part that its rounding matters little.
func (p *prog) logEnd(b *base, s split, r, dr val) val {
	hi, lo := p.fma(s.n, p.f(b.n2[0]), p.entry(b.hi, s)), p.entry(b.lo, s)
	if b.n2[1] != 0 {
		lo = p.fma(s.n, p.f(b.n2[1]), lo)
	}
	c := []float64{-0.5 * b.by[0]}
	for _, v := range logTail {
		c = append(c, v*b.by[0])
	}
	both := r
	if dr != noVal {
		both, lo = p.add(r, dr), p.add(lo, dr)
	}
	lo = p.fma(p.mul(both, both), p.poly(both, c), lo)
	if b.by[0] == 1 {
		return p.add(hi, p.add(r, lo))
	}
	return p.add(hi, p.fma(r, p.f(b.by[0]), p.fma(r, p.f(b.by[1]), lo)))
}

func baseD(b *base) func(p *prog) val {
	return func(p *prog) val {
		x := p.arg(0)
		s := p.apart(x)
		return p.edges(x, p.logEnd(b, s, p.fms(s.m, p.entry(b.c, s), p.f(1)), noVal), p.f(0))
	}
}

// edges is y but where AVX2 and Go have to tell what C99 says.
func (p *prog) edges(x, y, zero val) val {
	if p.wide {
		return y
	}
	return p.logEdges(x, y, zero)
}

// log1pD is the logarithm of u + du = 1 + x, exactly.
func log1pD(p *prog) val {
	x := p.arg(0)
	u, du := p.two(x, p.f(1))
	s := p.apart(u)
	c := p.entry(natural.c, s)
	dr := p.scale(p.mul(du, c), p.min(p.neg(s.n), p.f(1023)))
	y := p.logEnd(natural, s, p.fms(s.m, c, p.f(1)), dr)
	if p.wide {
		y = p.pick(p.lt(x, p.f(inf)), y, x)
	}
	return p.orSign(p.edges(x, y, p.f(-1)), x)
}

// log1pParts is log(1+x+dx) in two parts, plus log(2) times more.
func (p *prog) log1pParts(x, dx, more val) (h, l val) {
	u, du := p.two(x, p.f(1))
	if dx != noVal {
		du = p.add(du, dx)
	}
	s := p.split(u, p.f(unbiased))
	c := p.look(natural.c, s.idx)
	unit := p.max(p.shl(p.subi(p.u(2046), s.e), 52), p.f(0)) // 2^-n; n may be 1024
	r, dr := p.fast2(p.fms(s.m, c, p.f(1)), p.mul(p.mul(du, unit), c))
	if more != noVal {
		s.n = p.add(s.n, more)
	}
	return p.logSum(natural, s, r, dr)
}
