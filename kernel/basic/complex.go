package basic

import (
	"math"
	"math/cmplx"
)

// thin lifts a function of complex128 to complex64: computed wide, rounded once.
func thin(f func(complex128) complex128) func(complex64) complex64 {
	return func(x complex64) complex64 { return complex64(f(complex128(x))) }
}

func thin2(f func(x, y complex128) complex128) func(x, y complex64) complex64 {
	return func(x, y complex64) complex64 { return complex64(f(complex128(x), complex128(y))) }
}

// complex1 is the loops F->F D->D of f.
func complex1(f func(complex128) complex128) []sig {
	return []sig{{"F->F", map1(thin(f))}, {"D->D", map1(f)}}
}

func complex2(f func(x, y complex128) complex128) []sig {
	return []sig{{"FF->F", map2(thin2(f))}, {"DD->D", map2(f)}}
}

// divideComplex is Smith's algorithm (CACM 5(8), 1962) on components of type T, as NumPy does it.
func divideComplex[C complex64 | complex128, T float](parts func(C) (T, T), join func(re, im T) C) func(x, y C) C {
	return func(x, y C) C {
		a, b := parts(x)
		c, d := parts(y)
		ac, ad := T(math.Abs(float64(c))), T(math.Abs(float64(d)))
		if ac >= ad {
			if ac == 0 && ad == 0 {
				return join(a/ac, b/ac)
			}
			r := d / c
			s := 1 / (c + d*r)
			return join((a+b*r)*s, (b-a*r)*s)
		}
		r := c / d
		s := 1 / (d + c*r)
		return join((a*r+b)*s, (b*r-a)*s)
	}
}

func parts64(x complex64) (float32, float32)   { return real(x), imag(x) }
func parts128(x complex128) (float64, float64) { return real(x), imag(x) }
func join64(re, im float32) complex64          { return complex(re, im) }
func join128(re, im float64) complex128        { return complex(re, im) }
func conj64(x complex64) complex64             { return complex(real(x), -imag(x)) }
func abs64(x complex64) float32                { return float32(abs128(complex128(x))) }
func abs128(x complex128) float64              { return math.Hypot(real(x), imag(x)) }
func rintComplex(x complex128) complex128 {
	return complex(math.RoundToEven(real(x)), math.RoundToEven(imag(x)))
}
func reciprocalComplex(x complex128) complex128 {
	a, b := real(x), imag(x)
	if math.Abs(b) <= math.Abs(a) {
		r := b / a
		d := a + b*r
		return complex(1/d, -r/d)
	}
	r := a / b
	d := a*r + b
	return complex(r/d, -1/d)
}

// signComplex is x/|x|, NumPy 2's sign; zero of zero.
func signComplex(x complex128) complex128 {
	m := abs128(x)
	switch {
	case isNaN(m):
		return complex(m, m)
	case m == 0:
		return 0
	case !isInf(m):
		return complex(real(x)/m, imag(x)/m)
	case isInf(real(x)) && isInf(imag(x)):
		return complex(math.NaN(), math.NaN())
	case isInf(real(x)):
		return complex(math.Copysign(1, real(x)), 0)
	}
	return complex(0, math.Copysign(1, imag(x)))
}

func log2Complex(x complex128) complex128 {
	l := cmplx.Log(x)
	return complex(real(l)*math.Log2E, imag(l)*math.Log2E)
}
func log10Complex(x complex128) complex128 {
	l := cmplx.Log(x)
	return complex(real(l)*math.Log10E, imag(l)*math.Log10E)
}

func exp2Complex(x complex128) complex128 {
	return cmplx.Exp(complex(real(x)*math.Ln2, imag(x)*math.Ln2))
}

func log1pComplex(x complex128) complex128 {
	return complex(math.Log(math.Hypot(real(x)+1, imag(x))), math.Atan2(imag(x), real(x)+1))
}

func expm1Complex(x complex128) complex128 {
	s, c := math.Sincos(imag(x))
	h := math.Sin(imag(x) / 2)
	return complex(math.Expm1(real(x))*c-2*h*h, math.Exp(real(x))*s)
}

// powComplex is NumPy's: small integer powers by multiplication, the rest as exp(y log x).
func powComplex(x, y complex128) complex128 {
	switch {
	case y == 0:
		return 1
	case x == 0 && real(y) > 0 && imag(y) == 0:
		return 0
	case x == 0:
		return complex(math.NaN(), math.NaN())
	}
	if n := real(y); imag(y) == 0 && n == math.Trunc(n) && math.Abs(n) < 100 {
		return powSmall(x, int(n))
	}
	return cmplx.Pow(x, y)
}

func powSmall(x complex128, n int) complex128 {
	switch n {
	case 1:
		return x
	case 2:
		return x * x
	case 3:
		return x * (x * x)
	}
	m := n
	if m < 0 {
		m = -m
	}
	r := complex128(1)
	for ; m > 0; m >>= 1 {
		if m&1 == 1 {
			r *= x
		}
		x *= x
	}
	if n < 0 {
		return divideComplex(parts128, join128)(1, r)
	}
	return r
}
