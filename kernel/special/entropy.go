package special

import (
	"math"

	"github.com/mars-project/mars-go/kernel/basic"
)

// Entr is -x log(x), within 2 ulp: 0 at 0, minus infinity below.
func Entr(x float64) float64 {
	switch {
	case x == 0:
		return 0
	case x < 0:
		return math.Inf(-1)
	}
	return -x * basic.Log(x)
}

// RelEntr is x log(x/y) for positive numbers, within 4 ulp: 0 where x is 0 and y is not negative, infinite
// for all else.
func RelEntr(x, y float64) float64 {
	switch {
	case x != x || y != y:
		return math.NaN()
	case x == 0 && y >= 0:
		return 0
	case !(x > 0 && y > 0):
		return math.Inf(1)
	}
	return x * logRatio(x, y)
}

// logRatio is log(x/y) for positive numbers.
func logRatio(x, y float64) float64 {
	q := x / y
	switch {
	case q > 0.5 && q < 2: // x - y is exact
		return basic.Log1p((x - y) / y)
	case q < 0x1p-1000 || math.IsInf(q, 1):
		return basic.Log(x) - basic.Log(y)
	}
	return basic.Log(q)
}

// KlDiv is x log(x/y) - x + y for positive numbers, within 16 ulp: y where x is 0 and y is not negative,
// infinite for all else. Near x = y, where the terms cancel, it is a series in (y-x)/(y+x).
func KlDiv(x, y float64) float64 {
	switch {
	case x != x || y != y:
		return math.NaN()
	case x == 0 && y >= 0:
		return y
	case !(x > 0 && y > 0):
		return math.Inf(1)
	}
	u := (y - x) / x
	if math.Abs(u) > 0.5 {
		return x*logRatio(x, y) - x + y
	}
	s := (y - x) / (y + x)
	z, term, sum := s*s, s*s*s, 0.0 // log(y/x) is 2 (s + s^3/3 + s^5/5 + ...)
	for k := 3.0; math.Abs(term) > 0x1p-60*math.Abs(s*u); k += 2 {
		sum += term / k
		term *= z
	}
	return x * (u*s - 2*sum)
}

// Xlogy is x log(y), within 2 ulp: 0 where x is 0, unless y is NaN.
func Xlogy(x, y float64) float64 {
	if x == 0 && y == y {
		return 0
	}
	return x * basic.Log(y)
}

// Xlog1py is x log(1+y), within 2 ulp: 0 where x is 0, unless y is NaN.
func Xlog1py(x, y float64) float64 {
	if x == 0 && y == y {
		return 0
	}
	return x * basic.Log1p(y)
}

// Boxcox is (x^l - 1)/l, and log(x) where l is 0, within 8 ulp. NaN for x < 0.
func Boxcox(x, l float64) float64 {
	if math.Abs(l) < 1e-19 {
		return basic.Log(x)
	}
	return math.Expm1(l*basic.Log(x)) / l
}

// InvBoxcox is the x that Boxcox makes y of, within 8 ulp times the magnitude of its logarithm where that is
// over 1.
func InvBoxcox(y, l float64) float64 {
	if l == 0 {
		return basic.Exp(y)
	}
	return basic.Exp(basic.Log1p(l*y) / l)
}

// Huber is r^2/2 up to |r| = delta and a straight line beyond, within 2 ulp of its larger term; infinite
// where delta is negative.
func Huber(delta, r float64) float64 {
	switch {
	case delta < 0:
		return math.Inf(1)
	case math.Abs(r) <= delta:
		return 0.5 * r * r
	}
	return delta * (math.Abs(r) - 0.5*delta)
}
