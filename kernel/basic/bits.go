package basic

import "math/bits"

func and[T integer](n int, in, out []Vec) {
	o, a, b := view[T](out[0], n), in[0], in[1]
	if a.Const {
		a, b = b, a
	}
	x := view[T](a, n)[:len(o)]
	if b.Const {
		c := one[T](b)
		for i := range o {
			o[i] = x[i] & c
		}
		return
	}
	y := view[T](b, n)[:len(o)]
	for i := range o {
		o[i] = x[i] & y[i]
	}
}

func or[T integer](n int, in, out []Vec) {
	o, a, b := view[T](out[0], n), in[0], in[1]
	if a.Const {
		a, b = b, a
	}
	x := view[T](a, n)[:len(o)]
	if b.Const {
		c := one[T](b)
		for i := range o {
			o[i] = x[i] | c
		}
		return
	}
	y := view[T](b, n)[:len(o)]
	for i := range o {
		o[i] = x[i] | y[i]
	}
}

func xor[T integer](n int, in, out []Vec) {
	o, a, b := view[T](out[0], n), in[0], in[1]
	if a.Const {
		a, b = b, a
	}
	x := view[T](a, n)[:len(o)]
	if b.Const {
		c := one[T](b)
		for i := range o {
			o[i] = x[i] ^ c
		}
		return
	}
	y := view[T](b, n)[:len(o)]
	for i := range o {
		o[i] = x[i] ^ y[i]
	}
}

func invert[T integer](n int, in, out []Vec) {
	o := view[T](out[0], n)
	x := view[T](in[0], n)[:len(o)]
	for i := range o {
		o[i] = ^x[i]
	}
}

// Bools are bytes of 0 and 1, so the logical functions of bools are the bit functions of bytes.

func notBool(n int, in, out []Vec) {
	o := view[uint8](out[0], n)
	x := view[uint8](in[0], n)[:len(o)]
	for i := range o {
		o[i] = x[i] ^ 1
	}
}

// shl and shr take any count: beyond the width everything is shifted out, and a negative count is a huge one.

func shl[T integer](x, y T) T {
	if y < 0 {
		return 0
	}
	return x << uint64(y)
}

func shr[T integer](x, y T) T {
	n := uint64(y)
	if y < 0 {
		n = 64
	}
	return x >> n
}

// popcount counts the bits of the absolute value.
func popcount[T integer](x T) uint8 { return uint8(bits.OnesCount64(magnitude(x))) }

// magnitude is |x|, also of the lowest integer.
func magnitude[T integer](x T) uint64 {
	if x < 0 {
		return -uint64(int64(x))
	}
	return uint64(x)
}

func gcd64(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func gcd[T integer](x, y T) T { return T(gcd64(magnitude(x), magnitude(y))) }

func lcm[T integer](x, y T) T {
	a, b := magnitude(x), magnitude(y)
	g := gcd64(a, b)
	if g == 0 {
		return 0
	}
	return T(a / g * b)
}

// powInt multiplies with wrap-around; y is not negative (see checkPower).
func powInt[T integer](x, y T) T {
	r := T(1)
	for ; y > 0; y >>= 1 {
		if y&1 == 1 {
			r *= x
		}
		x *= x
	}
	return r
}
