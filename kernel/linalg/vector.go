package linalg

import (
	"math"
	"unsafe"

	"github.com/mars-project/mars-go/kernel/asm"
)

// vectorMin is the elements from which on a vector kernel is faster than a loop.
const vectorMin = 16

var (
	vector64 = asm.Vector64(asm.Active())
	vector32 = asm.Vector32(asm.Active())
)

// vectors is the kernels for T of this process, or nil.
func vectors[T Num]() *asm.Vector {
	var t T
	switch any(t).(type) {
	case float64:
		return vector64
	case float32:
		return vector32
	}
	return nil
}

// dotc is the sum of conj(x[i])*y[i].
func dotc[T Num](x, y []T) T {
	switch xs := any(x).(type) {
	case []complex64:
		var s complex64
		for i, v := range any(y).([]complex64) {
			s += complex(real(xs[i]), -imag(xs[i])) * v
		}
		return any(s).(T)
	case []complex128:
		var s complex128
		for i, v := range any(y).([]complex128) {
			s += complex(real(xs[i]), -imag(xs[i])) * v
		}
		return any(s).(T)
	}
	if v := vectors[T](); v != nil && len(y) >= vectorMin {
		var s T
		_ = x[len(y)-1]
		v.Dot(unsafe.Pointer(&s), unsafe.Pointer(&x[0]), 0, 1, len(y), unsafe.Pointer(&y[0]))
		return s
	}
	var s0, s1 T
	n := len(y) &^ 1
	for i := 0; i < n; i += 2 {
		s0 += x[i] * y[i]
		s1 += x[i+1] * y[i+1]
	}
	if n < len(y) {
		s0 += x[n] * y[n]
	}
	return s0 + s1
}

// axpy adds a*x to y.
func axpy[T Num](a T, x, y []T) {
	if a == 0 {
		return
	}
	if v := vectors[T](); v != nil && len(x) >= vectorMin {
		_ = y[len(x)-1]
		v.Axpy(unsafe.Pointer(&y[0]), unsafe.Pointer(&x[0]), 0, 1, len(x), unsafe.Pointer(&a))
		return
	}
	for i, v := range x {
		y[i] += a * v
	}
}

// scale multiplies x by a.
func scale[T Num](a T, x []T) {
	for i := range x {
		x[i] *= a
	}
}

// maxAbs is the greatest absolute value of a real or imaginary part; NaN when there is one.
func maxAbs[T Num](x []T) float64 {
	m := 0.0
	for _, v := range x {
		re, im := parts(v)
		m = max(m, math.Abs(re), math.Abs(im))
	}
	return m
}

// norm is the Euclidean length of x without overflow.
func norm[T Num](x []T) float64 {
	var s float64
	switch xs := any(x).(type) {
	case []float64:
		for _, v := range xs {
			s += v * v
		}
	case []float32:
		for _, v := range xs {
			s += float64(v) * float64(v)
		}
	default:
		for _, v := range x {
			re, im := parts(v)
			s += re*re + im*im
		}
	}
	if s > 1e-280 && s < math.MaxFloat64 {
		return math.Sqrt(s)
	}
	m := maxAbs(x)
	if m == 0 || math.IsInf(m, 0) || math.IsNaN(m) {
		return m
	}
	s = 0
	for _, v := range x {
		re, im := parts(v)
		re, im = re/m, im/m
		s += re*re + im*im
	}
	return m * math.Sqrt(s)
}
