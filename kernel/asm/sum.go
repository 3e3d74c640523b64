package asm

import "unsafe"

// A sum without error is two doubles: s, and e, which is what s lacks.

// Sums adds each of w > 0 runs of l floats, F64 or F32, that lie one after another: of the first done of each
// run, s[i] and e[i] are the sum. E is NaN where two doubles cannot tell the sum, or where floats are not
// finite. With pairs a run is l/2 pairs of floats and has two sums, one beside the other: of the first ones
// and of the second ones. Done is l, or with AVX2 what whole vectors hold of it, or zero, and nothing is
// written, where there is no kernel.
func Sums(l Level, elem Elem, pairs bool, s, e []float64, x unsafe.Pointer, w, run int) (done int) {
	if l == AVX2 {
		done = run &^ 3
	} else if l == AVX512 {
		done = run
	}
	if done > 0 {
		sums(l, elem, pairs, first(s), first(e), (*byte)(x), w, run)
	}
	return done
}

// SumPlain adds each of w runs of l floats of 32 bits, as Sums does, where their sums can be told by one
// double after another: less often than Sums, and sooner. Done of each run is a multiple of 32, and zero
// where there is no kernel.
func SumPlain(l Level, s, e []float64, x unsafe.Pointer, w, run int) (done int) {
	if done = run &^ 31; l != AVX512 || done == 0 || done < run && w > 1 {
		return 0
	}
	sumPlain(first(s), first(e), (*byte)(x), w, done)
	return done
}

// SumShort adds each of len(s) runs of l floats, as Sums does; it is for short ones. It does the first done
// runs: it stops before runs that two doubles do not tell, or that are not finite, and does none where there
// is no kernel.
func SumShort(l Level, elem Elem, s, e []float64, x unsafe.Pointer, run int) (done int) {
	if l != AVX512 || len(s) == 0 {
		return 0
	}
	return min(len(s), sumShort(elem, first(s), first(e[:len(s)]), (*byte)(x), len(s), run))
}

// SumRows adds rows of len(s) floats, F64 or F32, stride bytes apart, to sums, of which it does the first
// done. It stops before sums that would not be told by two doubles, or are not finite, and with AVX2 before
// the last ones that are no whole vector. The others are as they were.
func SumRows(l Level, elem Elem, s, e []float64, x unsafe.Pointer, rows, stride int) (done int) {
	n := columnsOf(l, len(s))
	if n == 0 || rows == 0 {
		return 0
	}
	return min(n, sumRows(l, elem, first(s), first(e[:len(s)]), (*byte)(x), n, rows, stride))
}

// SumJoin adds sums s1, e1 to sums s, e, and stops as SumRows does.
func SumJoin(l Level, s, e, s1, e1 []float64) (done int) {
	n := columnsOf(l, len(s))
	if n == 0 {
		return 0
	}
	return min(n, sumJoin(l, first(s), first(e[:len(s)]), first(s1[:len(s)]), first(e1[:len(s)]), n))
}

// Squares adds each of w runs of l doubles, and their squares. Results are three sums in six planes, plane
// bytes apart, the first of which is at st: the two halves of the sums of the numbers x, of h = x², rounded,
// and of x²-h. The last half is NaN where one of the sums of a run is not told so, or an x is too large or
// too small for it. Done is as that of Sums.
func Squares(l Level, st unsafe.Pointer, plane int, x []float64, w, run int) (done int) {
	if done = columnsOf(l, run); done > 0 {
		squares(l, (*byte)(st), plane, first(x[:w*run]), w, run)
	}
	return done
}

// SquareRows adds rows of n doubles, stride bytes apart, and their squares to sums as Squares has them, and
// stops as SumRows does.
func SquareRows(l Level, st unsafe.Pointer, plane int, x []float64, n, rows, stride int) (done int) {
	n = columnsOf(l, n)
	if n == 0 || rows == 0 {
		return 0
	}
	return min(n, squareRows(l, (*byte)(st), plane, first(x), n, rows, stride))
}

// columnsOf is how many of n columns a level can do.
func columnsOf(l Level, n int) int {
	switch l {
	case AVX512:
		return n
	case AVX2:
		return n &^ 3
	}
	return 0
}

func first(v []float64) *byte { return (*byte)(unsafe.Pointer(unsafe.SliceData(v))) }
