package special

import (
	"math"

	"github.com/mars-project/mars-go/kernel/basic"
)

// Logit is log(p/(1-p)), within 4 ulp; infinite at 0 and 1, NaN beyond.
func Logit(p float64) float64 {
	if p > 0.25 && p < 0.75 { // 2p - 1 is exact, and no digits are lost where the value crosses 0
		return 2 * math.Atanh(2*p-1)
	}
	return basic.Log(p / (1 - p))
}

// Expit is 1/(1+e^-x), within 4 ulp.
func Expit(x float64) float64 {
	if x < 0 {
		e := basic.Exp(x)
		return e / (1 + e)
	}
	return 1 / (1 + basic.Exp(-x))
}

// LogExpit is the logarithm of Expit, within 4 ulp.
func LogExpit(x float64) float64 {
	if x < 0 {
		return x - basic.Log1p(basic.Exp(x))
	}
	return -basic.Log1p(basic.Exp(-x))
}

// Cosm1 is cos(x) - 1, within 4 ulp for |x| up to 2^20: minus twice the square of the sine of half of x.
func Cosm1(x float64) float64 {
	s := math.Sin(0.5 * x)
	return -2 * s * s
}

// log10of2 and what it lacks: the binary logarithm of 10.
const (
	binaryTen     = 3.3219280948873623
	binaryTenTail = 1.6616175169735920e-16
)

// Exp10 is 10^x, within 2 ulp; exact for integers up to 22.
func Exp10(x float64) float64 {
	if x == math.Trunc(x) && math.Abs(x) < 400 {
		return math.Pow10(int(x))
	}
	h := x * binaryTen
	if !(math.Abs(h) < 1100) {
		return math.Exp2(h)
	}
	t := math.FMA(x, binaryTen, -h) + x*binaryTenTail
	return math.Exp2(h) * (1 + t*math.Ln2)
}
