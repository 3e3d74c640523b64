package basic

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
)

func isInf(x float64) bool    { return math.Abs(x) > math.MaxFloat64 }
func isFinite(x float64) bool { return math.Abs(x) <= math.MaxFloat64 }
func isInf32(x float32) bool  { return isInf(float64(x)) }

func nan16(x dtype.F16) bool     { return x&0x7fff > 0x7c00 }
func inf16(x dtype.F16) bool     { return x&0x7fff == 0x7c00 }
func finite16(x dtype.F16) bool  { return x&0x7c00 != 0x7c00 }
func signbit16(x dtype.F16) bool { return x&0x8000 != 0 }

func signbit32(x float32) bool { return math.Float32bits(x)>>31 != 0 }

func infComplex(x complex128) bool    { return isInf(real(x)) || isInf(imag(x)) }
func finiteComplex(x complex128) bool { return isFinite(real(x)) && isFinite(imag(x)) }

func sqrtFloat[T float](n int, in, out []Vec) {
	o := view[T](out[0], n)
	x := view[T](in[0], n)[:len(o)]
	for i := range o {
		o[i] = T(math.Sqrt(float64(x[i])))
	}
}

func absFloat[T float](n int, in, out []Vec) {
	o := view[T](out[0], n)
	x := view[T](in[0], n)[:len(o)]
	for i := range o {
		o[i] = T(math.Abs(float64(x[i])))
	}
}

func floorLoop[T float](n int, in, out []Vec) {
	o := view[T](out[0], n)
	x := view[T](in[0], n)[:len(o)]
	for i := range o {
		o[i] = T(math.Floor(float64(x[i])))
	}
}

func ceilLoop[T float](n int, in, out []Vec) {
	o := view[T](out[0], n)
	x := view[T](in[0], n)[:len(o)]
	for i := range o {
		o[i] = T(math.Ceil(float64(x[i])))
	}
}

func truncLoop[T float](n int, in, out []Vec) {
	o := view[T](out[0], n)
	x := view[T](in[0], n)[:len(o)]
	for i := range o {
		o[i] = T(math.Trunc(float64(x[i])))
	}
}

func rintLoop[T float](n int, in, out []Vec) {
	o := view[T](out[0], n)
	x := view[T](in[0], n)[:len(o)]
	for i := range o {
		o[i] = T(math.RoundToEven(float64(x[i])))
	}
}

func nanLoop[T float](n int, in, out []Vec) {
	o := view[bool](out[0], n)
	x := view[T](in[0], n)[:len(o)]
	for i := range o {
		o[i] = x[i] != x[i]
	}
}

func finiteLoop[T float](n int, in, out []Vec) {
	o := view[bool](out[0], n)
	x := view[T](in[0], n)[:len(o)]
	for i := range o {
		d := x[i] - x[i] // NaN unless finite
		o[i] = d == d
	}
}

func copysign16(x, y dtype.F16) dtype.F16 { return x&0x7fff | y&0x8000 }

func copysign32(x, y float32) float32 {
	return math.Float32frombits(math.Float32bits(x)&0x7fffffff | math.Float32bits(y)&0x80000000)
}

// nextafter is y where both are equal, as in C: zeros take its sign.

func nextafter(x, y float64) float64 {
	if x == y {
		return y
	}
	return math.Nextafter(x, y)
}

func nextafter32(x, y float32) float32 {
	if x == y {
		return y
	}
	return math.Nextafter32(x, y)
}

// nextafter16 steps through the bits of a float16. Equal numbers stay x, as in NumPy.
func nextafter16(x, y dtype.F16) dtype.F16 {
	fx, fy := x.Float32(), y.Float32()
	switch {
	case fx != fx || fy != fy:
		return 0x7e00
	case fx == fy:
		return x
	case fx == 0:
		return y&0x8000 | 1
	case fx < fy == (fx > 0):
		return x + 1
	}
	return x - 1
}

// spacing is the distance to the next number away from zero, with the sign of x; NaN for infinities. NumPy's
// float16 form is the distance to the next larger number.

func spacing(x float64) float64 {
	switch {
	case isInf(x):
		return math.NaN()
	case x == 0:
		return math.SmallestNonzeroFloat64
	}
	return math.Nextafter(x, math.Copysign(math.Inf(1), x)) - x
}

func spacing32(x float32) float32 {
	switch {
	case isInf32(x):
		return float32(math.NaN())
	case x == 0:
		return math.SmallestNonzeroFloat32
	}
	return math.Nextafter32(x, float32(math.Copysign(math.Inf(1), float64(x)))) - x
}

func spacing16(x dtype.F16) dtype.F16 {
	if !finite16(x) {
		return 0x7e00
	}
	return dtype.ToF16(nextafter16(x, 0x7c00).Float32() - x.Float32())
}

func heaviside(x, h float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return 0
	case x == 0:
		return h
	}
	return x
}

// modf splits into fraction and whole part, both with the sign of x.
func modf(x float64) (frac, whole float64) {
	if isInf(x) {
		return math.Copysign(0, x), x
	}
	w := math.Trunc(x)
	return math.Copysign(x-w, x), w
}

func modf32(x float32) (frac, whole float32) {
	f, w := modf(float64(x))
	return float32(f), float32(w)
}

func modf16(x dtype.F16) (frac, whole dtype.F16) {
	f, w := modf32(x.Float32())
	return dtype.ToF16(f), dtype.ToF16(w)
}

func frexp(x float64) (float64, int32) {
	f, e := math.Frexp(x)
	return f, int32(e)
}

func frexp32(x float32) (float32, int32) {
	f, e := math.Frexp(float64(x))
	return float32(f), int32(e)
}

func frexp16(x dtype.F16) (dtype.F16, int32) {
	f, e := math.Frexp(x.Float64())
	return dtype.ToF16(float32(f)), int32(e)
}

// ldexp clamps exponents beyond int32, as NumPy does for its long loop.
func ldexp[E int32 | int64](x float64, e E) float64 {
	return math.Ldexp(x, int(min(max(int64(e), math.MinInt32), math.MaxInt32)))
}

func ldexp32[E int32 | int64](x float32, e E) float32 { return float32(ldexp(float64(x), e)) }

func ldexp16[E int32 | int64](x dtype.F16, e E) dtype.F16 {
	return dtype.ToF16From64(ldexp(x.Float64(), e))
}

// degrees and radians multiply by a factor rounded to T, as NumPy does.

func degrees[T float](x T) T { return x * (180 / T(math.Pi)) }
func radians[T float](x T) T { return x * (T(math.Pi) / 180) }
