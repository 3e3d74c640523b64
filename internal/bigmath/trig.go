package bigmath

import (
	"math"
	"math/big"
	"sync"
)

// pis is pi to 1600 bits, by Machin: 16 atan(1/5) - 4 atan(1/239).
var pis = sync.OnceValue(func() *big.Float {
	const bits = 1600
	inv := func(n int64) *big.Float {
		q := new(big.Float).SetPrec(bits).SetInt64(n * n)
		t := new(big.Float).SetPrec(bits).Quo(big.NewFloat(1), new(big.Float).SetInt64(n))
		s := new(big.Float).SetPrec(bits)
		for i := int64(1); !small(t, -bits-20); i += 2 {
			d := new(big.Float).SetPrec(bits).Quo(t, new(big.Float).SetInt64(i))
			if i%4 == 3 {
				d.Neg(d)
			}
			s.Add(s, d)
			t.Quo(t, q)
		}
		return s
	}
	a, b := inv(5), inv(239)
	a.SetMantExp(a, 4)
	b.SetMantExp(b, 2)
	return a.Sub(a, b)
})

// Pi is pi.
func Pi() *big.Float { return num().Set(pis()) }

// turn is x less the nearest multiple of pi/2, and that multiple modulo 4.
func turn(x *big.Float) (r *big.Float, q int) {
	if small(x, -1) {
		return x, 0
	}
	bits := uint(prec + 80 + max(0, x.MantExp(nil)))
	h := new(big.Float).SetPrec(bits).Set(pis())
	h.SetMantExp(h, -1)
	n := new(big.Float).SetPrec(bits).Quo(x, h)
	if n.Sign() < 0 {
		n.Sub(n, big.NewFloat(0.5))
	} else {
		n.Add(n, big.NewFloat(0.5))
	}
	k, _ := n.Int(nil)
	n.SetInt(k)
	r = num().Sub(new(big.Float).SetPrec(bits).Set(x), n.Mul(n, h))
	return r, int(new(big.Int).And(k, big.NewInt(3)).Int64())
}

// series is the sum of (-1)^n z^n/(2n+m)!, z = r^2.
func series(r *big.Float, m int) *big.Float {
	z, s := mul(r, r), num()
	z.Neg(z)
	for i := 30; i >= 0; i-- {
		s.Add(s.Mul(s, z), inverse[min(2*i+m, len(inverse)-1)])
	}
	return s
}

func quarter(r *big.Float, q int) *big.Float {
	var s *big.Float
	if q&1 == 0 {
		s = mul(r, series(r, 1))
	} else {
		s = series(r, 0)
	}
	if q&2 != 0 {
		s.Neg(s)
	}
	return s
}

// Sin is the sine of a finite x.
func Sin(x *big.Float) *big.Float { r, q := turn(x); return quarter(r, q) }

// Cos is the cosine of a finite x.
func Cos(x *big.Float) *big.Float { r, q := turn(x); return quarter(r, q+1) }

// Tan is the tangent of a finite x.
func Tan(x *big.Float) *big.Float {
	r, q := turn(x)
	return quo(quarter(r, q), quarter(r, q+1))
}

// Atan is the arc tangent: that of a float64, and the series of what that missed.
func Atan(x *big.Float) *big.Float {
	if x.IsInf() {
		return num().SetMantExp(mul(Pi(), of(float64(x.Sign()))), -1)
	}
	if small(x, -200) {
		return num().Set(x)
	}
	y := of(math.Atan(float(x)))
	s, c := Sin(y), Cos(y)
	t := quo(sub(mul(x, c), s), add(c, mul(x, s)))
	z := mul(t, t)
	u := add(of(1), mul(z, add(quo(of(-1), of(3)), mul(z, quo(of(1), of(5))))))
	return add(y, mul(t, u))
}

// Atan2 is the angle of the point (x, y), which is not (0, 0).
func Atan2(y, x *big.Float) *big.Float {
	switch {
	case x.Sign() == 0:
		a := half(Pi())
		if y.Sign() < 0 {
			a.Neg(a)
		}
		return a
	case x.Sign() > 0:
		return Atan(quo(y, x))
	case y.Signbit():
		return sub(Atan(quo(y, x)), Pi())
	}
	return add(Atan(quo(y, x)), Pi())
}

// Asin is the angle whose sine is x, for |x| <= 1.
func Asin(x *big.Float) *big.Float {
	d := num().Sqrt(mul(sub(of(1), x), add(of(1), x)))
	if d.Sign() == 0 {
		return Atan2(x, d)
	}
	return Atan(quo(x, d))
}

// Acos is the angle whose cosine is x, for |x| <= 1.
func Acos(x *big.Float) *big.Float {
	d := add(of(1), x)
	if d.Sign() == 0 {
		return Pi()
	}
	a := Atan(num().Sqrt(quo(sub(of(1), x), d)))
	return a.SetMantExp(a, 1)
}
