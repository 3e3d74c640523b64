package basic

// maximum and minimum pass NaN on, whichever operand holds it, as Go's max and min do; fmax and fmin prefer a
// number. Of two zeros +0 is the larger.

func maximum[T realNumber](n int, in, out []Vec) {
	o, a, b := view[T](out[0], n), in[0], in[1]
	if a.Const {
		a, b = b, a
	}
	x := view[T](a, n)[:len(o)]
	if b.Const {
		c := one[T](b)
		for i := range o {
			o[i] = max(x[i], c)
		}
		return
	}
	y := view[T](b, n)[:len(o)]
	for i := range o {
		o[i] = max(x[i], y[i])
	}
}

func minimum[T realNumber](n int, in, out []Vec) {
	o, a, b := view[T](out[0], n), in[0], in[1]
	if a.Const {
		a, b = b, a
	}
	x := view[T](a, n)[:len(o)]
	if b.Const {
		c := one[T](b)
		for i := range o {
			o[i] = min(x[i], c)
		}
		return
	}
	y := view[T](b, n)[:len(o)]
	for i := range o {
		o[i] = min(x[i], y[i])
	}
}

func fmax[T realNumber](x, y T) T {
	switch {
	case y != y:
		return x
	case x != x:
		return y
	}
	return max(x, y)
}

func fmin[T realNumber](x, y T) T {
	switch {
	case y != y:
		return x
	case x != x:
		return y
	}
	return min(x, y)
}

func nanComplex(x complex128) bool { return isNaN(real(x)) || isNaN(imag(x)) }

func maxComplex(x, y complex128) complex128 {
	if nanComplex(x) || greaterEqualComplex(x, y) {
		return x
	}
	return y
}

func minComplex(x, y complex128) complex128 {
	if nanComplex(x) || lessEqualComplex(x, y) {
		return x
	}
	return y
}

func fmaxComplex(x, y complex128) complex128 {
	if nanComplex(y) || greaterEqualComplex(x, y) {
		return x
	}
	return y
}

func fminComplex(x, y complex128) complex128 {
	if nanComplex(y) || lessEqualComplex(x, y) {
		return x
	}
	return y
}

func max2[T realNumber](x, y T) T { return max(x, y) }
func min2[T realNumber](x, y T) T { return min(x, y) }
