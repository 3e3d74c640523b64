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
	Sum            FoldOp = iota // of I64
	Product                      // of I64
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

// Runs folds w > 0 runs of l elements each, which lie one after another, l at least Least. Settled is false
// where the sign of zeros, or a run of nothing but NaN, is not: with AVX2 the caller looks at results of
// floats that are zero or infinite again.
func (f *Fold) Runs(out, x unsafe.Pointer, w, l int) (settled bool) {
	f.runs((*byte)(out), (*byte)(x), w, l)
	return !f.blind
}

// Rows folds rows of n elements, stride bytes apart, into acc, element by element, the first row first. It
// returns how many columns it did: with AVX2 whole vectors, and none where there is no kernel.
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

// Find is the place of the first of n elements whose bits, or as floats whose values, are those of value; a
// NaN is found too, whatever the value, which is none itself. It is -1 where none of the first done elements
// is one; the others are the caller's.
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

// Denan copies n floats, with by in place of NaN, and counts these; out may be x. It does the first done
// elements.
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
