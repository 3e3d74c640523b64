package bigmath

import "math/big"

// euler is Euler's constant.
var euler = func() *big.Float {
	f, _, err := big.ParseFloat("0.577215664901532860606512090082402431042159335939923598805767234884867726777664670936947063291746749514631447", 10, prec, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	return f
}()

// besselSums are the sums over k of w^k/(k!(k+n)!) and of the same times a(k), w = -x^2/4 for J and Y, x^2/4
// for I and K: a(k) is the harmonic number of k for n = 0, psi(k+1) + psi(k+2) for n = 1.
func besselSums(x *big.Float, n int, modified bool) (s, h *big.Float) {
	w := mul(x, x)
	w.SetMantExp(w, -2)
	if !modified {
		w.Neg(w)
	}
	t, s, h := of(1), num(), num()
	a := num()
	if n == 1 {
		a = sub(of(1), mul(of(2), euler))
	}
	for k := 0.0; t.Sign() != 0 && (t.MantExp(nil) > -prec-200 || k < 20); k++ {
		s.Add(s, t)
		h.Add(h, mul(t, a))
		t.Quo(t.Mul(t, w), of((k+1)*(k+1+float64(n))))
		a = add(a, quo(of(1), of(k+1)))
		if n == 1 {
			a.Add(a, quo(of(1), of(k+2)))
		}
	}
	return s, h
}

// J is the Bessel function of the first kind and order n, 0 or 1; like those below for |x| up to 50: 216 bits
// are left there.
func J(n int, x *big.Float) *big.Float {
	s, _ := besselSums(x, n, false)
	if n == 1 {
		s.Mul(s, half(x))
	}
	return s
}

// I is the modified one.
func I(n int, x *big.Float) *big.Float {
	s, _ := besselSums(x, n, true)
	if n == 1 {
		s.Mul(s, half(x))
	}
	return s
}

// Y is the Bessel function of the second kind, x > 0 (Abramowitz and Stegun, 9.1.11 and 9.1.13).
func Y(n int, x *big.Float) *big.Float {
	s, h := besselSums(x, n, false)
	l := Log(half(x))
	if n == 0 {
		return quo(mul(of(2), sub(mul(add(l, euler), s), h)), Pi())
	}
	y := sub(mul(mul(l, x), s), quo(of(2), x))
	return quo(sub(y, mul(half(x), h)), Pi())
}

// K is the modified one (9.6.11 and 9.6.13).
func K(n int, x *big.Float) *big.Float {
	s, h := besselSums(x, n, true)
	l := Log(half(x))
	if n == 0 {
		return sub(h, mul(add(l, euler), s))
	}
	k := add(quo(of(1), x), mul(mul(l, half(x)), s))
	return sub(k, mul(half(half(x)), h))
}
