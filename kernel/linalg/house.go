package linalg

import (
	"math"

	"github.com/mars-project/mars-go/mem"
)

// reflector makes x = (alpha, rest) a Householder vector, LAPACK's xLARFG: with v = (1, rest) and H = I - tau v v^H, the product H^H x is
// (beta, 0), beta real and of the sign opposite to alpha. x[0] becomes beta and x[1:] the rest of v.
func reflector[T Num](x []T) (tau T) {
	re, im := parts(x[0])
	tail := norm(x[1:])
	if tail == 0 && im == 0 {
		return 0
	}
	beta := -math.Copysign(math.Hypot(math.Hypot(re, im), tail), re)
	tau = makeNum[T]((beta-re)/beta, -im/beta)
	inv := 1 / complex(re-beta, im)
	scale(makeNum[T](real(inv), imag(inv)), x[1:])
	x[0] = fromReal[T](beta)
	return tau
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

// A blockReflector is the product H1 H2 ... Hk of reflectors as I - V S V^H: xLARFT's compact form of Schreiber and Van Loan, "A
// Storage-Efficient WY Representation" (SISSC 10, 1989). V has unit diagonal and zeros above; S is upper triangular.
type blockReflector[T Num] struct {
	v, s Mat[T]
}

// makeBlock copies the vectors of columns j to j+k of a, which start on the diagonal below row j+shift, to v and forms s; both are scratch of at
// least rows*k and k*k elements.
func makeBlock[T Num](a Mat[T], j, shift, k int, tau, v, s []T) blockReflector[T] {
	m := a.Rows - j - shift
	b := blockReflector[T]{columns(v[:m*k], m, k), columns(s[:k*k], k, k)}
	clear(b.v.Data)
	clear(b.s.Data)
	for i := range k {
		c := b.v.col(i, i)
		copy(c, a.col(j+shift+i, j+i))
		c[0] = 1
	}
	for i := range k {
		t := tau[j+i]
		si := b.s.Data[i*k : i*k+i+1]
		// si[:i] = -t * S * (V^H v_i); S[:i,:i] is upper triangular, so the product is formed top down in place
		for l := range i {
			si[l] = -t * dotc(b.v.col(i, l), b.v.col(i, i))
		}
		for l := range i {
			var sum T
			for q := l; q < i; q++ {
				sum += b.s.Data[q*k+l] * si[q]
			}
			si[l] = sum
		}
		si[i] = t
	}
	return b
}

// apply overwrites c with H c, or with H^H c. w is scratch of 2*k*c.Cols elements.
func (b blockReflector[T]) apply(al mem.Allocator, par Par, adjoint bool, c Mat[T], w []T) error {
	k := b.v.Cols
	x, y := columns(w[:k*c.Cols], k, c.Cols), columns(w[k*c.Cols:2*k*c.Cols], k, c.Cols)
	if err := Gemm(al, par, 1, b.v.H(), c, 0, x); err != nil {
		return err
	}
	s := b.s
	if adjoint {
		s = s.H()
	}
	if err := Gemm(al, nil, 1, s, x, 0, y); err != nil {
		return err
	}
	return Gemm(al, par, -1, b.v, y, 1, c)
}
