package basic

import "math"

func asinhComplex(z complex128) complex128 { return swap(asinComplex(swap(z))) }
func atanComplex(z complex128) complex128  { return swap(atanhComplex(swap(z))) }

// asinComplex and acosComplex share their heart (Hull, Fairgrieve, Tang, Implementing the complex arcsine and
// arccosine functions using exception handling, TOMS 23(3), 1997).

func asinComplex(z complex128) complex128 {
	x, y := real(z), imag(z)
	switch {
	case x != x || y != y:
		return asinNaN(x, y)
	case isInf(x) && isInf(y):
		return complex(math.Copysign(math.Pi/4, x), y)
	case isInf(x):
		return complex(math.Copysign(math.Pi/2, x), math.Copysign(math.Inf(1), y))
	case isInf(y):
		return complex(math.Copysign(0, x), y)
	case y == 0 && math.Abs(x) <= 1:
		return complex(arcsinD(x), y)
	}
	re, _, im := hull(math.Abs(x), math.Abs(y))
	return complex(math.Copysign(re, x), math.Copysign(im, y))
}

func asinNaN(x, y float64) complex128 {
	switch {
	case isInf(x):
		return complex(y, math.Inf(1))
	case isInf(y):
		return complex(x, y)
	case x == 0:
		return complex(x, y)
	case y == 0:
		return complex(x, math.NaN())
	}
	return complex(math.NaN(), math.NaN())
}

func acosComplex(z complex128) complex128 {
	x, y := real(z), imag(z)
	switch {
	case x != x || y != y:
		return acosNaN(x, y)
	case isInf(x) && isInf(y):
		return complex(math.Pi/2-math.Copysign(math.Pi/4, x), -y)
	case isInf(x):
		return complex(math.Pi/2-math.Copysign(math.Pi/2, x), -math.Copysign(math.Inf(1), y))
	case isInf(y):
		return complex(math.Pi/2, -y)
	case y == 0 && math.Abs(x) <= 1:
		return complex(arccosD(x), -y)
	}
	_, re, im := hull(math.Abs(x), math.Abs(y))
	if math.Signbit(x) {
		re = math.Pi - re
	}
	return complex(re, -math.Copysign(im, y))
}

func acosNaN(x, y float64) complex128 {
	switch {
	case isInf(x):
		return complex(y, math.Inf(-1))
	case isInf(y):
		return complex(x, -y)
	case x == 0:
		return complex(math.Pi/2, y)
	}
	return complex(math.NaN(), math.NaN())
}

// hull is the real part of asin, that of acos, and the imaginary part of asin of x+iy for finite x, y >= 0.
func hull(x, y float64) (as, ac, im float64) {
	const (
		eps     = 0x1p-52
		cross   = 1.5
		edge    = 0.6417
		safeMin = 0x1p-509
		safeMax = 0x1p508
	)
	if x > safeMax || y > safeMax || x < safeMin || y < safeMin {
		switch {
		case y <= eps*math.Abs(x-1):
			if x < 1 {
				return arcsinD(x), arccosD(x), y / math.Sqrt((1-x)*(1+x))
			}
			ac = 0
			if x > safeMax {
				return math.Pi / 2, y / x, math.Ln2 + logD(x)
			}
			r := math.Sqrt((x - 1) * (x + 1))
			return math.Pi / 2, y / r, log1pD((x - 1) + r)
		case y <= safeMin: // x is 1
			r := math.Sqrt(y)
			return math.Pi/2 - r, r, r
		case eps*y-1 >= x:
			return x / y, math.Pi / 2, math.Ln2 + logD(y)
		case x > 1:
			q := x / y
			return arctanD(q), arctan2D(y, x), math.Ln2 + logD(y) + 0.5*log1pD(q*q)
		}
		a := math.Sqrt(1 + y*y)
		return x / a, math.Pi / 2, 0.5 * log1pD(2*y*(y+a))
	}
	p, m := x+1, x-1
	r, s := hypotD(p, y), hypotD(m, y)
	a := 0.5 * (r + s)
	b := x / a
	y2 := y * y
	if b <= edge {
		as, ac = arcsinD(b), arccosD(b)
	} else if q := a + x; x <= 1 {
		d := math.Sqrt(0.5 * q * (y2/(r+p) + (s - m)))
		as, ac = arctan2D(x, d), arctan2D(d, x)
	} else {
		d := y * math.Sqrt(0.5*(q/(r+p)+q/(s+m)))
		as, ac = arctan2D(x, d), arctan2D(d, x)
	}
	if a > cross {
		return as, ac, logD(a + math.Sqrt(a*a-1))
	}
	var am1 float64
	if x < 1 {
		am1 = 0.5 * (y2/(r+p) + y2/(s-m))
	} else {
		am1 = 0.5 * (y2/(r+p) + (s + m))
	}
	return as, ac, log1pD(am1 + math.Sqrt(am1*(a+1)))
}

// acoshComplex is acos turned into the right half plane.
func acoshComplex(z complex128) complex128 {
	w := acosComplex(z)
	x, y := real(w), imag(w)
	switch {
	case x != x && y != y:
		return w
	case x != x:
		return complex(math.Abs(y), x)
	case y != y:
		return complex(y, x)
	}
	return complex(math.Abs(y), math.Copysign(x, imag(z)))
}

// atanhComplex takes log1p(4x/|1-z|^2)/4 as real part (Kahan, 1987).
func atanhComplex(z complex128) complex128 {
	x, y := math.Abs(real(z)), math.Abs(imag(z))
	var re, im float64
	switch {
	case x != x || y != y:
		switch {
		case isInf(x):
			return complex(math.Copysign(0, real(z)), math.NaN())
		case isInf(y):
			return complex(math.Copysign(0, real(z)), math.Copysign(math.Pi/2, imag(z)))
		case x == 0:
			return z
		}
		return complex(math.NaN(), math.NaN())
	case y == 0 && x <= 1:
		return complex(arctanhD(real(z)), imag(z))
	case x == 0:
		return complex(real(z), arctanD(imag(z)))
	case isInf(x) || isInf(y):
		re, im = 0, math.Pi/2
	case x > 0x1p52 || y > 0x1p52:
		h := hypotD(x, y)
		re, im = x/h/h, math.Pi/2
	case x < 0x1p-27 && y < 0x1p-27:
		return z
	case x == 1 && y < 0x1p-52:
		re, im = (math.Ln2-logD(y))/2, arctan2D(2, -y)/2
	default:
		re = log1pD(4*x/((x-1)*(x-1)+y*y)) / 4
		im = arctan2D(2*y, (1-x)*(1+x)-y*y) / 2
	}
	return complex(math.Copysign(re, real(z)), math.Copysign(im, imag(z)))
}
