package order

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// complexOf reads a row of a complex column.
func complexOf(c *frame.Column) func(i int) complex128 {
	d, err := c.Decode(mem.Heap)
	if err != nil {
		panic(err) // Go memory does not refuse
	}
	if d.DType.Kind == dtype.Complex64Kind {
		v := frame.Values[complex64](d)
		return func(i int) complex128 { return complex128(v[i]) }
	}
	v := frame.Values[complex128](d)
	return func(i int) complex128 { return v[i] }
}

// compareComplex orders by real, then by imaginary parts, none of them NaN: a number with one is missing.
func compareComplex(a, b complex128) int {
	if c := compareParts(real(a), real(b)); c != 0 {
		return c
	}
	return compareParts(imag(a), imag(b))
}

// compareParts takes zeros of both signs as equal.
func compareParts(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
