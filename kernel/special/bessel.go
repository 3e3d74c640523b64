package special

import (
	"math"

	"github.com/mars-project/mars-go/kernel/basic"
)

// J0 is the Bessel function of the first kind and order 0, within 4 ulp, units of at least 1's. So is J1, and Y0 and Y1 are within 6.
func J0(x float64) float64 { return math.J0(x) }

// J1 is that of order 1.
func J1(x float64) float64 { return math.J1(x) }

// Y0 is the Bessel function of the second kind and order 0; minus infinity at 0, NaN below.
func Y0(x float64) float64 { return math.Y0(x) }

// Y1 is that of order 1.
func Y1(x float64) float64 { return math.Y1(x) }

// far is where the asymptotic series of the modified functions take over: their smallest terms are below e^-2x.
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

// besselFar is the sum of Hankel's series: mu = 4n^2, sign -1 for I and 1 for K, without its factor (Abramowitz and Stegun, 9.7.1 and 9.7.2).
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

// K0 is the modified Bessel function of the second kind and order 0, within 16 ulp where it is normal; infinite at 0, NaN below.
func K0(x float64) float64 {
	if x < 2 {
		return k0Small(x)
	}
	return besselK(x, 0) * basic.Exp(-x)
}

// K0e is e^x K0(x), within 16 ulp.
func K0e(x float64) float64 {
	if x < 2 {
		return k0Small(x) * basic.Exp(x)
	}
	return besselK(x, 0)
}

// K1 is the modified Bessel function of the second kind and order 1, within 16 ulp where it is normal; infinite at 0, NaN below.
func K1(x float64) float64 {
	if x < 2 {
		return k1Small(x)
	}
	return besselK(x, 1) * basic.Exp(-x)
}

// K1e is e^x K1(x), within 16 ulp.
func K1e(x float64) float64 {
	if x < 2 {
		return k1Small(x) * basic.Exp(x)
	}
	return besselK(x, 1)
}

const euler = 0.57721566490153286060651209008240243104215933593992

// k0Small is Abramowitz and Stegun 9.6.13 where it loses nothing, up to 1/2, and an integral from there to 2.
func k0Small(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(1)
	case !(x > 0):
		return math.NaN()
	case x > 0.5:
		return besselK(x, 0) * basic.Exp(-x)
	}
	z := x * x / 4
	s, t, h := 0.0, 1.0, 0.0
	for k := 1.0; k < 20; k++ {
		t *= z / (k * k)
		h += 1 / k
		s += t * h
	}
	return s - (basic.Log(x/2)+euler)*besselSeries(z, 0)
}

// k1Small is Abramowitz and Stegun 9.6.11.
func k1Small(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(1)
	case !(x > 0):
		return math.NaN()
	case x > 0.5:
		return besselK(x, 1) * basic.Exp(-x)
	}
	z := x * x / 4
	s, t, h := 0.0, 1.0, 1-2*euler // h is psi(k+1) + psi(k+2)
	for k := 1.0; k < 20; k++ {
		s += t * h
		t *= z / (k * (k + 1))
		h += 1/k + 1/(k+1)
	}
	return 1/x + basic.Log(x/2)*(x/2)*besselSeries(z, 1) - x/4*s
}

// step of the trapezoidal sum, and cosh of its multiples less 1.
const step = 0.0625

var coshLess1 = func() (o [96]float64) {
	for i := range o {
		s := math.Sinh(float64(i) * step / 2)
		o[i] = 2 * s * s
	}
	return o
}()

// besselK is e^x K_n(x) for x > 1/2: up to 20 the integral of exp(-x(cosh t - 1)) cosh(nt), whose trapezoidal sum converges exponentially
// (Trefethen and Weideman, The exponentially convergent trapezoidal rule, SIAM Review 56(3), 2014), then Hankel's series.
func besselK(x float64, n int) float64 {
	if x >= far || x != x {
		if math.IsInf(x, 1) {
			return 0
		}
		return besselFar(x, float64(4*n), 1) * math.Sqrt(math.Pi/(2*x))
	}
	s := 0.0
	last := 1
	for last < len(coshLess1)-1 && x*coshLess1[last] < 42 {
		last++
	}
	for i := last; i > 0; i-- {
		t := basic.Exp(-x * coshLess1[i])
		if n == 1 {
			t += t * coshLess1[i]
		}
		s += t
	}
	return step * (s + 0.5)
}
