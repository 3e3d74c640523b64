package special

import (
	"math"

	"github.com/mars-project/mars-go/kernel/basic"
)

// Gamma is the gamma function, within 8 ulp; NaN at negative integers and minus infinity, infinite with its
// sign at zeros.
func Gamma(x float64) float64 {
	switch {
	case x > 171.7:
		return math.Inf(1)
	case x >= 20: // Stirling's formula, the power in two steps, as it alone may overflow
		p := basic.Pow(x, 0.5*x-0.25)
		return p * basic.Exp(-x) * p * math.Sqrt(2*math.Pi) * basic.Exp(stirling(x))
	}
	return math.Gamma(x)
}

// Gammaln is the logarithm of the magnitude of the gamma function, within 32 ulp, 8 for x > 0, units of at
// least 1's: near its zeros the error is absolute.
func Gammaln(x float64) float64 {
	if 0 < x && x < 0.25 {
		return basic.Log(math.Gamma(x))
	}
	l, _ := math.Lgamma(x)
	return l
}

// Digamma is the derivative of the logarithm of the gamma function, within 16 ulp, units of at least 1's; NaN
// at negative integers. It is reflected for x < 0, stepped up to 10, and there an asymptotic series
// (Bernardo, Algorithm AS 103: Psi (digamma) function, Applied Statistics 25, 1976).
func Digamma(x float64) float64 {
	switch {
	case x == 0:
		return math.Copysign(math.Inf(1), -x)
	case math.IsInf(x, 1):
		return x
	case x < 0:
		f := x - math.RoundToEven(x)
		if f == 0 {
			return math.NaN()
		}
		return Digamma(1-x) - math.Pi*cotPi(f)
	}
	s := 0.0
	for ; x < 10; x++ {
		s += 1 / x
	}
	z := 1 / (x * x)
	return basic.Log(x) - 0.5/x - z*(1.0/12-z*(1.0/120-z*(1.0/252-z*(1.0/240-z*(1.0/132-z*(691.0/32760-z*(1.0/12))))))) - s
}

// cotPi is the cotangent of pi f for |f| <= 1/2.
func cotPi(f float64) float64 {
	if math.Abs(f) > 0.25 {
		return math.Tan(math.Pi * (math.Copysign(0.5, f) - f))
	}
	return 1 / math.Tan(math.Pi*f)
}

// stirling is what log gamma(x) has beyond (x-1/2) log x - x + log(2 pi)/2, for x >= 10.
func stirling(x float64) float64 {
	z := 1 / (x * x)
	return (1.0/12 - z*(1.0/360-z*(1.0/1260-z*(1.0/1680-z*(1.0/1188-z*(691.0/360360-z/156)))))) / x
}

// Betaln is the logarithm of Beta for positive a and b, within 24 ulp, units of at least 1's, and of the
// magnitude of Beta where one is negative. Large arguments take Stirling's series, whose large terms are
// cancelled by hand (DiDonato and Morris, Algorithm 708, TOMS 18(3), 1992).
func Betaln(a, b float64) float64 {
	if a > b {
		a, b = b, a
	}
	switch {
	case !(a > 0) || b != b:
		if a == 0 && b > 0 {
			return math.Inf(1)
		}
		if a < 0 && b == b && !math.IsInf(b, 0) {
			return basic.Log(math.Abs(betaReflected(a, b)))
		}
		return math.NaN()
	case math.IsInf(b, 1):
		return math.Inf(-1)
	case a >= 10:
		h := a / b
		return 0.5*basic.Log(2*math.Pi/b) + (a-0.5)*basic.Log(h/(1+h)) - b*basic.Log1p(h) + (stirling(a) + stirling(b) - stirling(a+b))
	case b >= 10:
		return Gammaln(a) + gammaRatioln(a, b)
	}
	return basic.Log(Gamma(a)) + basic.Log(Gamma(b)/Gamma(a+b))
}

// betaReflected is Beta for a < 0 and b >= a: infinite at the poles of Gamma(a), except where that of
// Gamma(a+b) takes them away.
func betaReflected(a, b float64) float64 {
	switch {
	case math.IsInf(a, 0) || a != a || b != b:
		return math.NaN()
	case pole(a) && b == math.Trunc(b) && 1-a-b > 0:
		v := Beta(1-a-b, b)
		if math.Mod(b, 2) != 0 {
			v = -v
		}
		return v
	case pole(a) || pole(b):
		return math.Inf(1)
	}
	return Gamma(a) * Gamma(b) * Rgamma(a+b)
}

// gammaRatioln is the logarithm of gamma(b)/gamma(a+b) for b >= 10.
func gammaRatioln(a, b float64) float64 {
	return stirling(b) - stirling(a+b) - (a+b-0.5)*basic.Log1p(a/b) - a*(basic.Log(b)-1)
}

// Beta is gamma(a) gamma(b) / gamma(a+b), for positive a and b within 100 ulp where it is normal and its
// logarithm below 20, in proportion to it beyond. A negative argument is reflected, within 100 ulp for
// magnitudes below 100.
func Beta(a, b float64) float64 {
	if a > b {
		a, b = b, a
	}
	switch {
	case a > 0 && b < 10:
		return Gamma(a) / Gamma(a+b) * Gamma(b)
	case a < 0:
		return betaReflected(a, b)
	}
	return basic.Exp(Betaln(a, b))
}
