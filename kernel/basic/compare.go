package basic

// Comparisons write bools. NaN compares false with everything and differs from everything; complex numbers
// are ordered by real part first, and no order holds where an imaginary part is NaN.

func equal[T comparable](n int, in, out []Vec) {
	o, a, b := view[bool](out[0], n), in[0], in[1]
	if a.Const {
		a, b = b, a
	}
	x := view[T](a, n)[:len(o)]
	if b.Const {
		c := one[T](b)
		for i := range o {
			o[i] = x[i] == c
		}
		return
	}
	y := view[T](b, n)[:len(o)]
	for i := range o {
		o[i] = x[i] == y[i]
	}
}

func notEqual[T comparable](n int, in, out []Vec) {
	o, a, b := view[bool](out[0], n), in[0], in[1]
	if a.Const {
		a, b = b, a
	}
	x := view[T](a, n)[:len(o)]
	if b.Const {
		c := one[T](b)
		for i := range o {
			o[i] = x[i] != c
		}
		return
	}
	y := view[T](b, n)[:len(o)]
	for i := range o {
		o[i] = x[i] != y[i]
	}
}

func lt[T realNumber](n int, a, b, out Vec) {
	o := view[bool](out, n)
	switch {
	case b.Const:
		x, c := view[T](a, n)[:len(o)], one[T](b)
		for i := range o {
			o[i] = x[i] < c
		}
	case a.Const:
		c, y := one[T](a), view[T](b, n)[:len(o)]
		for i := range o {
			o[i] = c < y[i]
		}
	default:
		x, y := view[T](a, n)[:len(o)], view[T](b, n)[:len(o)]
		for i := range o {
			o[i] = x[i] < y[i]
		}
	}
}

func le[T realNumber](n int, a, b, out Vec) {
	o := view[bool](out, n)
	switch {
	case b.Const:
		x, c := view[T](a, n)[:len(o)], one[T](b)
		for i := range o {
			o[i] = x[i] <= c
		}
	case a.Const:
		c, y := one[T](a), view[T](b, n)[:len(o)]
		for i := range o {
			o[i] = c <= y[i]
		}
	default:
		x, y := view[T](a, n)[:len(o)], view[T](b, n)[:len(o)]
		for i := range o {
			o[i] = x[i] <= y[i]
		}
	}
}

func less[T realNumber](n int, in, out []Vec)         { lt[T](n, in[0], in[1], out[0]) }
func lessEqual[T realNumber](n int, in, out []Vec)    { le[T](n, in[0], in[1], out[0]) }
func greater[T realNumber](n int, in, out []Vec)      { lt[T](n, in[1], in[0], out[0]) }
func greaterEqual[T realNumber](n int, in, out []Vec) { le[T](n, in[1], in[0], out[0]) }

func lessBool(x, y bool) bool         { return !x && y }
func lessEqualBool(x, y bool) bool    { return !x || y }
func greaterBool(x, y bool) bool      { return x && !y }
func greaterEqualBool(x, y bool) bool { return x || !y }

func isNaN[T float](x T) bool { return x != x }

func lessComplex(x, y complex128) bool {
	return real(x) < real(y) && !isNaN(imag(x)) && !isNaN(imag(y)) || real(x) == real(y) && imag(x) < imag(y)
}

func lessEqualComplex(x, y complex128) bool {
	return real(x) < real(y) && !isNaN(imag(x)) && !isNaN(imag(y)) || real(x) == real(y) && imag(x) <= imag(y)
}

func greaterComplex(x, y complex128) bool      { return lessComplex(y, x) }
func greaterEqualComplex(x, y complex128) bool { return lessEqualComplex(y, x) }

// narrow gives a predicate of complex128 for complex64.
func narrow[R any](f func(x, y complex128) R) func(x, y complex64) R {
	return func(x, y complex64) R { return f(complex128(x), complex128(y)) }
}

// cmp64 compares int64 with uint64 without loss: NumPy has loops of its own for the pair.
func cmp64(x int64, y uint64) int {
	switch {
	case x < 0 || uint64(x) < y:
		return -1
	case uint64(x) > y:
		return 1
	}
	return 0
}

func mixed(ok func(c int) bool) []sig {
	return []sig{
		{"lL->?", map2(func(x int64, y uint64) bool { return ok(cmp64(x, y)) })},
		{"Ll->?", map2(func(x uint64, y int64) bool { return ok(-cmp64(y, x)) })},
	}
}
