package asm

import "unsafe"

// An Elem is a kind of elements of reductions.
type Elem uint8

const (
	F64 Elem = iota
	F32
	I64
	I32
	I16
	I8
	U64
	U32
	U16
	U8
)

// size is the bytes of an element.
func (e Elem) size() int { return int([...]uint8{8, 4, 8, 4, 2, 1, 8, 4, 2, 1}[e]) }

// A FoldOp is what a reduction does with two elements.
type FoldOp uint8

const (
	Sum            FoldOp = iota // of floats and I64
	Product                      // the same
	Least                        // NaN wins, -0 is less than 0
	Greatest                     // NaN wins
	LeastNumber                  // of floats; NaN loses
	GreatestNumber               // the same
)

type foldKey struct {
	level Level
	op    FoldOp
	elem  Elem
}

// A Fold is the kernels of one reduction at one level.
type Fold struct {
	Least int // elements that a run must have
	Lanes int // elements of a vector
	blind bool
	runs  func(out, x *byte, w, l int)
	rows  func(acc, x *byte, n, rows, stride int)
}

// FoldOf is the kernels of a reduction, nil where the level has none.
func FoldOf(l Level, op FoldOp, e Elem) *Fold { return folds[foldKey{l, op, e}] }

// Runs folds w > 0 runs of l elements each, which lie one after another, l at least Least. Sums and products of floats are those of 64 partial ones:
// element i goes to partial i mod 64, the first half of them takes in the second half until one is left. Settled is false where
// the sign of zeros, or a run of nothing but NaN, is not: with AVX2 the caller looks at results of floats that are zero or infinite again.
func (f *Fold) Runs(out, x unsafe.Pointer, w, l int) (settled bool) {
	f.runs((*byte)(out), (*byte)(x), w, l)
	return !f.blind
}

// SumOf is what Runs of the fold Sum gives for x; ok is false where there is no kernel for so many.
func SumOf(l Level, x []float64) (s float64, ok bool) {
	if l == Portable || len(x) == 0 || l == AVX2 && len(x) < 32 {
		return 0, false
	}
	sumOf(l, (*byte)(unsafe.Pointer(&s)), (*byte)(unsafe.Pointer(unsafe.SliceData(x))), len(x))
	return s, true
}

// Rows folds rows of n elements, stride bytes apart, into acc, element by element, the first row first. It returns how many columns it did: with
// AVX2 whole vectors, and none where there is no kernel.
func (f *Fold) Rows(acc, x unsafe.Pointer, n, rows, stride int) int {
	if f.Least > 0 {
		n -= n % f.Lanes
	}
	if f.rows == nil || n == 0 || rows == 0 {
		return 0
	}
	f.rows((*byte)(acc), (*byte)(x), n, rows, stride)
	return n
}

// Find is the place of the first of n elements whose bits, or as floats whose values, are those of value; a NaN is found too, whatever the value,
// which is none itself. It is -1 where none of the first done elements is one; the others are the caller's.
func Find(l Level, e Elem, x unsafe.Pointer, n int, value uint64) (at, done int) {
	if l == Portable {
		return -1, 0
	}
	if l == AVX2 {
		n -= n % (32 / e.size())
	}
	if n == 0 {
		return -1, 0
	}
	return find(l, e, (*byte)(x), n, value), n
}

// Denan copies n floats, with by in place of NaN, and counts these; out may be x. It does the first done elements.
func Denan(l Level, e Elem, out, x unsafe.Pointer, n int, by uint64) (nans, done int) {
	if l == Portable {
		return 0, 0
	}
	if l == AVX2 {
		n -= n % (32 / e.size())
	}
	if n == 0 {
		return 0, 0
	}
	return denan(l, e, (*byte)(out), (*byte)(x), n, by), n
}

// Spread is the sum of squares of x-mean and the sum of x-mean over the first done elements of x. Either is one of 32 partial sums: element i goes to partial i
// mod 32, squares by a fused multiply-add, and the first half takes in the second half until one is left. With AVX2 done is a multiple of
// 32, and the sums are worth nothing unless all is done.
func Spread(l Level, x []float64, mean float64) (squares, sum float64, done int) {
	n := len(x)
	if l == AVX2 && n%32 != 0 || l == Portable || n == 0 {
		return 0, 0, 0
	}
	var out [2]float64
	spread(l, (*byte)(unsafe.Pointer(unsafe.SliceData(x))), n, mean, &out)
	return out[0], out[1], n
}

// Moments is, of each of w runs of l elements, l a multiple of 64, the mean of its first 64 elements, and as Spread makes them the sum of squares of distances
// from it and the sum of these distances: three numbers a run. It is false, and nothing is done, where there is no kernel.
func Moments(l Level, out []float64, x unsafe.Pointer, w, run int) bool {
	if l != AVX512 || w == 0 || run == 0 || run%64 != 0 {
		return false
	}
	moments(l, (*byte)(unsafe.Pointer(unsafe.SliceData(out[:3*w]))), (*byte)(x), w, run)
	return true
}

// Steps adds rows to means and sums of squared distances from them, rows being len(reciprocals) rows of elements, stride bytes apart, and the
// reciprocals those of the counts that each row makes. For a row d = x-mean; mean = fma(1/count, d, mean); m2 = fma(x-mean, d, m2). It
// returns how many columns it did.
func Steps(l Level, mean, m2 []float64, x unsafe.Pointer, stride int, reciprocals []float64) int {
	n := len(mean)
	if l == Portable || len(reciprocals) == 0 {
		return 0
	}
	if l == AVX2 {
		n -= n % 4
	}
	if n == 0 {
		return 0
	}
	p := func(v []float64) *byte { return (*byte)(unsafe.Pointer(unsafe.SliceData(v))) }
	steps(l, p(mean), p(m2), (*byte)(x), n, len(reciprocals), stride, p(reciprocals))
	return n
}
