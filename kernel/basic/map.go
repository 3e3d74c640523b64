package basic

import "github.com/mars-project/mars-go/dtype"

// The wrappers below turn a function of elements into a loop. A call per element costs about a nanosecond, so
// additions and the like have loops of their own.

func map1[A, R any](f func(A) R) Func {
	return func(n int, in, out []Vec) {
		a, o := view[A](in[0], n), view[R](out[0], n)
		for i, x := range a[:len(o)] {
			o[i] = f(x)
		}
	}
}

func map2[A, B, R any](f func(A, B) R) Func {
	return func(n int, in, out []Vec) {
		o := view[R](out[0], n)
		switch {
		case in[1].Const:
			y := one[B](in[1])
			for i, x := range view[A](in[0], n)[:len(o)] {
				o[i] = f(x, y)
			}
		case in[0].Const:
			x := one[A](in[0])
			for i, y := range view[B](in[1], n)[:len(o)] {
				o[i] = f(x, y)
			}
		default:
			a, b := view[A](in[0], n)[:len(o)], view[B](in[1], n)[:len(o)]
			for i := range o {
				o[i] = f(a[i], b[i])
			}
		}
	}
}

func map12[A, R, S any](f func(A) (R, S)) Func {
	return func(n int, in, out []Vec) {
		a, o, p := view[A](in[0], n), view[R](out[0], n), view[S](out[1], n)
		for i, x := range a {
			o[i], p[i] = f(x)
		}
	}
}

func map22[A, R any](f func(A, A) (R, R)) Func {
	return func(n int, in, out []Vec) {
		o, p := view[R](out[0], n), view[R](out[1], n)
		a, b := reader[A](in[0], n), reader[A](in[1], n)
		for i := range o {
			o[i], p[i] = f(a.at(i), b.at(i))
		}
	}
}

// An operand read without caring whether it is Const: mask is 0 then, so that every index reads element 0.
type operand[T any] struct {
	s    []T
	mask int
}

func reader[T any](v Vec, n int) operand[T] {
	if v.Const {
		return operand[T]{view[T](v, 1), 0}
	}
	return operand[T]{view[T](v, n), -1}
}

func (o operand[T]) at(i int) T { return o.s[i&o.mask] }

// half1 and half2 lift functions of float32 to float16: compute in float32, round once.
func half1(f func(float32) float32) Func {
	return map1(func(x dtype.F16) dtype.F16 { return dtype.ToF16(f(x.Float32())) })
}

func half2(f func(x, y float32) float32) Func {
	return map2(func(x, y dtype.F16) dtype.F16 { return dtype.ToF16(f(x.Float32(), y.Float32())) })
}

// wide1 and wide2 lift functions of float64 to float32: compute in float64, round once.
func wide1(f func(float64) float64) func(float32) float32 {
	return func(x float32) float32 { return float32(f(float64(x))) }
}

func wide2(f func(x, y float64) float64) func(x, y float32) float32 {
	return func(x, y float32) float32 { return float32(f(float64(x), float64(y))) }
}

// libm2 is the loops ee->e ff->f dd->d of f.
func libm2(f func(x, y float64) float64) []sig {
	return []sig{{"ee->e", half2(wide2(f))}, {"ff->f", map2(wide2(f))}, {"dd->d", map2(f)}}
}
