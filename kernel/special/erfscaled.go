package special

import (
	"math"

	"github.com/mars-project/mars-go/kernel/basic"
)

// erfcScaled is e^(x^2) Erfc(x) for x >= 0: from 3 on the continued fraction of Laplace, evaluated backwards
// over as many terms as it needs there.
func erfcScaled(x float64) float64 {
	if x < 3 {
		return squareExp(x, 1) * math.Erfc(x)
	}
	terms := int(400/(x*x)) + 8
	f := x
	for k := terms; k > 0; k-- {
		f = x + 0.5*float64(k)/f
	}
	return 1 / (f * math.Sqrt(math.Pi))
}

// squareExp is e^(sign x^2), the rounding of the square made good.
func squareExp(x, sign float64) float64 {
	s := x * x
	e := math.FMA(x, x, -s)
	return basic.Exp(sign*s) * (1 + sign*e)
}

// Erfcinv is the number whose complementary error function is x, within 8 ulp; infinite at 0 and 2, NaN
// beyond. Below 1/2 Newton's method solves log(erfcScaled(y)) - y^2 = log(x), which neither underflows nor
// cancels.
func Erfcinv(x float64) float64 {
	switch {
	case !(x >= 0 && x <= 2):
		return math.NaN()
	case x == 0:
		return math.Inf(1)
	case x >= 0.5: // 1 - x is exact
		return Erfinv(1 - x)
	}
	log := basic.Log(x)
	y := math.Sqrt(-log)
	y -= basic.Log(math.Sqrt(math.Pi)*y) / (2 * y) / 1.1
	for range 6 {
		s := erfcScaled(y)
		d := (basic.Log(s) - y*y - log) * (math.SqrtPi / 2) * s
		y += d
		if math.Abs(d) < 1e-9*y {
			break
		}
	}
	return y
}

// Ndtr is the normal distribution's area below x, within 12 ulp where it is normal.
func Ndtr(x float64) float64 {
	if !(x < -1) {
		return 0.5 * math.Erfc(-x*(math.Sqrt2/2))
	}
	return 0.5 * erfcScaled(-x*(math.Sqrt2/2)) * halfSquareExp(x)
}

// halfSquareExp is e^(-x^2/2).
func halfSquareExp(x float64) float64 {
	s := x * x
	e := math.FMA(x, x, -s)
	if math.IsInf(s, 1) {
		return 0
	}
	return basic.Exp(-0.5*s) * (1 - 0.5*e)
}

// LogNdtr is the logarithm of Ndtr, within 8 ulp.
func LogNdtr(x float64) float64 {
	switch {
	case x > 0:
		return basic.Log1p(-Ndtr(-x))
	case x > -1 || x != x:
		return basic.Log(Ndtr(x))
	case x < -1e8: // the square is all that is left
		return -0.5 * x * x
	}
	return basic.Log(0.5*erfcScaled(-x*(math.Sqrt2/2))) - 0.5*x*x
}

// Ndtri is the number below which the area of the normal distribution is p, within 8 ulp; infinite at 0 and
// 1, NaN beyond.
func Ndtri(p float64) float64 {
	switch {
	case !(p >= 0 && p <= 1):
		return math.NaN()
	case p == 0.5:
		return 0
	case p < 0.5:
		return -math.Sqrt2 * Erfcinv(2*p)
	}
	return math.Sqrt2 * Erfcinv(2*(1-p))
}
