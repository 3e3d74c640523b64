package linalg

import (
	"math"
	"unsafe"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
)

// grain is what the places of blocks on the diagonal are multiples of: in such a block both triangles are
// there.
const grain = 8

// Elements of a symmetric matrix that are one task of several, and the most tasks.
const (
	symvTask  = 1 << 16
	symvTasks = 8
)

// symvKernels is the kernels for T at a level, or for its parts, or nil.
func symvKernels[T Num](l asm.Level) *asm.Vector {
	if isComplex[T]() {
		return pairsOf[T](l)
	}
	return vectorsOf[T](l)
}

// symvParts is the tasks of hermitian for order n.
func symvParts(n int) int { return max(1, min(symvTasks, n*n/2/symvTask)) }

// symvRoom is the elements of scratch that hermitian needs.
func symvRoom(n int) int { return 2*symvTasks*n + n }

// hermitian is y = a*x for the Hermitian matrix whose lower triangle is in column-major a from row and column
// i on. Of blocks on the diagonal, grain wide and counted from row 0, both triangles are read. The matrix is
// read once, a few columns at a time, for its lower and its upper half (BLAS's xSYMV and xHEMV). v is the
// kernels for T, or for its parts.
func hermitian[T Num](v *asm.Vector, par parallel.Func, a Mat[T], i int, x, y, room []T) error {
	n := len(x)
	tasks := symvParts(n)
	bound := func(t int) int {
		if t == 0 || t == tasks {
			return t / tasks * n
		}
		c := int(float64(n) * (1 - math.Sqrt(1-float64(t)/float64(tasks))))
		return max(0, roundUp(i+c, grain)-i)
	}
	turned, room := room[:n], room[n:]
	sum := func(t int) []T {
		if t == 0 {
			return y
		}
		return room[t*n : (t+1)*n]
	}
	pairs := v != nil && isComplex[T]()
	if pairs {
		turn(turned, x)
	}
	if err := par.Each(tasks, func(t int) error {
		s := symvSum[T]{a: a, i: i, x: x, y: sum(t), turned: turned}
		lo := bound(t)
		clear(s.y[lo:])
		if pairs {
			s.extra = room[(symvTasks+t)*n:][:n]
			clear(s.extra[lo:])
		}
		s.columns(v, lo, bound(t+1))
		return nil
	}); err != nil {
		return err
	}
	for t := 1; t < tasks; t++ {
		lo := bound(t)
		axpy(1, sum(t)[lo:], y[lo:])
	}
	return nil
}

// turn makes to -i*x.
func turn[T Num](to, x []T) {
	for k, v := range x {
		re, im := parts(v)
		to[k] = makeNum[T](im, -re)
	}
}

// A symvSum is what a task adds to y, which is zero where it begins; for complex elements turned is -i*x, and
// i*extra belongs to y as well.
type symvSum[T Num] struct {
	a                   Mat[T]
	i                   int
	x, y, turned, extra []T
}

// columns adds what columns lo to hi contribute.
func (s *symvSum[T]) columns(v *asm.Vector, lo, hi int) {
	n, a, x, y := len(s.x), s.a, s.x, s.y
	for j := lo; j < hi; {
		if v != nil && (s.i+j)%grain == 0 && j+grain <= hi {
			w := v.Together()
			for end := j + grain; j < end; j += w {
				s.block(v, j)
			}
			continue
		}
		c := a.Data[a.at(s.i+j, s.i+j):][:n-j]
		y[j] += c[0]*x[j] + dotc(c[1:], x[j+1:])
		axpy(x[j], c[1:], y[j+1:])
		j++
	}
	switch extra := any(s.extra).(type) {
	case []complex128:
		if extra != nil {
			addTurned(reals[float64](any(y).([]complex128)[lo:]), reals[float64](extra[lo:]))
		}
	case []complex64:
		if extra != nil {
			addTurned(reals[float32](any(y).([]complex64)[lo:]), reals[float32](extra[lo:]))
		}
	}
}

// block adds what the columns of one call contribute. The block on the diagonal is in both products, and one
// of them is dropped.
func (s *symvSum[T]) block(v *asm.Vector, j int) {
	n, a, x, y := len(s.x), s.a, s.x, s.y
	w := v.Together()
	_ = a.Data[a.at(s.i+n-1, s.i+j+w-1)]
	from := unsafe.Pointer(&a.Data[a.at(s.i+j, s.i+j)])
	switch xs := any(x).(type) {
	case []complex128:
		symvPairs(v, from, 2*a.CS*v.Size, j, reals[float64](xs), reals[float64](any(y).([]complex128)), reals[float64](any(s.turned).([]complex128)), reals[float64](any(s.extra).([]complex128)))
		return
	case []complex64:
		symvPairs(v, from, 2*a.CS*v.Size, j, reals[float32](xs), reals[float32](any(y).([]complex64)), reals[float32](any(s.turned).([]complex64)), reals[float32](any(s.extra).([]complex64)))
		return
	}
	var out, kept [grain]T
	copy(kept[:w], y[j:])
	v.Symv(n-j, from, a.CS*v.Size, unsafe.Pointer(&x[j]), unsafe.Pointer(&y[j]), unsafe.Pointer(&x[j]), unsafe.Pointer(&out[0]))
	for k := range w {
		y[j+k] = kept[k] + out[k]
	}
}
