package nd

import (
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// NumPy's print options, at their defaults.
const (
	precision = 8    // digits after the point, at most
	threshold = 1000 // larger arrays are summarised
	edge      = 3    // elements shown at each end of a summarised axis
	lineWidth = 75
)

// An Edge fetches the box of size elements per axis from lo on, of an array that may be far away.
type Edge func(lo, size []int) (*Array, error)

// Format is numpy.array_str of an array of which only the shown corners are fetched.
func Format(shape []int, d dtype.DType, get Edge) (string, error) {
	small, err := corners(shape, d, get)
	if err != nil {
		return "", err
	}
	if len(shape) == 0 {
		return scalarText(small), nil
	}
	return layout(shape, small, " ", "", lineWidth), nil
}

// Repr is numpy.array_repr: Format with commas, the dtype where it is not implied, and the shape where it
// cannot be seen.
func Repr(shape []int, d dtype.DType, get Edge) (string, error) {
	small, err := corners(shape, d, get)
	if err != nil {
		return "", err
	}
	s := "array(" + layout(shape, small, ", ", "array(", lineWidth-1)
	var extras []string
	if n := Size(shape); n > threshold || n == 0 && (len(shape) != 1) {
		extras = append(extras, "shape="+ShapeString(shape))
	}
	implied := d == dtype.Bool || d == dtype.Int64 || d == dtype.Float64 || d == dtype.Complex128
	if !implied || Size(shape) == 0 {
		name := d.String()
		if d.IsTemporal() && d.Unit != dtype.Generic {
			name = "'" + name + "'"
		}
		extras = append(extras, "dtype="+name)
	}
	if len(extras) == 0 {
		return s + ")", nil
	}
	s += ","
	extra := strings.Join(extras, ", ") + ")"
	if last := len(s) - (strings.LastIndexByte(s, '\n') + 1); last+len(extra)+1 > lineWidth {
		return s + "\n" + strings.Repeat(" ", len("array(")) + extra, nil
	}
	return s + " " + extra, nil
}

// String is what print(a) shows in NumPy.
func (a *Array) String() string { return a.must(Format) }

// Repr is what repr(a) shows in NumPy.
func (a *Array) Repr() string { return a.must(Repr) }

func (a *Array) must(f func([]int, dtype.DType, Edge) (string, error)) string {
	s, err := f(a.Shape, a.DType, func(lo, size []int) (*Array, error) { return a.Box(lo, size), nil })
	if err != nil { // only a dtype that no array can have
		return err.Error()
	}
	return s
}

// A Corner is a box of an array's printed elements: where it lies in the array, where in the small array of
// all of them, and its size.
type Corner struct{ Lo, At, Size []int }

// Corners lists the boxes that printing an array of shape needs, and the shape they make together. Arrays of
// up to 1000 elements are one box.
func Corners(shape []int) (boxes []Corner, small []int) {
	small = clone(shape)
	zero := make([]int, len(shape))
	boxes = []Corner{{zero, zero, small}}
	if Size(shape) == 0 {
		return nil, small
	}
	if Size(shape) <= threshold {
		return boxes, small
	}
	for axis, n := range shape {
		if n <= 2*edge {
			continue
		}
		small[axis] = 2 * edge
		var split []Corner
		for _, b := range boxes {
			head := Corner{clone(b.Lo), clone(b.At), clone(b.Size)}
			tail := Corner{clone(b.Lo), clone(b.At), clone(b.Size)}
			head.Size[axis], tail.Size[axis] = edge, edge
			tail.Lo[axis], tail.At[axis] = n-edge, edge
			split = append(split, head, tail)
		}
		boxes = split
	}
	return boxes, small
}

// corners fetches the boxes and puts them together.
func corners(shape []int, d dtype.DType, get Edge) (*Array, error) {
	if err := check(d); err != nil {
		return nil, err
	}
	boxes, small := Corners(shape)
	out, err := New(mem.Heap, d, small...)
	if err != nil {
		return nil, err
	}
	for _, b := range boxes {
		part, err := get(b.Lo, b.Size)
		if err != nil {
			return nil, err
		}
		if !SameShape(part.Shape, b.Size) {
			return nil, errs.New(errs.Internal, "corner of shape %s where %s was asked", ShapeString(part.Shape), ShapeString(b.Size))
		}
		if err := Place(out, part, b.At); err != nil {
			return nil, err
		}
	}
	return out, nil
}
