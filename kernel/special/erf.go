package special

import (
	"math"

	"github.com/mars-project/mars-go/kernel/basic"
)

// Erf is the error function, within 1 ulp.
func Erf(x float64) float64 { return math.Erf(x) }

// Erfc is 1 - Erf(x), within 6 ulp where it is normal.
func Erfc(x float64) float64 { return math.Erfc(x) }

// Erfinv is the number whose error function is x, within 4 ulp; infinite at 1 and -1, NaN beyond. A rational
// approximation is corrected by a step of Newton's method, from the complement where x is near 1.
func Erfinv(x float64) float64 {
	y := math.Erfinv(x)
	if y == 0 || y != y || math.IsInf(y, 0) {
		return y
	}
	a, b := math.Abs(x), math.Abs(y)
	var e float64 // how much erf of b is too small
	if a < 0.5 {
		e = a - math.Erf(b)
	} else {
		e = math.Erfc(b) - (1 - a)
	}
	b += e * (math.SqrtPi / 2) * basic.Exp(b*b)
	return math.Copysign(b, x)
}
