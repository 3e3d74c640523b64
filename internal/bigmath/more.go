package bigmath

import (
	"math"
	"math/big"
)

// Log2 is the logarithm of x > 0 to base 2.
func Log2(x *big.Float) *big.Float { return quo(Log(x), Ln2) }

// Log10 is the logarithm of x > 0 to base 10.
func Log10(x *big.Float) *big.Float { return quo(Log(x), ln10) }

// Exp2 is 2^x.
func Exp2(x *big.Float) *big.Float { return Exp(mul(x, Ln2)) }

// Sinh is the hyperbolic sine.
func Sinh(x *big.Float) *big.Float {
	e := Expm1(num().Abs(x))
	if !e.IsInf() {
		e = half(add(e, quo(e, add(e, of(1)))))
	}
	if x.Signbit() {
		e.Neg(e)
	}
	return e
}

// Cosh is the hyperbolic cosine.
func Cosh(x *big.Float) *big.Float {
	e := Exp(num().Abs(x))
	if e.IsInf() {
		return e
	}
	return half(add(e, quo(of(1), e)))
}

// Tanh is the hyperbolic tangent.
func Tanh(x *big.Float) *big.Float {
	e := Expm1(num().SetMantExp(num().Abs(x), 1))
	if e.IsInf() {
		e = of(1)
	} else {
		e = quo(e, add(e, of(2)))
	}
	if x.Signbit() {
		e.Neg(e)
	}
	return e
}

// Asinh is the inverse of Sinh.
func Asinh(x *big.Float) *big.Float {
	a := num().Abs(x)
	z := mul(a, a)
	l := Log1p(add(a, quo(z, add(of(1), num().Sqrt(add(of(1), z))))))
	if x.Signbit() {
		l.Neg(l)
	}
	return l
}

// Acosh is the inverse of Cosh, for x >= 1.
func Acosh(x *big.Float) *big.Float {
	t := sub(x, of(1))
	return Log1p(add(t, num().Sqrt(mul(t, add(t, of(2))))))
}

// Atanh is the inverse of Tanh, for |x| < 1.
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
