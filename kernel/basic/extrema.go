package basic

// maximum and minimum pass NaN on, whichever operand holds it; fmax and fmin prefer a number.

func maximum[T realNumber](n int, in, out []Vec) {
	o, a, b := view[T](out[0], n), in[0], in[1]
	if a.Const {
		a, b = b, a
	}
	x := view[T](a, n)[:len(o)]
	if b.Const {
		c := one[T](b)
		for i := range o {
			v := x[i]
			if v < c || c != c {
				v = c
			}
			o[i] = v
		}
		return
	}
	y := view[T](b, n)[:len(o)]
	for i := range o {
		v, w := x[i], y[i]
		if v < w || w != w {
			v = w
		}
		o[i] = v
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
			v := x[i]
			if v > c || c != c {
				v = c
			}
			o[i] = v
		}
		return
	}
	y := view[T](b, n)[:len(o)]
	for i := range o {
		v, w := x[i], y[i]
		if v > w || w != w {
			v = w
		}
		o[i] = v
	}
}

func fmax[T realNumber](x, y T) T {
	if x >= y || y != y {
		return x
	}
	return y
}

func fmin[T realNumber](x, y T) T {
	if x <= y || y != y {
		return x
	}
	return y
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

func max1[T realNumber](x, y T) T {
	if x >= y || x != x {
		return x
	}
	return y
}

func min1[T realNumber](x, y T) T {
	if x <= y || x != x {
		return x
	}
	return y
}
