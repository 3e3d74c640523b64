package nd

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// Fill writes v to every element. T must hold the dtype.
func Fill[T dtype.Elem](a *Array, v T) {
	mustHold[T](a)
	if a.Size() == 0 {
		return
	}
	one := OfType(a.DType, []T{v}, 1)
	one.Shape, one.Strides = clone(a.Shape), make([]int, a.Rank())
	copyAny(a, one)
}

// Full is a C-ordered array from al with every element v.
func Full[T dtype.Elem](al mem.Allocator, v T, shape ...int) (*Array, error) {
	a, err := New(al, dtype.Of[T](), shape...)
	if err == nil {
		Fill(a, v)
	}
	return a, err
}

// A Part is an array and where its first element lies in the whole.
type Part struct {
	At    []int
	Array *Array
}

// Assemble is a new array of shape, filled from parts of the same dtype that must lie inside it. Parts that
// leave gaps leave them undefined; the caller knows its grid.
func Assemble(al mem.Allocator, d dtype.DType, shape []int, parts []Part) (*Array, error) {
	out, err := New(al, d, shape...)
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		if err := Place(out, p.Array, p.At); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Place copies part into dst with its first element at position at.
func Place(dst, part *Array, at []int) error {
	for i := range dst.Shape {
		if len(at) != dst.Rank() || part.Rank() != dst.Rank() || at[i] < 0 || at[i]+part.Shape[i] > dst.Shape[i] {
			return errs.New(errs.Invalid, "a part of shape %s at %v leaves shape %s", ShapeString(part.Shape), at, ShapeString(dst.Shape))
		}
	}
	return Copy(dst.Box(at, part.Shape), part)
}

// Concat joins arrays of one dtype along an axis. Errors are worded as numpy.concatenate's.
func Concat(al mem.Allocator, axis int, as ...*Array) (*Array, error) {
	if len(as) == 0 {
		return nil, errs.New(errs.Invalid, "need at least one array to concatenate")
	}
	shape := clone(as[0].Shape)
	if len(shape) == 0 {
		return nil, errs.New(errs.Invalid, "zero-dimensional arrays cannot be concatenated")
	}
	axis, err := AxisOf(axis, len(shape))
	if err != nil {
		return nil, err
	}
	shape[axis] = 0
	for i, a := range as {
		if err := fits(shape, a, axis, i); err != nil {
			return nil, err
		}
		shape[axis] += a.Shape[axis]
	}
	parts := make([]Part, len(as))
	pos := 0
	for i, a := range as {
		at := make([]int, len(shape))
		at[axis] = pos
		pos += a.Shape[axis]
		parts[i] = Part{at, a}
	}
	return Assemble(al, as[0].DType, shape, parts)
}

func fits(shape []int, a *Array, axis, i int) error {
	if a.Rank() != len(shape) {
		return errs.New(errs.Invalid, "all the input arrays must have same number of dimensions, "+
			"but the array at index 0 has %d dimension(s) and the array at index %d has %d dimension(s)", len(shape), i, a.Rank())
	}
	for k, n := range shape {
		if k != axis && a.Shape[k] != n {
			return errs.New(errs.Invalid, "all the input array dimensions except for the concatenation axis must match exactly, "+
				"but along dimension %d, the array at index 0 has size %d and the array at index %d has size %d", k, n, i, a.Shape[k])
		}
	}
	return nil
}
