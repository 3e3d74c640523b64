package basic

import "math"

// asinRational is (asin(x)-x)/x for z = x*x up to 0.25 (fdlibm's e_asin.c).
func asinRational(z float64) float64 {
	p := z * (1.66666666666666657415e-01 + z*(-3.25565818622400915405e-01+z*(2.01212532134862925881e-01+z*(-4.00555345006794114027e-02+
		z*(7.91534994289814532176e-04+z*3.47933107596021167570e-05)))))
	q := 1 + z*(-2.40339491173441421878e+00+z*(2.02094576023350569471e+00+z*(-6.88283971605453293030e-01+z*7.70381505559019352791e-02)))
	return p / q
}

const (
	pio2Hi = 0x1.921fb54442d18p+0
	pio2Lo = 0x1.1a62633145c07p-54
	pio4Hi = pio2Hi / 2
)

func asinOf(x float64) float64 {
	a := math.Abs(x)
	switch {
	case !(a <= 1):
		return math.NaN()
	case a == 1:
		return x * pio2Hi
	case a < 0x1p-27:
		return x
	case a < 0.5:
		return x + x*asinRational(x*x)
	}
	z := (1 - a) * 0.5
	r := asinRational(z)
	s := math.Sqrt(z)
	if a >= 0.975 {
		a = pio2Hi - (2*(s+s*r) - pio2Lo)
	} else {
		f := math.Float64frombits(math.Float64bits(s) &^ 0xffffffff)
		c := (z - f*f) / (s + f)
		a = pio4Hi - ((2*s*r - (pio2Lo - 2*c)) - (pio4Hi - 2*f))
	}
	return math.Copysign(a, x)
}

func acosOf(x float64) float64 {
	a := math.Abs(x)
	switch {
	case !(a <= 1):
		return math.NaN()
	case x == 1:
		return 0
	case x == -1:
		return math.Pi
	case a < 0x1p-57:
		return pio2Hi
	case a < 0.5:
		return pio2Hi - (x - (pio2Lo - x*asinRational(x*x)))
	case x < 0:
		z := (1 + x) * 0.5
		s := math.Sqrt(z)
		w := asinRational(z)*s - pio2Lo
		return math.Pi - 2*(s+w)
	}
	z := (1 - x) * 0.5
	s := math.Sqrt(z)
	f := math.Float64frombits(math.Float64bits(s) &^ 0xffffffff)
	c := (z - f*f) / (s + f)
	return 2 * (f + (asinRational(z)*s + c))
}

// hypot is the length of (x, y), within 0.51 ulp where it is normal (Borges, Algorithm 1014: An improved algorithm for hypot(x, y),
// TOMS 47(1), 2021).
func hypot(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	switch {
	case isInf(x) || isInf(y):
		return math.Inf(1)
	case x != x || y != y:
		return math.NaN()
	case x < y:
		x, y = y, x
	}
	if y <= x*0x1p-54 {
		return x + y
	}
	scale := 1.0
	if x > 0x1p510 {
		x, y, scale = x*0x1p-600, y*0x1p-600, 0x1p600
	} else if y < 0x1p-450 {
		x, y, scale = x*0x1p600, y*0x1p600, 0x1p-600
	}
	h := math.Sqrt(math.FMA(x, x, y*y))
	h2, x2 := h*h, x*x
	c := math.FMA(-y, y, h2-x2) + math.FMA(h, h, -h2) - math.FMA(x, x, -x2)
	return (h - c/(2*h)) * scale
}
