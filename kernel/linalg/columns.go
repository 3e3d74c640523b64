package linalg

import "unsafe"

// addColumns adds the columns of column-major m, from row i on, times their coefficients, to y.
func addColumns[T Num](y []T, m Mat[T], i int, coef []T) {
	if len(coef) == 0 || len(y) == 0 {
		return
	}
	if v := vectors[T](); v != nil {
		_, _ = m.Data[m.at(i, 0)], m.Data[m.at(i+len(y)-1, len(coef)-1)]
		v.Axpy(unsafe.Pointer(&y[0]), unsafe.Pointer(&m.Data[m.at(i, 0)]), m.CS*v.Size, len(coef), len(y), unsafe.Pointer(&coef[0]))
		return
	}
	if addColumnPairs(y, m, i, coef) {
		return
	}
	for j, c := range coef {
		axpy(c, m.Data[m.at(i, j):][:len(y)], y)
	}
}

// columnDots is the sums of products of the conjugated columns of column-major m, from row i on, with x.
func columnDots[T Num](out []T, m Mat[T], i int, x []T) {
	if len(out) == 0 {
		return
	}
	if v := vectors[T](); v != nil && len(x) > 0 {
		_, _ = m.Data[m.at(i, 0)], m.Data[m.at(i+len(x)-1, len(out)-1)]
		v.Dot(unsafe.Pointer(&out[0]), unsafe.Pointer(&m.Data[m.at(i, 0)]), m.CS*v.Size, len(out), len(x), unsafe.Pointer(&x[0]))
		return
	}
	if len(x) > 0 && columnPairDots(out, m, i, x) {
		return
	}
	for j := range out {
		out[j] = dotc(m.Data[m.at(i, j):][:len(x)], x)
	}
}
