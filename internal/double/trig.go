package double

import "math"

// halves are the parts of pi/2, to 212 bits.
var halves = [4]float64{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110, 0x1.4cf98e804177dp-164}

// turn is x less the nearest multiple of pi/2, and that multiple modulo 4; |x| < 2^20 and r not below 2^-30.
func turn(x Num) (r Num, q int) {
	k := math.RoundToEven(x.Hi / half.Hi)
	r = x
	for _, h := range halves {
		r = r.Sub(product(h, k))
	}
	return r, int(k) & 3
}

// series is the sum of (-1)^n z^n/(2n+m)!, z = r^2.
func series(r Num, m int) Num {
	z, s := r.Mul(r).Neg(), Num{}
	for i := 14; i >= 0; i-- {
		s = s.Mul(z).Add(inverse[2*i+m])
	}
	return s
}

func quarter(r Num, q int) Num {
	s := Num{}
	if q&1 == 0 {
		s = r.Mul(series(r, 1))
	} else {
		s = series(r, 0)
	}
	if q&2 != 0 {
		return s.Neg()
	}
	return s
}

// Near says whether Sin, Cos and Tan take x: it is below 2^20, and not within 2^-30 of a multiple of pi/2
// other than 0.
func Near(x float64) bool {
	if math.Abs(x) < 0.5 {
		return true
	}
	if math.Abs(x) >= 0x1p20 {
		return false
	}
	r, _ := turn(Of(x))
	return math.Abs(r.Hi) > 0x1p-30
}

// Sin is the sine.
func Sin(x Num) Num { r, q := turn(x); return quarter(r, q) }

// Cos is the cosine.
func Cos(x Num) Num { r, q := turn(x); return quarter(r, q+1) }

// Tan is the tangent.
func Tan(x Num) Num { r, q := turn(x); return quarter(r, q).Quo(quarter(r, q+1)) }

// Atan is the arc tangent: that of a float, and what it missed.
func Atan(x Num) Num {
	y := math.Atan(x.Hi)
	s, c := Of(y).Mul(series(Of(y), 1)), series(Of(y), 0)
	if math.Abs(y) > 0.8 { // the series are for less: of the rest to pi/2
		r := half.Sub(Of(math.Abs(y)))
		s, c = series(r, 0).signed(y), r.Mul(series(r, 1))
	}
	t := x.Mul(c).Sub(s).Quo(c.Add(x.Mul(s)))
	return Of(y).Add(t)
}

// Atan2 is the angle of the point (x, y), x not 0.
func Atan2(y, x Num) Num {
	a := Atan(y.Quo(x))
	if x.Hi > 0 {
		return a
	}
	return a.Add(pi.signed(y.Hi))
}

// Asin is the angle whose sine is x, for |x| < 1.
func Asin(x Num) Num { return Atan(x.Quo(one.Sub(x).Mul(one.Add(x)).Sqrt())) }

// Acos is the angle whose cosine is x, for |x| < 1.
func Acos(x Num) Num { return Atan(one.Sub(x).Quo(one.Add(x)).Sqrt()).Scale(1) }
