package special

import (
	"math"

	"github.com/mars-project/mars-go/kernel/basic"
)

// J0 is the Bessel function of the first kind and order 0, within 4 ulp, units of at least 1's. So is J1, and
// Y0 and Y1 are within 6.
func J0(x float64) float64 { return math.J0(x) }

// J1 is that of order 1.
func J1(x float64) float64 { return math.J1(x) }

// Y0 is the Bessel function of the second kind and order 0; minus infinity at 0, NaN below.
func Y0(x float64) float64 { return math.Y0(x) }

// Y1 is that of order 1.
func Y1(x float64) float64 { return math.Y1(x) }

// far is where the asymptotic series of the modified functions take over: their smallest terms are below
// e^-2x.
const far = 20

// besselSeries is the sum of z^k/(k!(k+n)!), z = x^2/4, times n!, for n of 0 or 1: all terms are positive.
func besselSeries(z float64, n int) float64 {
	s, t := 1.0, 1.0
	for k := 1.0; t > s*0x1p-56; k++ {
		t *= z / (k * (k + float64(n)))
		s += t
	}
	return s
}

// besselFar is the sum of Hankel's series: mu = 4n^2, sign -1 for I and 1 for K, without its factor
// (Abramowitz and Stegun, 9.7.1 and 9.7.2).
func besselFar(x, mu, sign float64) float64 {
	s, t := 1.0, 1.0
	for k := 1.0; k < 40; k++ {
		next := t * sign * (mu - (2*k-1)*(2*k-1)) / (8 * k * x)
		if math.Abs(next) > math.Abs(t) || math.Abs(next) < 0x1p-58 {
			break
		}
		t = next
		s += t
	}
	return s
}

// scaled is e^-|x| I_n(x).
func scaled(x float64, n int) float64 {
	a := math.Abs(x)
	if a >= far || a != a {
		return besselFar(a, float64(4*n), -1) / math.Sqrt(2*math.Pi*a)
	}
	s := besselSeries(a*a/4, n) * basic.Exp(-a)
	if n == 1 {
		s *= a / 2
	}
	return s
}

// whole is I_n(x).
func whole(x float64, n int) float64 {
	a := math.Abs(x)
	if a < far {
		s := besselSeries(a*a/4, n)
		if n == 1 {
			s *= a / 2
		}
		return s
	}
	if math.IsInf(a, 1) {
		return a
	}
	e := basic.Exp(a / 2) // twice, as e^a may overflow where the result does not
	return besselFar(a, float64(4*n), -1) / math.Sqrt(2*math.Pi*a) * e * e
}

// I0 is the modified Bessel function of the first kind and order 0, within 16 ulp.
func I0(x float64) float64 { return whole(x, 0) }

// I0e is e^-|x| I0(x), within 16 ulp.
func I0e(x float64) float64 { return zeroAtInfinity(x, scaled(x, 0)) }

// I1 is the modified Bessel function of the first kind and order 1, within 16 ulp.
func I1(x float64) float64 { return math.Copysign(whole(x, 1), x) }

// I1e is e^-|x| I1(x), within 16 ulp.
func I1e(x float64) float64 { return math.Copysign(zeroAtInfinity(x, scaled(x, 1)), x) }

func zeroAtInfinity(x, v float64) float64 {
	if math.IsInf(x, 0) {
		return 0
	}
	return v
}
