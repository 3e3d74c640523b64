package asm

import "unsafe"

// Together is the columns that a call of Symv takes.
func (v *Vector) Together() int { return v.rows }

// Symv does two products with Together columns of n elements, n > 0, in one pass over them: each column times
// its element of coef is added to y, and its sum of products with x goes to out. Columns are contiguous and
// stride bytes apart; x and y are contiguous and do not overlap. A sum's bits depend on its column, x and n
// alone, those of an element of y on its row and coef.
func (v *Vector) Symv(n int, a unsafe.Pointer, stride int, x, y, coef, out unsafe.Pointer) {
	var part [8]float64
	for s := 0; s < n; s += ribbon {
		m, to := min(ribbon, n-s), out
		if s > 0 {
			to = unsafe.Pointer(&part)
		}
		z := s * v.Size
		v.symv(m, (*byte)(unsafe.Add(a, z)), stride, (*byte)(unsafe.Add(x, z)), (*byte)(unsafe.Add(y, z)), (*byte)(coef), (*byte)(to))
		if s > 0 {
			v.plus(out, to, v.rows)
		}
	}
}
