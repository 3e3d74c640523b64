package linalg

import (
	"math"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
)

// reflector makes x = (alpha, rest) a Householder vector, LAPACK's xLARFG: with v = (1, rest) and H = I - tau
// v v^H, the product H^H x is (beta, 0), beta real and of the sign opposite to alpha. x[0] becomes beta and
// x[1:] the rest of v. It may be of any size: what has no reciprocal is scaled up.
func reflector[T Num](x []T) (tau T) {
	re, im := parts(x[0])
	tail := norm(x[1:])
	if tail == 0 && im == 0 {
		return 0
	}
	beta := -math.Copysign(math.Hypot(math.Hypot(re, im), tail), re)
	if least, up := scalesOf[T](); -beta < least && beta < least {
		scale(fromReal[T](up), x)
		tau = reflector(x)
		x[0] *= fromReal[T](1 / up)
		return tau
	}
	tau = makeNum[T]((beta-re)/beta, -im/beta)
	inv := 1 / complex(re-beta, im)
	scale(makeNum[T](real(inv), imag(inv)), x[1:])
	x[0] = fromReal[T](beta)
	return tau
}

// scalesOf is the least number that T divides by safely, and what makes all below it greater.
func scalesOf[T Num]() (least, up float64) {
	var z T
	switch any(z).(type) {
	case float32, complex64:
		return 0x1p-100, 0x1p60
	}
	return 0x1p-960, 0x1p200
}

// makeNum is re + im*i as a T; im is dropped for real ones.
func makeNum[T Num](re, im float64) T {
	var z T
	switch any(z).(type) {
	case float32:
		return any(float32(re)).(T)
	case float64:
		return any(re).(T)
	case complex64:
		return any(complex(float32(re), float32(im))).(T)
	}
	return any(complex(re, im)).(T)
}

// A blockReflector is the product H1 H2 ... Hk of reflectors as I - V S V^H: the compact form of Schreiber
// and Van Loan, "A Storage-Efficient WY Representation" (SISSC 10, 1989), LAPACK's xLARFT and xLARFB. V has
// unit diagonal and zeros above, all of them stored; S is upper triangular with zeros below.
type blockReflector[T Num] struct {
	v, s Mat[T]
}

// vectorsIn copies the k vectors that lie below the diagonal of a, which begins at its first row, to buf:
// column-major, with the ones and the zeros of a blockReflector. a may lie in any way; buf has room for
// a.Rows*k elements.
func vectorsIn[T Num](a Mat[T], k int, buf []T) Mat[T] {
	v := columns(buf[:a.Rows*k], a.Rows, k)
	move(v, a.Sub(0, 0, a.Rows, k))
	for j := range k {
		c := v.col(0, j)
		clear(c[:min(j, len(c))])
		if j < len(c) {
			c[j] = 1
		}
	}
	return v
}

// blockOf is the reflectors whose vectors are the columns of v, as vectorsIn gives them, and whose factors
// are tau; s has room for k*k elements.
func blockOf[T Num](al mem.Allocator, v Mat[T], tau, s []T) (blockReflector[T], error) {
	k := v.Cols
	b := blockReflector[T]{v, columns(s[:k*k], k, k)}
	clear(b.s.Data)
	for j := range k {
		b.s.Data[j*k+j] = tau[j]
	}
	return b, b.join(al, 0, k)
}

// joinBlock is the columns of S that are found one after the other.
const joinBlock = 16

// join makes the columns of S from lo to hi, whose diagonal is there, out of those of its halves: S12 = -S1
// (V1^H V2) S2, as Elmroth and Gustavson do, "Applying recursion to serial and parallel QR factorization"
// (IBM J. Res. Dev. 44, 2000).
func (b blockReflector[T]) join(al mem.Allocator, lo, hi int) error {
	k := hi - lo
	if k < 2 {
		return nil
	}
	if k > joinBlock {
		mid := lo + roundUp(k/2, 8)
		if err := b.join(al, lo, mid); err != nil {
			return err
		}
		if err := b.join(al, mid, hi); err != nil {
			return err
		}
		return b.couple(al, lo, mid, hi)
	}
	buf, free, err := mem.Scratch[T](al, k*k)
	if err != nil {
		return err
	}
	defer free()
	g := columns(buf, k, k)
	v := b.v.Sub(lo, lo, b.v.Rows-lo, k)
	if err := Gemm(al, nil, 1, v.H(), v, 0, g); err != nil {
		return err
	}
	s := b.s.Sub(lo, lo, k, k)
	for j := 1; j < k; j++ {
		c, d := s.col(0, j), g.col(0, j)
		for i := range j { // top down: S1 is upper triangular
			var sum T
			for l := i; l < j; l++ {
				sum += s.Data[s.at(i, l)] * d[l]
			}
			c[i] = -sum * c[j]
		}
	}
	return nil
}

