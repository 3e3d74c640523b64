package double

import "math"

var (
	ln2  = Num{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}
	ln10 = Num{0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53}
	pi   = Num{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53}
	half = pi.Scale(-1)
)

// inverse[n] is 1/n!.
var inverse = func() (o [32]Num) {
	f := one
	for i := range o {
		if i > 0 {
			f = f.Times(float64(i))
		}
		o[i] = one.Quo(f)
	}
	return o
}()

// reduced is e^r - 1 and k of x = k log 2 + r, |r| < 0.35: by the series of r/32, doubled five times.
func reduced(x Num) (m Num, k int) {
	k = int(math.RoundToEven(x.Hi / math.Ln2))
	r := x.Sub(ln2.Times(float64(k))).Scale(-5)
	for i := 12; i > 0; i-- {
		m = m.Add(inverse[i]).Mul(r)
	}
	for range 5 {
		m = m.Mul(m.Add(Of(2)))
	}
	return m, k
}

// Exp is e^x.
func Exp(x Num) Num {
	m, k := reduced(x)
	return m.Add(one).Scale(k)
}

// Expm1 is e^x - 1.
func Expm1(x Num) Num {
	m, k := reduced(x)
	if k == 0 {
		return m
	}
	return m.Add(one).Scale(k).Sub(one)
}

// Exp2 is 2^x.
func Exp2(x Num) Num { return Exp(x.Mul(ln2)) }

// Log1p is log(1+x): that of a float, and what it missed.
func Log1p(x Num) Num {
	if x.Hi > 0.4 || x.Hi < -0.3 {
		return Log(x.Add(one))
	}
	y := math.Log1p(x.Hi)
	e := Expm1(Of(y))
	t := x.Sub(e).Quo(e.Add(one))
	return Of(y).Add(t.Sub(t.Mul(t).Scale(-1)))
}

// Log is the logarithm of x > 0; NaN for other numbers.
func Log(x Num) Num {
	if !(x.Hi > 0 && x.Hi <= math.MaxFloat64) {
		return Of(math.NaN())
	}
	f, e := math.Frexp(x.Hi)
	if f < 0.7 {
		e--
	}
	return Log1p(x.Scale(-e).Sub(one)).Add(ln2.Times(float64(e)))
}

// Log2 is the logarithm to base 2.
func Log2(x Num) Num { return Log(x).Quo(ln2) }

// Log10 is the logarithm to base 10.
func Log10(x Num) Num { return Log(x).Quo(ln10) }

// Pow is x^y for x > 0.
func Pow(x, y Num) Num { return Exp(y.Mul(Log(x))) }

// Sinh is the hyperbolic sine.
func Sinh(x Num) Num {
	e := Expm1(x.Abs())
	return e.Add(e.Quo(e.Add(one))).Scale(-1).signed(x.Hi)
}

// Cosh is the hyperbolic cosine.
func Cosh(x Num) Num {
	e := Exp(x.Abs())
	return e.Add(one.Quo(e)).Scale(-1)
}

// Tanh is the hyperbolic tangent of |x| < 300.
func Tanh(x Num) Num {
	e := Expm1(x.Abs().Scale(1))
	return e.Quo(e.Add(Of(2))).signed(x.Hi)
}

// Asinh is the inverse of Sinh.
func Asinh(x Num) Num {
	a := x.Abs()
	if a.Hi > 0x1p100 {
		return Log(a).Add(ln2).signed(x.Hi)
	}
	z := a.Mul(a)
	return Log1p(a.Add(z.Quo(z.Add(one).Sqrt().Add(one)))).signed(x.Hi)
}

// Acosh is the inverse of Cosh, for x >= 1.
func Acosh(x Num) Num {
	if x.Hi > 0x1p100 {
		return Log(x).Add(ln2)
	}
	t := x.Sub(one)
	return Log1p(t.Add(t.Mul(t.Add(Of(2))).Sqrt()))
}

// Atanh is the inverse of Tanh, for |x| < 1.
func Atanh(x Num) Num {
	a := x.Abs()
	return Log1p(a.Scale(1).Quo(one.Sub(a))).Scale(-1).signed(x.Hi)
}

// Cbrt is the cube root.
func Cbrt(x Num) Num {
	_, e := math.Frexp(x.Hi)
	e -= e % 3
	x = x.Scale(-e)
	y := Of(math.Cbrt(x.Hi))
	for range 2 {
		z := y.Mul(y)
		y = y.Sub(z.Mul(y).Sub(x).Quo(z.Times(3)))
	}
	return y.Scale(e / 3)
}

// Hypot is the root of x^2 + y^2, of any normal magnitudes.
func Hypot(x, y Num) Num {
	_, e := math.Frexp(max(math.Abs(x.Hi), math.Abs(y.Hi)))
	x, y = x.Scale(-e), y.Scale(-e)
	return x.Mul(x).Add(y.Mul(y)).Sqrt().Scale(e)
}
