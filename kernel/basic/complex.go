package basic

import "math"

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

// divideComplex is Smith's algorithm (CACM 5(8), 1962) on components of type T, as NumPy does it: products
// are rounded before they are added, also on machines that could do both in one step.
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
			s := 1 / (c + T(d*r))
			return join((a+T(b*r))*s, (b-T(a*r))*s)
		}
		r := c / d
		s := 1 / (d + T(c*r))
		return join((T(a*r)+b)*s, (T(b*r)-a)*s)
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

func mulComplex(x, y complex128) complex128 {
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	return complex(float64(a*c)-float64(b*d), float64(a*d)+float64(b*c))
}

func mulComplex64(x, y complex64) complex64 {
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	return complex(float32(a*c)-float32(b*d), float32(a*d)+float32(b*c))
}

var divComplex = divideComplex(parts128, join128)

func reciprocalComplex[C complex64 | complex128, T float](parts func(C) (T, T), join func(re, im T) C) func(C) C {
	return func(x C) C {
		a, b := parts(x)
		if math.Abs(float64(b)) <= math.Abs(float64(a)) {
			r := b / a
			d := a + T(b*r)
			return join(1/d, -r/d)
		}
		r := a / b
		d := T(a*r) + b
		return join(r/d, -1/d)
	}
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
