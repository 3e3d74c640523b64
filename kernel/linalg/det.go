package linalg

import (
	"math"
	"math/cmplx"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Det is numpy.linalg.det of a stack of square matrices: the product of the pivots of LU, with the sign of
// their order. Only the result may overflow or underflow. That of no rows is 1.
func Det(al mem.Allocator, par parallel.Func, a *nd.Array) (*nd.Array, error) {
	if err := square(a); err != nil {
		return nil, err
	}
	lead, _, _ := dims(a)
	out, err := stack(al, a.DType, lead)
	if err != nil {
		return nil, err
	}
	return out, eachMatrix(par, lead, func(par parallel.Func, idx []int) error {
		x, y := pick(a, idx), pick(out, idx)
		return kinds(a.DType,
			func() error { return detOne[float32](al, par, x, y) }, func() error { return detOne[float64](al, par, x, y) },
			func() error { return detOne[complex64](al, par, x, y) }, func() error { return detOne[complex128](al, par, x, y) })
	})
}

// SlogDet is numpy.linalg.slogdet of a stack of square matrices: det = sign * exp(logabs), the sign 1 or -1,
// or a complex number of length 1. Of a singular matrix the sign is 0 and the logarithm minus infinity.
func SlogDet(al mem.Allocator, par parallel.Func, a *nd.Array) (sign, logabs *nd.Array, err error) {
	if err := square(a); err != nil {
		return nil, nil, err
	}
	lead, _, _ := dims(a)
	if sign, err = stack(al, a.DType, lead); err != nil {
		return nil, nil, err
	}
	if logabs, err = stack(al, realOf(a.DType), lead); err != nil {
		return nil, nil, err
	}
	err = eachMatrix(par, lead, func(par parallel.Func, idx []int) error {
		x, y, z := pick(a, idx), pick(sign, idx), pick(logabs, idx)
		return kinds(a.DType,
			func() error { return slogOne[float32](al, par, x, y, z) }, func() error { return slogOne[float64](al, par, x, y, z) },
			func() error { return slogOne[complex64](al, par, x, y, z) }, func() error { return slogOne[complex128](al, par, x, y, z) })
	})
	return sign, logabs, err
}

// pivotsOf are the pivots of a matrix; odd is set where an odd number of rows was swapped.
func pivotsOf[T Num](al mem.Allocator, par parallel.Func, a *nd.Array) (diagonal []T, odd bool, err error) {
	w, _, err := loadRows[T](al, a)
	if err != nil {
		return nil, false, err
	}
	pivots := make([]int, w.Rows)
	if _, err := factorLU(al, par, w, pivots); err != nil {
		return nil, false, err
	}
	diagonal = make([]T, w.Rows)
	for i, p := range pivots {
		diagonal[i] = w.Data[w.at(i, i)]
		odd = odd != (p != i)
	}
	return diagonal, odd, nil
}

func detOne[T Num](al mem.Allocator, par parallel.Func, a, out *nd.Array) error {
	diagonal, odd, err := pivotsOf[T](al, par, a)
	if err != nil {
		return err
	}
	exp := 0
	take := func(re, im float64) (float64, float64) { // both over the power of two of the larger, which goes to exp
		m := max(math.Abs(re), math.Abs(im))
		if m == 0 || math.IsInf(m, 0) || m != m {
			return re, im
		}
		_, e := math.Frexp(m)
		exp += e
		return math.Ldexp(re, -e), math.Ldexp(im, -e)
	}
	re, im := 1.0, 0.0
	for _, v := range diagonal {
		x, y := take(parts(v))
		if isComplex[T]() {
			z := complex(re, im) * complex(x, y)
			x, y = real(z), imag(z)
		} else {
			x *= re
		}
		re, im = take(x, y)
	}
	if odd {
		re, im = -re, -im
	}
	dataOf[T](out)[0] = makeNum[T](math.Ldexp(re, exp), math.Ldexp(im, exp))
	return nil
}

func slogOne[T Num](al mem.Allocator, par parallel.Func, a, sign, logabs *nd.Array) error {
	diagonal, odd, err := pivotsOf[T](al, par, a)
	if err != nil {
		return err
	}
	s, sum := complex(1, 0), 0.0
	if odd {
		s = -1
	}
	for _, v := range diagonal {
		re, im := parts(v)
		m := math.Hypot(re, im)
		sum += math.Log(m)
		switch {
		case m == 0:
			s = 0
		case !isComplex[T]() && re < 0:
			s = -s
		case isComplex[T]():
			s *= complex(re/m, im/m)
		}
	}
	if s == 0 {
		sum = math.Inf(-1)
	} else if isComplex[T]() && len(diagonal) > 0 {
		s /= complex(cmplx.Abs(s), 0)
	}
	if logabs.DType.Size() == 4 {
		nd.Set(logabs, float32(sum))
	} else {
		nd.Set(logabs, sum)
	}
	dataOf[T](sign)[0] = makeNum[T](real(s), imag(s))
	return nil
}
