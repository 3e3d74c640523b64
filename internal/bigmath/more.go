package bigmath

import (
	"math"
	"math/big"
)

// Log2 and Log10 are logarithms of x > 0.
func Log2(x *big.Float) *big.Float  { return quo(Log(x), Ln2) }
func Log10(x *big.Float) *big.Float { return quo(Log(x), ln10) }

// Exp2 is 2^x.
func Exp2(x *big.Float) *big.Float { return Exp(mul(x, Ln2)) }

// Sinh, Cosh and Tanh are the hyperbolic functions.
func Sinh(x *big.Float) *big.Float {
	e := Expm1(x)
	if e.IsInf() || x.MantExp(nil) > 17 {
		return num().SetInf(x.Sign() < 0)
	}
	return half(add(e, quo(e, add(e, of(1)))))
}

func Cosh(x *big.Float) *big.Float {
	e := Exp(num().Abs(x))
	if e.IsInf() {
		return e
	}
	return half(add(e, quo(of(1), e)))
}

func Tanh(x *big.Float) *big.Float {
	e := Expm1(num().SetMantExp(x, 1))
	if e.IsInf() {
		return of(1)
	}
	return quo(e, add(e, of(2)))
}

// Asinh, Acosh (x >= 1) and Atanh (|x| < 1) are their inverses.
func Asinh(x *big.Float) *big.Float {
	a := num().Abs(x)
	z := mul(a, a)
	l := Log1p(add(a, quo(z, add(of(1), num().Sqrt(add(of(1), z))))))
	if x.Signbit() {
		l.Neg(l)
	}
	return l
}

func Acosh(x *big.Float) *big.Float {
	t := sub(x, of(1))
	return Log1p(add(t, num().Sqrt(mul(t, add(t, of(2))))))
}

func Atanh(x *big.Float) *big.Float {
	a := num().Abs(x)
	l := half(Log1p(quo(num().SetMantExp(a, 1), sub(of(1), a))))
	if x.Signbit() {
		l.Neg(l)
	}
	return l
}

// Cbrt is the cube root.
func Cbrt(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return x
	}
	y := of(math.Cbrt(float(x)))
	for range 3 {
		z := mul(y, y)
		y = sub(y, quo(sub(mul(z, y), x), mul(of(3), z)))
	}
	return y
}

// Hypot is the root of x^2 + y^2.
func Hypot(x, y *big.Float) *big.Float { return num().Sqrt(add(mul(x, x), mul(y, y))) }

// Pow is x^y for x > 0.
func Pow(x, y *big.Float) *big.Float { return Exp(mul(y, Log(x))) }
