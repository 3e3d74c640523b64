package special

import (
	"math"

	"github.com/mars-project/mars-go/kernel/basic"
)

// pole says that Gamma has one at x.
func pole(x float64) bool { return x <= 0 && x == math.Trunc(x) && !math.IsInf(x, -1) }

// Rgamma is 1/Gamma(x), within 32 ulp for -170 < x < 178; 0 at the poles and at minus infinity, as SciPy has
// it. From 170 on it steps down, and below -20 it is reflected.
func Rgamma(x float64) float64 {
	switch {
	case pole(x) || x > 200 || math.IsInf(x, -1):
		return 0
	case x > 170:
		r := 1.0
		for x > 150 {
			x--
			r /= x
		}
		return r / Gamma(x)
	case x < -20:
		f := x - math.RoundToEven(x)
		s := math.Sin(math.Pi*f) / math.Pi
		if math.Mod(math.RoundToEven(x), 2) != 0 {
			s = -s
		}
		return Gamma(-x) * s * -x
	}
	return 1 / Gamma(x)
}

// Gammasgn is the sign of Gamma(x), exactly; NaN at negative integers, and 1 or -1 at the zeros.
func Gammasgn(x float64) float64 {
	switch {
	case x != x || math.IsInf(x, -1) || pole(x) && x != 0:
		return math.NaN()
	case x == 0:
		return math.Copysign(1, x)
	case x > 0 || math.Mod(math.Floor(x), 2) == 0:
		return 1
	}
	return -1
}

// Loggamma is the logarithm of Gamma(x) for x >= 0, within 8 ulp, units of at least 1's; NaN below.
func Loggamma(x float64) float64 {
	if x < 0 {
		return math.NaN()
	}
	return Gammaln(x)
}

// maxSteps is how many factors Poch and Binom multiply before they turn to logarithms.
const maxSteps = 128

// Poch is Gamma(x+m)/Gamma(x), Pochhammer's symbol, within 2 ulp for each of up to 128 factors for integers
// m, else within 32 ulp where x and x+m lie in (0, 170) and in proportion to its logarithm beyond.
func Poch(x, m float64) float64 {
	if x != x || m != m {
		return math.NaN()
	}
	if m == math.Trunc(m) && math.Abs(m) <= maxSteps {
		r := 1.0
		for i := 0.0; i < m; i++ {
			r *= x + i
		}
		for i := -1.0; i >= m; i-- {
			r /= x + i
		}
		return r
	}
	switch {
	case pole(x+m) && !pole(x) && x+m != m:
		return math.Inf(1)
	case pole(x) && !pole(x+m):
		return 0
	case x > 0 && x < 170 && x+m > 0 && x+m < 170:
		return gammaOfSum(x, m) / Gamma(x)
	case x > 0 && m > 0:
		return basic.Exp(Gammaln(m) - Betaln(x, m))
	case x+m > 0 && x > 0:
		return basic.Exp(Betaln(x+m, -m) - Gammaln(-m))
	}
	return basic.Exp(Gammaln(x+m)-Gammaln(x)) * Gammasgn(x+m) * Gammasgn(x)
}

// sumLost is a + b and what its rounding lost (Knuth, The Art of Computer Programming 2, 4.2.2).
func sumLost(a, b float64) (sum, lost float64) {
	sum = a + b
	t := sum - a
	return sum, (a - (sum - t)) + (b - t)
}

// gammaOfSum is Gamma(a + b), the rounding of the sum made good.
func gammaOfSum(a, b float64) float64 {
	s, lost := sumLost(a, b)
	if lost == 0 {
		return Gamma(s)
	}
	return Gamma(s) * (1 + lost*Digamma(s))
}

// Binom is n over k for real numbers, within 2 ulp for each of up to 128 factors for integers k, else within
// 32 ulp, and in proportion to its logarithm where that is over 20. NaN where n is a negative integer.
func Binom(n, k float64) float64 {
	if n != n || k != k || n < 0 && n == math.Trunc(n) {
		return math.NaN()
	}
	if k == math.Trunc(k) {
		if n == math.Trunc(n) && k > n/2 && n > 0 {
			k = n - k
		}
		switch {
		case k < 0:
			return 0
		case k <= maxSteps:
			r := 1.0
			for i := 1.0; i <= k; i++ {
				r = r * (n - k + i) / i
			}
			return r
		}
	}
	a, b := n-k+1, k+1
	if a > 0 && b > 0 {
		if n+2 < 170 {
			d, lost := sumLost(n, -k)
			return gammaOfSum(n, 1) / (gammaOfSum(d, 1) * (1 + lost*Digamma(a))) / gammaOfSum(k, 1)
		}
		return basic.Exp(-Betaln(a, b)) / (n + 1)
	}
	if pole(a) || pole(b) {
		return 0
	}
	return basic.Exp(Gammaln(n+1)-Gammaln(a)-Gammaln(b)) * Gammasgn(n+1) * Gammasgn(a) * Gammasgn(b)
}
