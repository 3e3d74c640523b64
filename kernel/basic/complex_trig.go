package basic

import "math"

// The sine and its kin come from the hyperbolic functions by a turn of the plane: sin(x+iy) is the swap of
// sinh(y+ix).

func swap(z complex128) complex128 { return complex(imag(z), real(z)) }

func sinComplex(z complex128) complex128 { return swap(sinhComplex(swap(z))) }
func cosComplex(z complex128) complex128 { return coshComplex(complex(-imag(z), real(z))) }
func tanComplex(z complex128) complex128 { return swap(tanhComplex(swap(z))) }

// halfExp is exp(|x|)/2 as two factors, so that products with sines reach the whole range.
func halfExp(x float64) (a, b float64) {
	x = math.Abs(x)
	if x < 709 {
		return expD(x) * 0.5, 1
	}
	return expD(x-700) * 0.5, 1.0142320547350045e+304 // exp(700)
}

func sinhComplex(z complex128) complex128 {
	x, y := real(z), imag(z)
	switch {
	case y == 0:
		return complex(sinhD(x), y)
	case isFinite(x) && isFinite(y):
		s, c := sincosOf(y)
		if math.Abs(x) < 22 {
			return complex(sinhD(x)*c, coshD(x)*s)
		}
		a, b := halfExp(x)
		return complex(math.Copysign(a, x)*c*b, a*s*b)
	case x == 0:
		return complex(math.Copysign(0, x), math.NaN())
	case isInf(x) && isFinite(y):
		s, c := sincosOf(y)
		return complex(x*c, math.Abs(x)*s)
	case isInf(x):
		return complex(math.Inf(1), math.NaN())
	}
	return complex(math.NaN(), math.NaN())
}

func coshComplex(z complex128) complex128 {
	x, y := real(z), imag(z)
	switch {
	case y == 0:
		if x != x {
			return complex(x, y)
		}
		return complex(coshD(x), math.Copysign(0, x)*y)
	case isFinite(x) && isFinite(y):
		s, c := sincosOf(y)
		if math.Abs(x) < 22 {
			return complex(coshD(x)*c, sinhD(x)*s)
		}
		a, b := halfExp(x)
		return complex(a*c*b, math.Copysign(a, x)*s*b)
	case x == 0:
		return complex(math.NaN(), 0)
	case isInf(x) && isFinite(y):
		s, c := sincosOf(y)
		return complex(math.Abs(x)*c, x*s)
	case isInf(x):
		return complex(math.Inf(1), math.NaN())
	}
	return complex(math.NaN(), math.NaN())
}

// tanhComplex is Kahan's (Branch cuts for complex elementary functions, 1987).
func tanhComplex(z complex128) complex128 {
	x, y := real(z), imag(z)
	switch {
	case x != x:
		if y == 0 {
			return complex(x, y)
		}
		return complex(x, math.NaN())
	case isInf(x):
		if isFinite(y) {
			s, c := sincosOf(y)
			return complex(math.Copysign(1, x), math.Copysign(0, s*c))
		}
		return complex(math.Copysign(1, x), math.Copysign(0, y))
	case !isFinite(y):
		if x == 0 {
			return complex(x, math.NaN())
		}
		return complex(math.NaN(), math.NaN())
	}
	if math.Abs(x) >= 22 {
		s, c := sincosOf(y)
		e := expD(-math.Abs(x))
		return complex(math.Copysign(1, x), 4*s*c*e*e)
	}
	t := tanD(y)
	beta := 1 + t*t
	s := sinhD(x)
	rho := math.Sqrt(1 + s*s)
	d := 1 + beta*s*s
	return complex(beta*rho*s/d, t/d)
}
