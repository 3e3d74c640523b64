package main

import (
	"math"
	"math/big"
)

// The logarithms of float32 in lanes of their own: as those of float64, with 32 points, and c of all bits, so
// chosen that the logarithm of 1/c is nearly a multiple of 2^-16 (Gal and Bachelis, An accurate elementary
// mathematical library for the IEEE floating point standard, TOMS 17(1), 1991): with the multiples of log(2)
// it makes an exact sum.

// A base32 is what a logarithm is made of: n2 log(2), by 1/log(base), both in two parts.
type base32 struct {
	inverse, log *table
	n2, by       []float64
}

var (
	natural32 = newBase32("ln", big.NewFloat(1), ln2)
	binary32  = newBase32("log2", log2e, big.NewFloat(1))
	decimal32 = newBase32("log10", lge, new(big.Float).SetPrec(300).Mul(lge, ln2))
)

func newBase32(name string, by, log2 *big.Float) *base32 {
	hi := math.Floor(math.Ldexp(near(log2), 16)) / 0x1p16
	b := &base32{&table{name: name + "Point32"}, &table{name: name + "Value32"}, []float64{hi, near(after(log2, hi))}, parts(by, 24)}
	scale := near(by)
	for i := range 32 {
		lo, w := 1+float64(i)/32, 1.0/32
		if i > 15 {
			lo, w = 0.75+float64(i-16)/64, 1.0/64
		}
		c, v := goodPoint(lo, w, scale)
		if i == 0 || i == 31 {
			c, v = 1, 0
		}
		b.inverse.v, b.log.v = append(b.inverse.v, c), append(b.log.v, v)
	}
	return b
}

// goodPoint is a float32 near the reciprocal of the middle of an interval whose logarithm is nearly a
// multiple of 2^-16, and that multiple: the one with the least error at the ends of the interval, from that
// multiple and from the logarithm of the rest.
func goodPoint(lo, width, scale float64) (c, v float64) {
	least := math.Inf(1)
	for b := math.Float32bits(float32(1 / (lo + width*0.7))); b < math.Float32bits(float32(1/(lo+width*0.3))); b++ {
		x := float64(math.Float32frombits(b))
		l := -math.Log(x)
		m := math.RoundToEven(l*scale*0x1p16) / 0x1p16
		worst := 0.0
		for _, end := range []float64{lo, lo + width} {
			e := math.Log(end)
			worst = max(worst, (math.Abs(l*scale-m)/scale*0x1p24+math.Abs(e-l))/math.Abs(e))
		}
		if worst < least {
			least, c, v = worst, x, m
		}
	}
	return c, v
}

// logTail32 is (log(1+r) - r)/r^2.
var logTail32 = fit(logAfter(1), -0.0215, 1.0/32, 4)

// split32 takes a number apart: less is -n. With AVX-512 zeros, infinities and negative numbers give what
// makes their logarithms.
func (p *prog) split32(x val) (less, m, idx val) {
	if p.wide {
		m = p.getmant(x)
		return p.sub(p.getexp(m), p.getexp(x)), m, p.shr(m, 18)
	}
	small := p.lt(x, p.f(0x1p-126))
	u := p.addi(p.pick(small, p.mul(x, p.f(0x1p24)), x), p.u(0x400000))
	n := p.or(p.shr(u, 23), p.f(0x1p23))
	m = p.addi(p.and(u, p.u(0x7fffff)), p.f(0.75))
	return p.sub(p.pick(small, p.f(0x1p23+127+24), p.f(0x1p23+127)), n), m, p.shr(m, 18)
}

func logS(b *base32) func(p *prog) val {
	return func(p *prog) val {
		x := p.arg(0)
		less, m, idx := p.split32(x)
		r := p.fms(m, p.look(b.inverse, idx), p.f(1))
		t := p.fnma(less, p.f(b.n2[0]), p.look(b.log, idx)) // exact
		var y val
		if b.by[0] == 1 {
			y = p.fma(p.mul(r, r), p.poly(r, logTail32), p.fnma(less, p.f(b.n2[1]), r))
		} else {
			c := []float64{b.by[1]}
			for _, v := range logTail32 {
				c = append(c, v*(b.by[0]+b.by[1]))
			}
			y = p.mul(r, p.poly(r, c))
			if b.n2[1] != 0 {
				y = p.fnma(less, p.f(b.n2[1]), y)
			}
			y = p.fma(r, p.f(b.by[0]), y)
		}
		return p.edges(x, p.add(t, y), p.f(0))
	}
}

// log1pS is the logarithm of u + du = 1 + x, exactly.
func log1pS(p *prog) val {
	x := p.arg(0)
	b := natural32
	u, du := p.two(x, p.f(1))
	less, m, idx := p.split32(u)
	c := p.look(b.inverse, idx)
	r := p.fms(m, c, p.f(1))
	t := p.fnma(less, p.f(b.n2[0]), p.look(b.log, idx))
	l := p.scale(p.mul(du, c), p.min(less, p.f(127)))
	both := p.add(r, l)
	l = p.fma(p.mul(both, both), p.poly(r, logTail32), l)
	y := p.add(t, p.add(r, p.fnma(less, p.f(b.n2[1]), l)))
	if p.wide {
		y = p.pick(p.lt(x, p.f(inf)), y, x)
	}
	return p.orSign(p.edges(x, y, p.f(-1)), x)
}
