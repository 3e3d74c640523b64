package linalg

import (
	"math"
	"unsafe"

	"github.com/mars-project/mars-go/kernel/asm"
)

// grain is what the places of blocks on the diagonal are multiples of: in such a block both triangles are there.
const grain = 8

// Elements of a symmetric matrix that are one task of several, and the most tasks.
const (
	symvTask  = 1 << 16
	symvTasks = 8
)

// symvParts is the tasks of hermitian for order n; it needs n elements of scratch for each but the first.
func symvParts(n int) int { return max(1, min(symvTasks, n*n/2/symvTask)) }

// hermitian is y = a*x for the Hermitian matrix whose lower triangle is in column-major a from row and column i on. Of blocks on the diagonal, grain wide and
// counted from row 0, both triangles are read. The matrix is read once, a few columns at a time, for its lower and its upper half (BLAS's xSYMV).
func hermitian[T Num](v *asm.Vector, par Par, a Mat[T], i int, x, y, room []T) error {
	n := len(x)
	parts := symvParts(n)
	bound := func(t int) int {
		if t == parts {
			return n
		}
		c := int(float64(n) * (1 - math.Sqrt(1-float64(t)/float64(parts))))
		return max(0, roundUp(i+c, grain)-i)
	}
	sum := func(t int) []T {
		if t == 0 {
			return y
		}
		return room[(t-1)*n : t*n]
	}
	if err := par.run(parts, func(t int) error {
		s := sum(t)
		lo := bound(t)
		if t == 0 {
			lo = 0
		}
		clear(s)
		symvColumns(v, a, i, lo, bound(t+1), x, s)
		return nil
	}); err != nil {
		return err
	}
	for t := 1; t < parts; t++ {
		lo := bound(t)
		axpy(1, sum(t)[lo:], y[lo:])
	}
	return nil
}

// symvColumns adds what columns lo to hi contribute.
func symvColumns[T Num](v *asm.Vector, a Mat[T], i, lo, hi int, x, y []T) {
	n := len(x)
	var out [grain]T
	var kept [grain]T
	for j := lo; j < hi; {
		if v != nil && (i+j)%grain == 0 && j+grain <= hi {
			w := v.Together()
			for end := j + grain; j < end; j += w {
				copy(kept[:w], y[j:])
				_ = a.Data[a.at(i+n-1, i+j+w-1)]
				v.Symv(n-j, unsafe.Pointer(&a.Data[a.at(i+j, i+j)]), a.CS*v.Size, unsafe.Pointer(&x[j]), unsafe.Pointer(&y[j]), unsafe.Pointer(&x[j]), unsafe.Pointer(&out[0]))
				for k := range w { // the block on the diagonal is in both products
					y[j+k] = kept[k] + out[k]
				}
			}
			continue
		}
		c := a.Data[a.at(i+j, i+j):][:n-j]
		y[j] += c[0]*x[j] + dotc(c[1:], x[j+1:])
		axpy(x[j], c[1:], y[j+1:])
		j++
	}
}
