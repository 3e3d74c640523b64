package bigmath

import (
	"math"
	"math/big"
)

// prec is the bits that are worked with; results hold 200 of them at least, relatively.
const prec = 288

func num() *big.Float                { return new(big.Float).SetPrec(prec) }
func of(x float64) *big.Float        { return num().SetFloat64(x) }
func add(a, b *big.Float) *big.Float { return num().Add(a, b) }
func sub(a, b *big.Float) *big.Float { return num().Sub(a, b) }
func mul(a, b *big.Float) *big.Float { return num().Mul(a, b) }
func quo(a, b *big.Float) *big.Float { return num().Quo(a, b) }
func half(a *big.Float) *big.Float   { return num().SetMantExp(a, -1) }
func small(a *big.Float, e int) bool { return a.Sign() == 0 || a.MantExp(nil) <= e }

// float is the float64 near a, also where only the exponent does not fit.
func float(a *big.Float) float64 { f, _ := a.Float64(); return f }

// inverse[n] is 1/n!, to prec bits.
var inverse = func() (o [64]*big.Float) {
	f := of(1)
	for i := range o {
		if i > 0 {
			f = mul(f, of(float64(i)))
		}
		o[i] = quo(of(1), f)
	}
	return o
}()

// Ln2 is log 2, by 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749).
var Ln2 = func() *big.Float {
	s := mul(of(18), atanhInverse(26))
	s = sub(s, mul(of(2), atanhInverse(4801)))
	return add(s, mul(of(8), atanhInverse(8749)))
}()

var ln10 = add(mul(of(3), Ln2), mul(of(2), atanhInverse(9))) // 8 * 10/8

func atanhInverse(n float64) *big.Float {
	t, q, s := quo(of(1), of(n)), of(n*n), num()
	for i := 1; !small(t, -prec-20); i += 2 {
		s.Add(s, quo(t, of(float64(i))))
		t.Quo(t, q)
	}
	return s
}

// Exp is e^x; beyond 2^17 it is infinite or 0.
func Exp(x *big.Float) *big.Float {
	if x.IsInf() || x.MantExp(nil) > 17 {
		if x.Sign() > 0 {
			return num().SetInf(false)
		}
		return num()
	}
	k := math.Round(float(x) / math.Ln2)
	r := sub(x, mul(of(k), Ln2))
	r.SetMantExp(r, -8)
	s := taylor(r, 0, 24)
	for range 8 {
		s.Mul(s, s)
	}
	return s.SetMantExp(s, int(k))
}

// taylor is the sum of r^n/(n+m)! over n < terms.
func taylor(r *big.Float, m, terms int) *big.Float {
	s := num()
	for i := terms - 1; i >= 0; i-- {
		s.Add(s.Mul(s, r), inverse[i+m])
	}
	return s
}

// Expm1 is e^x - 1.
func Expm1(x *big.Float) *big.Float {
	if small(x, -8) {
		return mul(x, taylor(x, 1, 26))
	}
	return sub(Exp(x), of(1))
}

// Log is the logarithm of x > 0: from that of a float64, and the series of what that missed.
func Log(x *big.Float) *big.Float {
	if x.IsInf() {
		return x
	}
	m := num()
	e := x.MantExp(m)
	if float(m) < 0.7 {
		m.SetMantExp(m, 1)
		e--
	}
	y := of(math.Log(float(m)))
	t := sub(mul(m, Exp(num().Neg(y))), of(1))
	return add(mul(of(float64(e)), Ln2), add(y, logSeries(t, 6)))
}

// logSeries is log(1+t) for a tiny t.
func logSeries(t *big.Float, terms int) *big.Float {
	s := num()
	for i := terms; i > 0; i-- {
		c := quo(of(1), of(float64(i)))
		if i%2 == 0 {
			c.Neg(c)
		}
		s.Add(s.Mul(s, t), c)
	}
	return s.Mul(s, t)
}

// Log1p is log(1+x) for x > -1.
func Log1p(x *big.Float) *big.Float {
	if x.IsInf() {
		return x
	}
	if small(x, -40) {
		return logSeries(x, 8)
	}
	return Log(new(big.Float).SetPrec(400).Add(x, of(1)))
}
