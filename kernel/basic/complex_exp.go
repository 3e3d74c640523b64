package basic

import "math"

// Complex elementary functions follow C99's annex G at zeros, infinities and NaN, as glibc does.

// expTimes is exp(x) (c + i s).
func expTimes(x, c, s float64) complex128 {
	if x > 709 && x < 1420 { // exp(x) alone is infinite, its product with a small cosine need not be
		e := expD(x - 709)
		const big = 8.218407461554972e+307 // exp(709)
		return complex(c*big*e, s*big*e)
	}
	e := expD(x)
	return complex(e*c, e*s)
}

func expComplex(z complex128) complex128 {
	x, y := real(z), imag(z)
	switch {
	case y == 0:
		return complex(expD(x), y)
	case isFinite(y):
		s, c := sincosOf(y)
		if x != x {
			return complex(x, x)
		}
		return expTimes(x, c, s)
	case math.IsInf(x, -1):
		return complex(0, math.Copysign(0, y))
	case math.IsInf(x, 1):
		return complex(x, math.NaN())
	}
	return complex(math.NaN(), math.NaN())
}

func exp2Complex(z complex128) complex128 {
	x, y := real(z), imag(z)
	if y == 0 {
		return complex(exp2D(x), y)
	}
	a := float64(y * math.Ln2)
	if !isFinite(a) || math.Abs(x) > 1000 {
		return expComplex(complex(x*math.Ln2, a))
	}
	d := math.FMA(y, math.Ln2, -a) + y*0x1.abc9e3b39803fp-56 // what the angle lost
	s, c := sincosOf(a)
	e := exp2D(x)
	return complex(e*(c-s*d), e*(s+c*d))
}

func expm1Complex(z complex128) complex128 {
	x, y := real(z), imag(z)
	s, c := sincosOf(y)
	h := sinD(y / 2)
	return complex(expm1D(x)*c-2*h*h, expD(x)*s)
}

// logAbs is log|z|. Near the unit circle it takes |z|^2-1 with twice the digits.
func logAbs(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	if x < y {
		x, y = y, x
	}
	if x > 0.5 && x < 2 {
		p, q := float64(x*x), float64(y*y) // rounded, also where the machine would add in one step
		e, f := math.FMA(x, x, -p), math.FMA(y, y, -q)
		s := p - 1
		t := (p - s) - 1
		u := s + q
		v := u - s
		w := (s - (u - v)) + (q - v)
		return 0.5 * log1pD(u+(w+t+e+f))
	}
	if x > 0x1p1000 && !isInf(x) {
		return logD(hypotD(x/2, y/2)) + math.Ln2
	}
	if x < 0x1p-1000 {
		return logD(hypotD(x*0x1p100, y*0x1p100)) - 100*math.Ln2
	}
	return logD(hypotD(x, y))
}

func logComplex(z complex128) complex128 {
	return complex(logAbs(real(z), imag(z)), arctan2D(imag(z), real(z)))
}

func log2Complex(z complex128) complex128 {
	l := logComplex(z)
	return complex(real(l)*math.Log2E, imag(l)*math.Log2E)
}

func log10Complex(z complex128) complex128 {
	l := logComplex(z)
	return complex(real(l)*math.Log10E, imag(l)*math.Log10E)
}

func log1pComplex(z complex128) complex128 {
	x, y := real(z), imag(z)
	if math.Abs(x) < 0.5 && math.Abs(y) < 0.5 { // |1+z|^2 - 1 = x(2+x) + y^2
		return complex(0.5*log1pD(math.FMA(y, y, x*(2+x))), arctan2D(y, 1+x))
	}
	return complex(logAbs(x+1, y), arctan2D(y, x+1))
}

// sqrtComplex is the root in the right half plane (Kahan, Branch cuts for complex elementary functions,
// 1987).
func sqrtComplex(z complex128) complex128 {
	x, y := real(z), imag(z)
	switch {
	case x == 0 && y == 0:
		return complex(0, y)
	case isInf(y):
		return complex(math.Inf(1), y)
	case x != x:
		return complex(x, math.NaN())
	case math.IsInf(x, 1):
		return complex(x, nanOr(y, math.Copysign(0, y)))
	case math.IsInf(x, -1):
		return complex(nanOr(y, 0), math.Copysign(x, y))
	}
	scale := 1.0
	if math.Abs(x) > 0x1p1020 || math.Abs(y) > 0x1p1020 {
		x, y, scale = x*0.25, y*0.25, 2
	} else if math.Abs(x) < 0x1p-960 && math.Abs(y) < 0x1p-960 {
		x, y, scale = x*0x1p108, y*0x1p108, 0x1p-54
	}
	t := math.Sqrt((math.Abs(x) + hypotD(x, y)) * 0.5)
	if x >= 0 {
		return complex(t*scale, y/(2*t)*scale)
	}
	return complex(math.Abs(y)/(2*t)*scale, math.Copysign(t*scale, y))
}

// nanOr is NaN where x is, else v.
func nanOr(x, v float64) float64 {
	if x != x {
		return x
	}
	return v
}

// powComplex is NumPy's: small integer powers by multiplication, the rest as exp(y log x), whose relative
// error grows with |y log x|.
func powComplex(x, y complex128) complex128 {
	switch {
	case y == 0:
		return 1
	case x == 0 && real(y) > 0:
		return 0
	case x == 0:
		return complex(math.NaN(), math.NaN())
	}
	if n := real(y); imag(y) == 0 && n == math.Trunc(n) && math.Abs(n) < 100 {
		return powSmall(x, int(n))
	}
	return expComplex(mulComplex(y, logComplex(x)))
}

func powSmall(x complex128, n int) complex128 {
	switch n {
	case 1:
		return x
	case 2:
		return mulComplex(x, x)
	case 3:
		return mulComplex(x, mulComplex(x, x))
	}
	m := n
	if m < 0 {
		m = -m
	}
	r := complex128(1)
	for ; m > 0; m >>= 1 {
		if m&1 == 1 {
			r = mulComplex(r, x)
		}
		x = mulComplex(x, x)
	}
	if n < 0 {
		return divComplex(1, r)
	}
	return r
}