// couple makes the block of S beside the triangles from lo to mid and from mid to hi.
func (b blockReflector[T]) couple(al mem.Allocator, lo, mid, hi int) error {
	p, q := mid-lo, hi-mid
	buf, free, err := mem.Scratch[T](al, 2*p*q)
	if err != nil {
		return err
	}
	defer free()
	g, w := columns(buf[:p*q], p, q), columns(buf[p*q:], p, q)
	below := b.v.Rows - mid
	if err := Gemm(al, nil, 1, b.v.Sub(mid, lo, below, p).H(), b.v.Sub(mid, mid, below, q), 0, g); err != nil {
		return err
	}
	if err := Gemm(al, nil, -1, b.s.Sub(lo, lo, p, p), g, 0, w); err != nil {
		return err
	}
	return Gemm(al, nil, 1, w, b.s.Sub(mid, mid, q, q), 0, b.s.Sub(lo, mid, p, q))
}

// left overwrites c, which has the rows of V, with H c, or with H^H c. c lies in any way.
func (b blockReflector[T]) left(al mem.Allocator, par parallel.Func, adjoint bool, c Mat[T]) error {
	n, w := stripsOf(c.Cols)
	return par.Each(n, func(i int) error { return b.leftStrip(al, adjoint, c.Sub(0, i*w, c.Rows, min(w, c.Cols-i*w))) })
}

func (b blockReflector[T]) leftStrip(al mem.Allocator, adjoint bool, c Mat[T]) error {
	k := b.v.Cols
	if k == 0 {
		return nil
	}
	buf, free, err := mem.Scratch[T](al, 2*k*c.Cols)
	if err != nil {
		return err
	}
	defer free()
	x, y := Dense(buf[:k*c.Cols], k, c.Cols), Dense(buf[k*c.Cols:], k, c.Cols)
	if c.RS == 1 && c.CS != 1 { // all three lie as c does
		x, y = columns(x.Data, k, c.Cols), columns(y.Data, k, c.Cols)
	}
	if err := Gemm(al, nil, 1, b.v.H(), c, 0, x); err != nil {
		return err
	}
	s := b.s
	if adjoint {
		s = s.H()
	}
	if err := Gemm(al, nil, 1, s, x, 0, y); err != nil {
		return err
	}
	return Gemm(al, nil, -1, b.v, y, 1, c)
}

// right overwrites c, whose columns are as many as V has rows, with c H, or with c H^H. c lies in any way.
func (b blockReflector[T]) right(al mem.Allocator, par parallel.Func, adjoint bool, c Mat[T]) error {
	n, w := stripsOf(c.Rows)
	return par.Each(n, func(i int) error { return b.rightStrip(al, adjoint, c.Sub(i*w, 0, min(w, c.Rows-i*w), c.Cols)) })
}

func (b blockReflector[T]) rightStrip(al mem.Allocator, adjoint bool, c Mat[T]) error {
	k := b.v.Cols
	if k == 0 {
		return nil
	}
	buf, free, err := mem.Scratch[T](al, 2*k*c.Rows)
	if err != nil {
		return err
	}
	defer free()
	x, y := Dense(buf[:k*c.Rows], c.Rows, k), Dense(buf[k*c.Rows:], c.Rows, k)
	if c.RS == 1 && c.CS != 1 {
		x, y = columns(x.Data, c.Rows, k), columns(y.Data, c.Rows, k)
	}
	if err := Gemm(al, nil, 1, c, b.v, 0, x); err != nil {
		return err
	}
	s := b.s
	if adjoint {
		s = s.H()
	}
	if err := Gemm(al, nil, 1, x, s, 0, y); err != nil {
		return err
	}
	return Gemm(al, nil, -1, y, b.v.H(), 1, c)
}
