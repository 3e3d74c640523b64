package basic

import "math"

type integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

type float interface{ float32 | float64 }

type realNumber interface{ integer | float }

type number interface {
	realNumber | complex64 | complex128
}

// The loops of the four operations are written out: operand against operand, and both ways against a single
// value.

func add[T number](n int, in, out []Vec) {
	o, a, b := view[T](out[0], n), in[0], in[1]
	if a.Const {
		a, b = b, a
	}
	x := view[T](a, n)[:len(o)]
	if b.Const {
		c := one[T](b)
		for i := range o {
			o[i] = x[i] + c
		}
		return
	}
	y := view[T](b, n)[:len(o)]
	for i := range o {
		o[i] = x[i] + y[i]
	}
}

func subtract[T number](n int, in, out []Vec) {
	o, a, b := view[T](out[0], n), in[0], in[1]
	switch {
	case b.Const:
		x, c := view[T](a, n)[:len(o)], one[T](b)
		for i := range o {
			o[i] = x[i] - c
		}
	case a.Const:
		c, y := one[T](a), view[T](b, n)[:len(o)]
		for i := range o {
			o[i] = c - y[i]
		}
	default:
		x, y := view[T](a, n)[:len(o)], view[T](b, n)[:len(o)]
		for i := range o {
			o[i] = x[i] - y[i]
		}
	}
}

func multiply[T realNumber](n int, in, out []Vec) {
	o, a, b := view[T](out[0], n), in[0], in[1]
	if a.Const {
		a, b = b, a
	}
	x := view[T](a, n)[:len(o)]
	if b.Const {
		c := one[T](b)
		for i := range o {
			o[i] = x[i] * c
		}
		return
	}
	y := view[T](b, n)[:len(o)]
	for i := range o {
		o[i] = x[i] * y[i]
	}
}

func divide[T float](n int, in, out []Vec) {
	o, a, b := view[T](out[0], n), in[0], in[1]
	switch {
	case b.Const:
		x, c := view[T](a, n)[:len(o)], one[T](b)
		for i := range o {
			o[i] = x[i] / c
		}
	case a.Const:
		c, y := one[T](a), view[T](b, n)[:len(o)]
		for i := range o {
			o[i] = c / y[i]
		}
	default:
		x, y := view[T](a, n)[:len(o)], view[T](b, n)[:len(o)]
		for i := range o {
			o[i] = x[i] / y[i]
		}
	}
}

func negative[T number](n int, in, out []Vec) {
	o := view[T](out[0], n)
	x := view[T](in[0], n)[:len(o)]
	for i := range o {
		o[i] = -x[i]
	}
}

func square[T realNumber](n int, in, out []Vec) {
	o := view[T](out[0], n)
	x := view[T](in[0], n)[:len(o)]
	for i := range o {
		o[i] = x[i] * x[i]
	}
}

func positive[T any](n int, in, out []Vec) { copy(view[T](out[0], n), view[T](in[0], n)) }

func absInt[T integer](x T) T {
	if x < 0 {
		return -x
	}
	return x
}

func signInt[T integer](x T) T {
	switch {
	case x < 0:
		return ^T(0)
	case x > 0:
		return 1
	}
	return 0
}

func signFloat[T float](x T) T {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	case x == 0:
		return 0
	}
	return x
}

// reciprocalInt is 1/x truncated. Of zero it is what NumPy's C code gives on x86-64: the lowest value of
// int32 and int64, else zero.
func reciprocalInt[T integer](x T) T {
	switch {
	case x == 0:
		return zeroDivide[T]()
	case x == 1 || x+1 == 0 && x < 0:
		return x
	}
	return 0
}

func zeroDivide[T integer]() T {
	var z T
	switch p := any(&z).(type) {
	case *int32:
		*p = math.MinInt32
	case *int64:
		*p = math.MinInt64
	}
	return z
}
