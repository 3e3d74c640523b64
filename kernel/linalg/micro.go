package linalg

// The register kernels multiply a packed panel of a (r values per step) with one of b (c values per step)
// into acc, row-major. Blocks of 3 x 3 keep nine sums and four operands in the sixteen vector registers that
// Go's compiler uses for floats; complex numbers take two each.

func micro3[T Num](n int, a, b []T, acc *[9]T) {
	var c00, c01, c02, c10, c11, c12, c20, c21, c22 T
	for ; n >= 2; n -= 2 {
		p, q := (*[6]T)(a), (*[6]T)(b)
		b0, b1, b2 := q[0], q[1], q[2]
		x := p[0]
		c00 += x * b0
		c01 += x * b1
		c02 += x * b2
		x = p[1]
		c10 += x * b0
		c11 += x * b1
		c12 += x * b2
		x = p[2]
		c20 += x * b0
		c21 += x * b1
		c22 += x * b2
		b0, b1, b2 = q[3], q[4], q[5]
		x = p[3]
		c00 += x * b0
		c01 += x * b1
		c02 += x * b2
		x = p[4]
		c10 += x * b0
		c11 += x * b1
		c12 += x * b2
		x = p[5]
		c20 += x * b0
		c21 += x * b1
		c22 += x * b2
		a, b = a[6:], b[6:]
	}
	if n == 1 {
		p, q := (*[3]T)(a), (*[3]T)(b)
		c00 += p[0] * q[0]
		c01 += p[0] * q[1]
		c02 += p[0] * q[2]
		c10 += p[1] * q[0]
		c11 += p[1] * q[1]
		c12 += p[1] * q[2]
		c20 += p[2] * q[0]
		c21 += p[2] * q[1]
		c22 += p[2] * q[2]
	}
	*acc = [9]T{c00, c01, c02, c10, c11, c12, c20, c21, c22}
}

func micro2[T Num](n int, a, b []T, acc *[9]T) {
	var c00, c01, c10, c11 T
	a, b = a[:2*n], b[:2*n]
	for len(a) >= 2 && len(b) >= 2 {
		x, y, b0, b1 := a[0], a[1], b[0], b[1]
		c00 += x * b0
		c01 += x * b1
		c10 += y * b0
		c11 += y * b1
		a, b = a[2:], b[2:]
	}
	acc[0], acc[1], acc[2], acc[3] = c00, c01, c10, c11
}
