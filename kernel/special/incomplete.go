package special

import (
	"math"

	"github.com/mars-project/mars-go/kernel/basic"
)

// Gammainc is the regularized lower incomplete gamma function P(a, x), a > 0 and x >= 0, within 500 ulp for a
// up to 100 and x within four deviations of it; time grows with the root of a. A series below the turning
// point, else 1 less the continued fraction of the complement (Gautschi, A computational procedure for
// incomplete gamma functions, TOMS 5(4), 1979).
func Gammainc(a, x float64) float64 {
	if r, done := gammaEdge(a, x, 0); done {
		return r
	}
	if x < a+1 {
		return gammaPower(a, x) * gammaSum(a, x)
	}
	return 1 - gammaPower(a, x)*gammaFraction(a, x)
}

// Gammaincc is the complement Q(a, x) = 1 - P(a, x), within 500 ulp likewise.
func Gammaincc(a, x float64) float64 {
	if r, done := gammaEdge(a, x, 1); done {
		return r
	}
	if x < a+1 {
		return 1 - gammaPower(a, x)*gammaSum(a, x)
	}
	return gammaPower(a, x) * gammaFraction(a, x)
}

// gammaEdge answers outside of 0 < a, x < infinity; at0 is the value at x = 0.
func gammaEdge(a, x, at0 float64) (float64, bool) {
	switch {
	case a != a || x != x || a < 0 || x < 0 || a == 0 && x == 0 || math.IsInf(a, 1) && math.IsInf(x, 1):
		return math.NaN(), true
	case a == 0 || math.IsInf(x, 1):
		return 1 - at0, true
	case x == 0 || math.IsInf(a, 1):
		return at0, true
	}
	return 0, false
}

// gammaPower is x^a e^-x / gamma(a), from a of 10 on as its largest value, at x = a, times what the distance
// from there takes off.
func gammaPower(a, x float64) float64 {
	if a < 10 {
		return basic.Pow(x, a) * basic.Exp(-x) / Gamma(a)
	}
	return math.Sqrt(a/(2*math.Pi)) * basic.Exp(a*logLess(x/a, (x-a)/a)-stirling(a))
}

// logLess is log(r) - t for r = 1+t.
func logLess(r, t float64) float64 {
	if t < -0.4 || t > 0.6 {
		return basic.Log(r) - t
	}
	// log(1+t) = 2 atanh(u), u = t/(2+t), and 2u - t = -tu
	u := t / (2 + t)
	z := u * u
	s := 0.0
	for k := 41.0; k >= 3; k -= 2 {
		s = s*z + 1/k
	}
	return 2*u*z*s - t*u
}

func gammaSum(a, x float64) float64 {
	s, t := 1/a, 1/a
	for k := 1.0; k < 1e8; k++ {
		t *= x / (a + k)
		s += t
		if t < s*0x1p-55 {
			break
		}
	}
	return s
}

// gammaFraction is by Lentz's method.
func gammaFraction(a, x float64) float64 {
	const tiny = 1e-300
	b := x + 1 - a
	c, d := 1/tiny, 1/b
	h := d
	for k := 1.0; k < 1e8; k++ {
		n := -k * (k - a)
		b += 2
		d = n*d + b
		if math.Abs(d) < tiny {
			d = tiny
		}
		c = b + n/c
		if math.Abs(c) < tiny {
			c = tiny
		}
		d = 1 / d
		e := d * c
		h *= e
		if math.Abs(e-1) < 0x1p-54 {
			break
		}
	}
	return h
}

// Betainc is the regularized incomplete beta function I_x(a, b), a and b positive or one of them 0, 0 <= x <=
// 1, within 1000 ulp for a and b up to 60 and x within four deviations of the mean: a continued fraction on
// the side of the turning point where it converges fast (DiDonato and Morris, Algorithm 708, TOMS 18(3),
// 1992).
func Betainc(a, b, x float64) float64 {
	switch {
	case !(a >= 0) || !(b >= 0) || !(x >= 0) || !(x <= 1) || a == 0 && b == 0:
		return math.NaN()
	case x == 0 || x == 1:
		return x
	case math.IsInf(a, 1) && math.IsInf(b, 1):
		return math.NaN()
	case math.IsInf(a, 1) || b == 0:
		return 0
	case math.IsInf(b, 1) || a == 0:
		return 1
	}
	p := betaPower(a, b, x)
	if x < (a+1)/(a+b+2) {
		return p * betaFraction(a, b, x) / a
	}
	return 1 - p*betaFraction(b, a, 1-x)/b
}

// betaPower is x^a (1-x)^b / B(a, b).
func betaPower(a, b, x float64) float64 {
	if a < 10 || b < 10 {
		if a < 10 && b < 10 {
			return basic.Pow(x, a) * basic.Pow(1-x, b) / Beta(a, b)
		}
		return basic.Exp(a*basic.Log(x) + b*basic.Log1p(-x) - Betaln(a, b))
	}
	n := a + b
	m := a / n
	d := math.FMA(n, x, -a) / n // x - m
	e := a*logLess(x/m, d/m) + b*logLess((1-x)/(1-m), -d/(1-m))
	return math.Sqrt(a*(b/n)/(2*math.Pi)) * basic.Exp(e+stirling(n)-stirling(a)-stirling(b))
}

func betaFraction(a, b, x float64) float64 {
	const tiny = 1e-300
	c, d := 1.0, 1-(a+b)*x/(a+1)
	if math.Abs(d) < tiny {
		d = tiny
	}
	d = 1 / d
	h := d
	for k := 1.0; k < 1e7; k++ {
		e := 1.0
		for _, n := range [2]float64{k * (b - k) * x / ((a + 2*k - 1) * (a + 2*k)), -(a + k) * (a + b + k) * x / ((a + 2*k) * (a + 2*k + 1))} {
			d = 1 + n*d
			if math.Abs(d) < tiny {
				d = tiny
			}
			c = 1 + n/c
			if math.Abs(c) < tiny {
				c = tiny
			}
			d = 1 / d
			e = d * c
			h *= e
		}
		if math.Abs(e-1) < 0x1p-54 {
			break
		}
	}
	return h
}
