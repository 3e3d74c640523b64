package basic

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
)

// Division by NumPy's rules: the quotient goes to minus infinity and the remainder has the divisor's sign; an
// integer divided by zero gives zero. Go defines the lowest integer divided by -1 as itself, which is NumPy's
// answer too.

func floorInt[T integer](x, y T) T {
	if y == 0 {
		return 0
	}
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

func remainderInt[T integer](x, y T) T {
	if y == 0 {
		return 0
	}
	r := x % y
	if r != 0 && (r < 0) != (y < 0) {
		r += y
	}
	return r
}

func fmodInt[T integer](x, y T) T {
	if y == 0 {
		return 0
	}
	return x % y
}

func divmodInt[T integer](x, y T) (T, T) { return floorInt(x, y), remainderInt(x, y) }

// fmod is C's fmod: the exact remainder with the sign of x. One fused step is enough while the quotient is
// below 2^53, because x - q*y is then representable whichever neighbour of the true quotient q is.
func fmod(x, y float64) float64 {
	a, b := math.Abs(x), math.Abs(y)
	if a < b {
		return x
	}
	q := a / b
	if !(q < 1<<53) || b < 1e-290 {
		return math.Mod(x, y)
	}
	q = math.Trunc(q)
	r := math.FMA(-q, b, a)
	if r < 0 {
		r += b
	} else if r >= b {
		r -= b
	}
	return math.Copysign(r, x)
}

// remainderFloat is Python's %: the sign of y, and a zero with the sign of y.
func remainderFloat(x, y float64) float64 {
	m := fmod(x, y)
	if y == 0 {
		return m
	}
	if m == 0 {
		return math.Copysign(0, y)
	}
	if (y < 0) != (m < 0) {
		m += y
	}
	return m
}

// divmodFloat is Python's divmod, as CPython computes it: the quotient comes from x less its remainder, so
// that both agree.
func divmodFloat(x, y float64) (q, m float64) {
	m = fmod(x, y)
	if y == 0 {
		return x / y, m
	}
	q = (x - m) / y
	if m == 0 {
		m = math.Copysign(0, y)
	} else if (y < 0) != (m < 0) {
		m += y
		q--
	}
	if q == 0 {
		return math.Copysign(0, x/y), m
	}
	f := math.Floor(q)
	if q-f > 0.5 {
		f++
	}
	return f, m
}

func floorFloat(x, y float64) float64 {
	q, _ := divmodFloat(x, y)
	return q
}

// The float32 forms round each step to float32, as NumPy's do.

func remainderFloat32(x, y float32) float32 {
	m := float32(fmod(float64(x), float64(y)))
	if y == 0 {
		return m
	}
	if m == 0 {
		return float32(math.Copysign(0, float64(y)))
	}
	if (y < 0) != (m < 0) {
		m += y
	}
	return m
}

func divmodFloat32(x, y float32) (q, m float32) {
	m = float32(fmod(float64(x), float64(y)))
	if y == 0 {
		return x / y, m
	}
	q = (x - m) / y
	if m == 0 {
		m = float32(math.Copysign(0, float64(y)))
	} else if (y < 0) != (m < 0) {
		m += y
		q--
	}
	if q == 0 {
		return float32(math.Copysign(0, float64(x/y))), m
	}
	f := float32(math.Floor(float64(q)))
	if q-f > 0.5 {
		f++
	}
	return f, m
}

func floorFloat32(x, y float32) float32 {
	q, _ := divmodFloat32(x, y)
	return q
}

func divmod16(x, y dtype.F16) (q, m dtype.F16) {
	a, b := divmodFloat32(x.Float32(), y.Float32())
	return dtype.ToF16(a), dtype.ToF16(b)
}
