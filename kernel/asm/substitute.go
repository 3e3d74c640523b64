package asm

import "unsafe"

// SubstRows is the most rows that Substitute takes.
const SubstRows = 8

// substCols is the columns of one call of a kernel.
const substCols = 1 << 11

// Substitute solves a triangle of 0 < h <= SubstRows rows for n columns in place: row i of x becomes (x[i] +
// sum of coef[i][j]*x[j] over j < i) * coef[i][i], a chain of fused multiply-adds in the order of j. Rows of
// x are stride bytes apart, which may be negative, and contiguous; row i of coef has i+1 elements, and rows
// follow one another. The bits of a column depend on that column alone.
func (v *Vector) Substitute(h, n int, x unsafe.Pointer, stride int, coef unsafe.Pointer) {
	for j := 0; j < n; j += substCols {
		v.subst(h, min(substCols, n-j), (*byte)(unsafe.Add(x, j*v.Size)), stride, (*byte)(coef))
	}
}
