package nd

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
)

// Equal reports the same dtype, shape and elements. NaN equals NaN, and so does NaT; 0.0 equals -0.0.
func Equal(a, b *Array) bool {
	if a.DType != b.DType || !SameShape(a.Shape, b.Shape) {
		return false
	}
	x, y := contig(a), contig(b)
	switch a.DType.Kind {
	case dtype.Float16Kind:
		return same(Data[dtype.F16](x), Data[dtype.F16](y), func(v dtype.F16) bool { return v.IsNaN() }, func(v, w dtype.F16) bool { return (v|w)&0x7fff == 0 })
	case dtype.Float32Kind:
		return same(Data[float32](x), Data[float32](y), func(v float32) bool { return v != v }, nil)
	case dtype.Float64Kind:
		return same(Data[float64](x), Data[float64](y), math.IsNaN, nil)
	case dtype.Complex64Kind:
		return same(Data[complex64](x), Data[complex64](y), func(v complex64) bool { return v != v }, nil)
	case dtype.Complex128Kind:
		return same(Data[complex128](x), Data[complex128](y), func(v complex128) bool { return v != v }, nil)
	}
	return string(raw(x)) == string(raw(y))
}

// Identical reports the same dtype, shape and bits of every element, the signs of zeros and NaN payloads
// included.
func Identical(a, b *Array) bool {
	return a.DType == b.DType && SameShape(a.Shape, b.Shape) && string(raw(contig(a))) == string(raw(contig(b)))
}

// same compares element by element; nan and zero, where given, tell values that are equal beyond ==.
func same[T comparable](a, b []T, nan func(T) bool, zero func(T, T) bool) bool {
	for i, v := range a {
		if v != b[i] && !(nan(v) && nan(b[i])) && (zero == nil || !zero(v, b[i])) {
			return false
		}
	}
	return true
}

// contig is a in C order, copied to Go memory where it is not.
func contig(a *Array) *Array {
	c, err := a.Contig(mem.Heap)
	if err != nil { // the Go heap gives what it is asked for, and a's shape is that of an array
		panic(err)
	}
	return c
}

// raw is the bytes of a contiguous array.
func raw(a *Array) []byte {
	if a.Size() == 0 { // there may be no block
		return nil
	}
	return mem.View[byte](a.Block, a.Offset*a.DType.Size(), a.Bytes())
}

// Raw is the bytes of a C-contiguous array's elements, in the machine's byte order. It panics for other
// layouts.
func Raw(a *Array) []byte {
	if !a.Contiguous() {
		panic("nd: Raw of a strided array")
	}
	return raw(a)
}
