package double

import (
	"math"
	"math/big"
	"sync"
)

var (
	rootPi     = Num{0x1.c5bf891b4ef6bp+0, -0x1.618f13eb7ca89p-54}
	lnRoot2Pi  = Num{0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55}
	euler      = Num{0x1.2788cfc6fb619p-1, -0x1.6cb90701fbfabp-58}
	twoRootPi  = Of(2).Quo(rootPi)
	halfRootPi = rootPi.Scale(-1)
)

// stirling are B_2k/(2k) and B_2k/(2k(2k-1)), by the recurrence of the Bernoulli numbers.
var stirling = sync.OnceValue(func() (o [2][]Num) {
	const n = 44
	var b [n]*big.Rat
	for m := range b {
		s := new(big.Rat)
		for k := range m {
			c := new(big.Rat).SetInt(new(big.Int).Binomial(int64(m+1), int64(k)))
			s.Add(s, c.Mul(c, b[k]))
		}
		if b[m] = s.Quo(s.Neg(s), big.NewRat(int64(m+1), 1)); m == 0 {
			b[m].SetInt64(1)
		}
	}
	for k := 1; 2*k < n; k++ {
		for i, by := range []int64{2 * int64(k), 2 * int64(k) * (2*int64(k) - 1)} {
			r := new(big.Rat).Quo(b[2*k], big.NewRat(by, 1))
			hi, _ := r.Float64()
			lo, _ := r.Sub(r, new(big.Rat).SetFloat64(hi)).Float64()
			o[i] = append(o[i], Num{hi, lo})
		}
	}
	return o
})

// raised is x + n of at least 40, and the product of x, x+1, ... below it.
func raised(x Num) (z, p Num) {
	z, p = x, one
	for z.Hi < 40 {
		p = p.Mul(z)
		z = z.Add(one)
	}
	return z, p
}

// asymptotic is the sum of c[k] / z^(2k+first).
func asymptotic(c []Num, z Num, first int) Num {
	w := one.Quo(z)
	v, s := w.Mul(w), Num{}
	for i := len(c) - 1; i >= 0; i-- {
		s = s.Mul(v).Add(c[i])
	}
	for range first {
		s = s.Mul(w)
	}
	return s
}

// lnGamma is log gamma(z) for z >= 40, by Stirling's series.
func lnGamma(z Num) Num {
	return z.Sub(Of(0.5)).Mul(Log(z)).Sub(z).Add(lnRoot2Pi).Add(asymptotic(stirling()[1], z, 1))
}

// Gamma is the gamma function; x is no integer below 1.
func Gamma(x Num) Num {
	z, p := raised(x)
	return Exp(lnGamma(z)).Quo(p)
}

// LnGamma is the logarithm of the magnitude of Gamma, within 2^-70 of 1 where it is less.
func LnGamma(x Num) Num {
	z, p := raised(x)
	return lnGamma(z).Sub(Log(p.Abs()))
}

// Digamma is the derivative of LnGamma, like it.
func Digamma(x Num) Num {
	z, _ := raised(x)
	s := Log(z).Sub(Of(0.5).Quo(z)).Sub(asymptotic(stirling()[0], z, 2))
	for y := x; y.Hi < 40; y = y.Add(one) {
		s = s.Sub(one.Quo(y))
	}
	return s
}

// Erf is the error function for |x| < 8: x (2 z)^n / (1 3 5 ...) are all of one sign.
func Erf(x Num) Num {
	z := x.Mul(x)
	t, s := x, x
	for n := 3.0; math.Abs(t.Hi) > math.Abs(s.Hi)*0x1p-106; n += 2 {
		t = t.Mul(z).Scale(1).Quo(Of(n))
		s = s.Add(t)
	}
	return s.Mul(twoRootPi).Mul(Exp(z.Neg()))
}

// Erfc is 1 - Erf(x) for x from -8 to 26, from 2 on by its continued fraction (Abramowitz and Stegun,
// 7.1.14), from behind.
func Erfc(x Num) Num {
	if x.Hi < 2 {
		return one.Sub(Erf(x))
	}
	f := x
	for k := 220; k > 0; k-- {
		f = x.Add(Of(float64(k) / 2).Quo(f))
	}
	return Exp(x.Mul(x).Neg()).Quo(rootPi.Mul(f))
}

// Erfinv is the inverse of Erf, for |x| < 1 - 2^-30: a float's, and one step of Newton's method.
func Erfinv(x Num) Num {
	y := Of(math.Erfinv(x.Hi))
	return y.Sub(Erf(y).Sub(x).Mul(halfRootPi).Mul(Exp(y.Mul(y))))
}

// GammaP is the regularized lower incomplete gamma function, by the series whose terms are all positive.
func GammaP(a, x Num) Num {
	t, s, k := one, one, a
	for t.Hi > s.Hi*0x1p-106 {
		k = k.Add(one)
		t = t.Mul(x.Quo(k))
		s = s.Add(t)
	}
	return s.Mul(Exp(a.Mul(Log(x)).Sub(x).Sub(LnGamma(a.Add(one)))))
}

// BetaI is the regularized incomplete beta function for 0 < x < 1, on the side where the series converges
// fast.
func BetaI(a, b, x Num) Num {
	if x.Hi > 0.5 {
		return one.Sub(BetaI(b, a, one.Sub(x)))
	}
	t, s, n, k := one, one, a.Add(b), a
	for t.Hi > s.Hi*0x1p-106 {
		k = k.Add(one)
		t = t.Mul(n.Mul(x).Quo(k))
		n = n.Add(one)
		s = s.Add(t)
	}
	l := a.Mul(Log(x)).Add(b.Mul(Log1p(x.Neg())))
	return s.Mul(Exp(l.Sub(LnBeta(a, b)))).Quo(a)
}

// LnBeta is the logarithm of the beta function, like LnGamma.
func LnBeta(a, b Num) Num { return LnGamma(a).Add(LnGamma(b)).Sub(LnGamma(a.Add(b))) }

// Beta is the beta function of positive arguments.
func Beta(a, b Num) Num { return Exp(LnBeta(a, b)) }
