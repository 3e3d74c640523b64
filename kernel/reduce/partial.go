package reduce

import (
	"math"
	"unsafe"

	"github.com/mars-project/mars-go/kernel/asm"
)

// level is the instructions that folds use; tests go through all of them.
var level = asm.Active()

// foldOf is the kernel of a fold of T, nil where there is none.
func foldOf[T any](op asm.FoldOp) *asm.Fold {
	e, ok := elemOf[T]()
	if !ok {
		return nil
	}
	return asm.FoldOf(level, op, e)
}

func elemOf[T any]() (asm.Elem, bool) {
	var v T
	switch any(v).(type) {
	case float64:
		return asm.F64, true
	case float32:
		return asm.F32, true
	case int64:
		return asm.I64, true
	case int32:
		return asm.I32, true
	case int16:
		return asm.I16, true
	case int8:
		return asm.I8, true
	case uint64:
		return asm.U64, true
	case uint32:
		return asm.U32, true
	case uint16:
		return asm.U16, true
	case uint8, bool:
		return asm.U8, true
	}
	return 0, false
}

type float interface{ float32 | float64 }

// partials is how many sums a run of floats is added up in. With leafSize that makes no longer chains of additions than NumPy's pairwise sum has.
const partials = 64

// sum adds a run: floats in partial sums as the kernels do, with the same bits, the others as is best.
func sum[T number](v []T) T {
	switch x := any(v).(type) {
	case []float64:
		s := runSum(x)
		return *(*T)(unsafe.Pointer(&s))
	case []float32:
		s := runSum(x)
		return *(*T)(unsafe.Pointer(&s))
	}
	return pairwise(v)
}

// product multiplies a run in the order of sum.
func product[T number](v []T) T {
	switch x := any(v).(type) {
	case []float64:
		p := runProduct(x)
		return *(*T)(unsafe.Pointer(&p))
	case []float32:
		p := runProduct(x)
		return *(*T)(unsafe.Pointer(&p))
	}
	p0, p1, p2, p3 := T(1), T(1), T(1), T(1)
	for len(v) >= 4 {
		p0 *= v[0]
		p1 *= v[1]
		p2 *= v[2]
		p3 *= v[3]
		v = v[4:]
	}
	for _, x := range v {
		p0 *= x
	}
	return (p0 * p1) * (p2 * p3)
}

// sum64 is the sum of a run, by the kernel where it may be.
func sum64(v []float64) float64 {
	if s, ok := asm.SumOf(level, v); ok {
		return s
	}
	return runSum(v)
}

// runSum adds element i to partial sum i mod 64; then the first half of them takes in the second until one is left.
func runSum[T float](v []T) T {
	if len(v) <= 8 { // the same, without what stays empty
		return shortSum(v)
	}
	var p [partials]T
	n := copy(p[:], v)
	if whole := len(v) &^ (partials - 1); whole > partials {
		for c := 0; c < partials; c += 8 { // eight at a time stay in registers
			s0, s1, s2, s3, s4, s5, s6, s7 := v[c], v[c+1], v[c+2], v[c+3], v[c+4], v[c+5], v[c+6], v[c+7]
			for k := c + partials; k < whole; k += partials {
				q := v[k : k+8 : k+8]
				s0 += q[0]
				s1 += q[1]
				s2 += q[2]
				s3 += q[3]
				s4 += q[4]
				s5 += q[5]
				s6 += q[6]
				s7 += q[7]
			}
			p[c], p[c+1], p[c+2], p[c+3], p[c+4], p[c+5], p[c+6], p[c+7] = s0, s1, s2, s3, s4, s5, s6, s7
		}
		n = whole
	}
	for i, x := range v[n:] {
		p[i] += x
	}
	n = min(n, partials)
	for h := partials / 2; h > 0; h /= 2 {
		for j := range max(0, n-h) {
			p[j] += p[j+h]
		}
		n = min(n, h)
	}
	return p[0]
}

func shortSum[T float](v []T) T {
	var p [8]T
	n := copy(p[:], v)
	for h := 4; h > 0; h /= 2 {
		for j := range max(0, n-h) {
			p[j] += p[j+h]
		}
		n = min(n, h)
	}
	return p[0]
}

// runProduct is runSum with multiplications.
func runProduct[T float](v []T) T {
	if len(v) == 0 {
		return 1
	}
	var p [partials]T
	n := copy(p[:], v)
	for k := n; k < len(v); k += partials {
		for i, x := range v[k:min(k+partials, len(v))] {
			p[i] *= x
		}
	}
	for h := partials / 2; h > 0; h /= 2 {
		for j := range max(0, n-h) {
			p[j] *= p[j+h]
		}
		n = min(n, h)
	}
	return p[0]
}

// undecided tells that a result of least or most of floats may have come out with the wrong sign of zero, or of nothing but NaN: what a kernel
// that compares by value alone cannot tell.
func undecided[T ordered](x T) bool {
	return x == 0 || math.IsInf(float64(x), 0)
}
