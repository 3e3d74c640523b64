package nd

import (
	"math/bits"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

// Size is the number of elements of a shape; one for the empty shape.
func Size(shape []int) int {
	n := 1
	for _, k := range shape {
		n *= k
	}
	return n
}

// Strides is the strides of a C-contiguous array of a shape, in elements.
func Strides(shape []int) []int {
	s := make([]int, len(shape))
	n := 1
	for i := len(shape) - 1; i >= 0; i-- {
		s[i] = n
		n *= max(shape[i], 1)
	}
	return s
}

// ShapeString is Python's text of a shape: "()", "(3,)", "(2, 3)".
func ShapeString(shape []int) string {
	var b strings.Builder
	b.WriteByte('(')
	for i, n := range shape {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(n))
	}
	if len(shape) == 1 {
		b.WriteByte(',')
	}
	b.WriteByte(')')
	return b.String()
}

// Each calls f with every index of shape in C order. The slice is reused between calls.
func Each(shape []int, f func(idx []int)) {
	if Size(shape) == 0 {
		return
	}
	idx := make([]int, len(shape))
	for {
		f(idx)
		if !next(idx, shape) {
			return
		}
	}
}

// next moves idx on in C order and reports false after the last one.
func next(idx, shape []int) bool {
	for i := len(shape) - 1; i >= 0; i-- {
		idx[i]++
		if idx[i] < shape[i] {
			return true
		}
		idx[i] = 0
	}
	return false
}

func contiguous(shape, strides []int) bool {
	want, ok := 1, true
	for i := len(shape) - 1; i >= 0; i-- {
		if shape[i] == 0 {
			return true
		}
		ok = ok && (shape[i] == 1 || strides[i] == want)
		want *= shape[i]
	}
	return ok
}

// bytes is the size of an array, or an error for negative dimensions and sizes beyond an int.
func bytes(d dtype.DType, shape []int) (int, error) {
	n := uint64(d.Size())
	for _, k := range shape {
		if k < 0 {
			return 0, errs.New(errs.Invalid, "negative dimensions are not allowed")
		}
		hi, lo := bits.Mul64(n, uint64(max(k, 1)))
		if hi != 0 || lo > 1<<62 {
			return 0, errs.New(errs.Invalid, "array is too big: shape %s of %v", ShapeString(shape), d)
		}
		n = lo
	}
	if Size(shape) == 0 {
		return 0, nil
	}
	return int(n), nil
}

func clone(s []int) []int { return append(make([]int, 0, len(s)), s...) }
