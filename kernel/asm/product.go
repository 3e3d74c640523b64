package asm

import "unsafe"

// A product of floats is (h+l)·2^x: h, with its sign, is from 1 to 2, l no more than rounding takes from it,
// and x is a double, which is minus infinity where the product is zero, infinity where it is infinite, and
// NaN where it is NaN. It is off by less than 2^-100 of itself for every float, and without error where 98
// bits tell it.

// Products multiplies each of w runs of l floats, F64 or F32. The three numbers of the products are plane
// bytes apart, the first of them at st. Done is how many floats of each run it did; with AVX2 x is NaN where
// one of those is zero, denormal or not finite, too.
func Products(l Level, elem Elem, st unsafe.Pointer, plane int, x unsafe.Pointer, w, run int) (done int) {
	if done = columnsOf(l, run); done > 0 {
		products(l, elem, (*byte)(st), plane, (*byte)(x), w, run)
	}
	return done
}

// ProductRows multiplies n products by rows of n floats, stride bytes apart. It does the first done of them:
// with AVX2 it stops before floats that are zero, denormal or not finite, and before the last ones that are
// no whole vector. The others are as they were. There are at most 64 rows.
func ProductRows(l Level, elem Elem, st unsafe.Pointer, plane int, x unsafe.Pointer, n, rows, stride int) (done int) {
	n = columnsOf(l, n)
	if n == 0 || rows == 0 {
		return 0
	}
	return min(n, productRows(l, elem, (*byte)(st), plane, (*byte)(x), n, rows, stride))
}

// ProductJoin multiplies n products by others, and does the first done of them.
func ProductJoin(l Level, a, b unsafe.Pointer, plane, n int) (done int) {
	if n = columnsOf(l, n); n == 0 {
		return 0
	}
	return min(n, productJoin(l, (*byte)(a), (*byte)(b), plane, n))
}

// Turnings multiplies each of w runs of l complex numbers whose parts are F64 or F32, and writes the five
// numbers of each product one after another: first halves of both parts, second halves, exponent. One of them
// is not finite where the product is zero or not finite. It says whether there is a kernel.
func Turnings(l Level, elem Elem, st, x unsafe.Pointer, w, run int) bool {
	if l != AVX512 || w == 0 {
		return false
	}
	turnings(elem, (*byte)(st), (*byte)(x), w, run)
	return true
}
