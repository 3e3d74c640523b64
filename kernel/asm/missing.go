package asm

// Missing is how many of the numbers are NaN.
func Missing(l Level, v []float64) (n int) {
	if whole := len(v) &^ 15; l >= AVX2 && whole > 0 {
		n = missing(v[:whole])
		v = v[whole:]
	}
	for _, x := range v {
		if x != x {
			n++
		}
	}
	return n
}
