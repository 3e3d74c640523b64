package bigmath

import (
	"math/big"
	"sync"
)

// bernoulli[k] is the Bernoulli number B_2k.
var bernoulli = sync.OnceValue(func() []*big.Rat {
	const n = 102
	b := make([]*big.Rat, n)
	var even []*big.Rat
	for m := range b {
		s := new(big.Rat)
		for k := range m {
			c := new(big.Rat).SetInt(new(big.Int).Binomial(int64(m+1), int64(k)))
			s.Add(s, c.Mul(c, b[k]))
		}
		b[m] = new(big.Rat)
		if m == 0 {
			b[m].SetInt64(1)
		} else if m == 1 || m%2 == 0 {
			b[m].Neg(s.Quo(s, big.NewRat(int64(m+1), 1)))
		}
		if m%2 == 0 {
			even = append(even, b[m])
		}
	}
	return even
})

// over[k] is B_2k/2k, overSquare[k] is B_2k/(2k(2k-1)).
var over, overSquare = sync.OnceValue(func() []*big.Float {
	return divided(func(k int64) int64 { return 2 * k })
}), sync.OnceValue(func() []*big.Float {
	return divided(func(k int64) int64 { return 2 * k * (2*k - 1) })
})

func divided(by func(k int64) int64) []*big.Float {
	o := make([]*big.Float, 46)
	for k := range o {
		if k > 0 {
			o[k] = num().SetRat(new(big.Rat).Quo(bernoulli()[k], big.NewRat(by(int64(k)), 1)))
		}
	}
	return o
}

// raised is x + n of at least 60, and the product of x, x+1, ... below it.
func raised(x *big.Float) (z, product *big.Float) {
	z, product = add(x, num()), of(1)
	for z.Cmp(of(60)) < 0 {
		product.Mul(product, z)
		z.Add(z, of(1))
	}
	return z, product
}

// lnGamma is log gamma(z) for z >= 60, by Stirling's series.
func lnGamma(z *big.Float) *big.Float {
	s := mul(sub(z, of(0.5)), Log(z))
	s.Sub(s, z)
	s.Add(s, half(Log(mul(of(2), Pi()))))
	p, z2 := quo(of(1), z), mul(z, z)
	for k := int64(1); k < 46; k++ {
		s.Add(s, mul(overSquare()[k], p))
		p.Quo(p, z2)
	}
	return s
}

// Gamma is the gamma function; x is no integer below 1.
func Gamma(x *big.Float) *big.Float {
	z, p := raised(x)
	return quo(Exp(lnGamma(z)), p)
}

// LnGamma is the logarithm of the magnitude of Gamma.
func LnGamma(x *big.Float) *big.Float {
	z, p := raised(x)
	return sub(lnGamma(z), Log(p.Abs(p)))
}

// Digamma is the derivative of LnGamma.
func Digamma(x *big.Float) *big.Float {
	z, _ := raised(x)
	s := sub(Log(z), quo(of(0.5), z))
	z2 := mul(z, z)
	p := quo(of(1), z2)
	for k := int64(1); k < 46; k++ {
		s.Sub(s, mul(over()[k], p))
		p.Quo(p, z2)
	}
	for y := add(x, num()); y.Cmp(z) < 0; y.Add(y, of(1)) {
		s.Sub(s, quo(of(1), y))
	}
	return s
}

// Erf is the error function for |x| < 30.
func Erf(x *big.Float) *big.Float { return erfTo(x, prec+20) }

// erfTo is Erf with so many bits.
func erfTo(x *big.Float, bits uint) *big.Float {
	wide := func(v *big.Float) *big.Float { return new(big.Float).SetPrec(bits).Set(v) }
	z := wide(x)
	z.Mul(z, z)
	t, s := wide(x), wide(x) // x (2 z)^n / (1 3 5 ...): all of one sign, times e^-z
	for n := int64(1); t.Sign() != 0 && t.MantExp(nil) > s.MantExp(nil)-int(bits); n++ {
		t.Mul(t, z)
		t.Quo(t, new(big.Float).SetInt64(2*n+1))
		t.SetMantExp(t, 1)
		s.Add(s, t)
	}
	s.Quo(s, expWide(z, bits))
	s.Quo(s, new(big.Float).SetPrec(bits).Sqrt(wide(pis())))
	return s.SetMantExp(s, 1)
}

// expWide is e^z for z >= 0 by its series alone.
func expWide(z *big.Float, bits uint) *big.Float {
	s, t := new(big.Float).SetPrec(bits).SetInt64(1), new(big.Float).SetPrec(bits).SetInt64(1)
	for n := int64(1); t.Sign() != 0 && t.MantExp(nil) > s.MantExp(nil)-int(bits); n++ {
		t.Mul(t, z)
		t.Quo(t, new(big.Float).SetInt64(n))
		s.Add(s, t)
	}
	return s
}

// Erfc is 1 - Erf(x) for |x| < 30.
func Erfc(x *big.Float) *big.Float {
	bits := uint(prec + 20)
	if f := float(x); f > 0 { // the bits that cancel
		bits += uint(1.45*f*f) + 20
	}
	return new(big.Float).SetPrec(bits).Sub(of(1), erfTo(x, bits))
}

// GammaP is the regularized lower incomplete gamma function, by the series whose terms are all positive.
func GammaP(a, x *big.Float) *big.Float {
	t := of(1)
	s, k := of(1), add(a, num())
	for t.MantExp(nil) > s.MantExp(nil)-prec {
		k.Add(k, of(1))
		t.Mul(t, quo(x, k))
		s.Add(s, t)
	}
	p := Exp(sub(sub(mul(a, Log(x)), x), LnGamma(add(a, of(1)))))
	return mul(s, p)
}

// BetaI is the regularized incomplete beta function for 0 < x < 1, by the series whose terms are all
// positive, on the side where x <= 1/2.
func BetaI(a, b, x *big.Float) *big.Float {
	if x.Cmp(of(0.5)) > 0 {
		return sub(of(1), BetaI(b, a, sub(of(1), x)))
	}
	t, s, n := of(1), of(1), add(a, b)
	k := add(a, num())
	for t.MantExp(nil) > s.MantExp(nil)-prec {
		k.Add(k, of(1))
		t.Mul(t, quo(mul(n, x), k))
		n.Add(n, of(1))
		s.Add(s, t)
	}
	l := add(mul(a, Log(x)), mul(b, Log(sub(of(1), x))))
	return quo(mul(s, Exp(sub(l, LnBeta(a, b)))), a)
}

// LnBeta is the logarithm of the beta function.
func LnBeta(a, b *big.Float) *big.Float { return sub(add(LnGamma(a), LnGamma(b)), LnGamma(add(a, b))) }

// Beta is the beta function of positive arguments.
func Beta(a, b *big.Float) *big.Float { return Exp(LnBeta(a, b)) }
