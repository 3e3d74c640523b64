package linalg

import (
	"unsafe"

	"github.com/mars-project/mars-go/kernel/asm"
)

// Complex numbers lie as pairs of real ones, so that kernels for real numbers do sums of products of complex
// ones in two passes: with the real and the imaginary parts of coefficients, and with a vector and the same
// turned by a quarter. pairRows reals and pairCols columns are taken at once.
const (
	pairRows = 1 << 10
	pairCols = 64
)

// pairsOf is the kernels for the parts of a complex T at a level, or nil.
func pairsOf[T Num](l asm.Level) *asm.Vector {
	var t T
	switch any(t).(type) {
	case complex128:
		return asm.Vector64(l)
	case complex64:
		return asm.Vector32(l)
	}
	return nil
}

// reals is the parts of x.
func reals[R float, C complex64 | complex128](x []C) []R {
	if len(x) == 0 {
		return nil
	}
	return unsafe.Slice((*R)(unsafe.Pointer(&x[0])), 2*len(x))
}

// addPairs is addColumns for the parts of complex numbers; the columns begin at a.
func addPairs[R float](v *asm.Vector, y []R, a unsafe.Pointer, stride int, coef []R) {
	var turned [pairRows]R
	var re, im [pairCols]R
	for j := 0; j < len(coef)/2; j += pairCols {
		n := min(pairCols, len(coef)/2-j)
		for k := range n {
			re[k], im[k] = coef[2*(j+k)], coef[2*(j+k)+1]
		}
		for i := 0; i < len(y); i += pairRows {
			m := min(pairRows, len(y)-i)
			from, to, t := unsafe.Add(a, j*stride+i*v.Size), y[i:i+m], turned[:m]
			v.Axpy(unsafe.Pointer(&to[0]), from, stride, n, m, unsafe.Pointer(&re))
			clear(t)
			v.Axpy(unsafe.Pointer(&t[0]), from, stride, n, m, unsafe.Pointer(&im))
			addTurned(to, t)
		}
	}
}

// addTurned adds i*x to y.
func addTurned[R float](y, x []R) {
	x = x[:len(y)]
	for k := 0; k+1 < len(y); k += 2 {
		y[k] -= x[k+1]
		y[k+1] += x[k]
	}
}

// turnBack makes to -i*x.
func turnBack[R float](to, x []R) {
	to = to[:len(x)]
	for k := 0; k+1 < len(x); k += 2 {
		to[k], to[k+1] = x[k+1], -x[k]
	}
}

// dotPairs is columnDots for the parts of complex numbers; the columns begin at a.
func dotPairs[R float](v *asm.Vector, out []R, a unsafe.Pointer, stride int, x []R) {
	var turned [pairRows]R
	var part [pairCols]R
	clear(out)
	for j := 0; j < len(out)/2; j += pairCols {
		n := min(pairCols, len(out)/2-j)
		for i := 0; i < len(x); i += pairRows {
			m := min(pairRows, len(x)-i)
			from, t := unsafe.Add(a, j*stride+i*v.Size), turned[:m]
			v.Dot(unsafe.Pointer(&part), from, stride, n, m, unsafe.Pointer(&x[i]))
			for k := range n {
				out[2*(j+k)] += part[k]
			}
			turnBack(t, x[i:i+m])
			v.Dot(unsafe.Pointer(&part), from, stride, n, m, unsafe.Pointer(&t[0]))
			for k := range n {
				out[2*(j+k)+1] += part[k]
			}
		}
	}
}

// addColumnPairs and columnPairDots are addColumns and columnDots where there are kernels for the parts of T;
// they report that.

func addColumnPairs[T Num](y []T, m Mat[T], i int, coef []T) bool {
	v := pairsOf[T](asm.Active())
	if v == nil {
		return false
	}
	_ = m.Data[m.at(i+len(y)-1, len(coef)-1)]
	from, stride := unsafe.Pointer(&m.Data[m.at(i, 0)]), 2*m.CS*v.Size
	switch y := any(y).(type) {
	case []complex128:
		addPairs(v, reals[float64](y), from, stride, reals[float64](any(coef).([]complex128)))
	case []complex64:
		addPairs(v, reals[float32](y), from, stride, reals[float32](any(coef).([]complex64)))
	}
	return true
}

func columnPairDots[T Num](out []T, m Mat[T], i int, x []T) bool {
	v := pairsOf[T](asm.Active())
	if v == nil {
		return false
	}
	_ = m.Data[m.at(i+len(x)-1, len(out)-1)]
	from, stride := unsafe.Pointer(&m.Data[m.at(i, 0)]), 2*m.CS*v.Size
	switch out := any(out).(type) {
	case []complex128:
		dotPairs(v, reals[float64](out), from, stride, reals[float64](any(x).([]complex128)))
	case []complex64:
		dotPairs(v, reals[float32](out), from, stride, reals[float32](any(x).([]complex64)))
	}
	return true
}

// symvPairs is a block of columns of symvColumns for the parts of complex numbers, from row and column j on,
// where a begins. turned is -i*x; i*extra is still to be added to y.
func symvPairs[R float](v *asm.Vector, a unsafe.Pointer, stride, j int, x, y, turned, extra []R) {
	var re, im, out, kept [grain]R
	var kept2 [2 * grain]R
	w, n := v.Together(), len(x)-2*j
	p := 2 * j
	for k := range w {
		re[k], im[k] = x[p+2*k], x[p+2*k+1]
	}
	copy(kept2[:2*w], y[p:])
	v.Symv(n, a, stride, unsafe.Pointer(&x[p]), unsafe.Pointer(&y[p]), unsafe.Pointer(&re), unsafe.Pointer(&out))
	for k := range w {
		y[p+2*k] = kept2[2*k] + out[k]
		kept[k] = kept2[2*k+1]
	}
	copy(kept2[:2*w], extra[p:])
	v.Symv(n, a, stride, unsafe.Pointer(&turned[p]), unsafe.Pointer(&extra[p]), unsafe.Pointer(&im), unsafe.Pointer(&out))
	copy(extra[p:], kept2[:2*w])
	for k := range w {
		y[p+2*k+1] = kept[k] + out[k]
	}
}
