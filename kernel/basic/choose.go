package basic

// choose is numpy.where: the second operand where the first is true, else the third. T is any word of the
// element's width.
func choose[T any](n int, in, out []Vec) {
	o := view[T](out[0], n)
	a, b := reader[T](in[1], n), reader[T](in[2], n)
	if in[0].Const {
		src := b
		if one[bool](in[0]) {
			src = a
		}
		for i := range o {
			o[i] = src.at(i)
		}
		return
	}
	c := view[bool](in[0], n)[:len(o)]
	for i := range o {
		v := b.at(i)
		if c[i] {
			v = a.at(i)
		}
		o[i] = v
	}
}

func map3[T any](f func(x, y, z T) T) Func {
	return func(n int, in, out []Vec) {
		o := view[T](out[0], n)
		a, b, c := reader[T](in[0], n), reader[T](in[1], n), reader[T](in[2], n)
		for i := range o {
			o[i] = f(a.at(i), b.at(i), c.at(i))
		}
	}
}
