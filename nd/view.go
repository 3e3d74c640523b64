package nd

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/errs"
)

// with is a view of a with another shape, strides and offset. Views without elements start at zero, which
// every block has.
func (a *Array) with(shape, strides []int, offset int) *Array {
	if Size(shape) == 0 {
		offset = 0
	}
	return &Array{DType: a.DType, Shape: shape, Strides: strides, Block: a.Block, Offset: offset}
}

// Slice is the elements start, start+step, ... of an axis, up to stop exclusive. The bounds are positions
// inside the axis, already resolved: 0 <= start <= n, and stop is -1 or more for a negative step. It panics
// for a step of zero or bounds outside.
func (a *Array) Slice(axis, start, stop, step int) *Array {
	n := SliceLen(start, stop, step)
	if n > 0 {
		if last := start + (n-1)*step; start < 0 || start >= a.Shape[axis] || last < 0 || last >= a.Shape[axis] {
			panic(fmt.Sprintf("nd: slice %d:%d:%d is outside an axis of %d", start, stop, step, a.Shape[axis]))
		}
	}
	shape, strides, off := clone(a.Shape), clone(a.Strides), a.Offset
	shape[axis], strides[axis] = n, a.Strides[axis]*step
	if n > 0 {
		off += start * a.Strides[axis]
	}
	return a.with(shape, strides, off)
}

// SliceLen is the number of positions in start:stop:step.
func SliceLen(start, stop, step int) int {
	switch {
	case step == 0:
		panic("nd: slice step cannot be zero")
	case step > 0 && stop > start:
		return (stop-start-1)/step + 1
	case step < 0 && stop < start:
		return (start-stop-1)/-step + 1
	}
	return 0
}

// Index is the view at position i of an axis, which is gone from it.
func (a *Array) Index(axis, i int) *Array {
	if i < 0 || i >= a.Shape[axis] {
		panic(fmt.Sprintf("nd: index %d is out of bounds for axis %d with size %d", i, axis, a.Shape[axis]))
	}
	return a.with(slices.Delete(clone(a.Shape), axis, axis+1), slices.Delete(clone(a.Strides), axis, axis+1), a.Offset+i*a.Strides[axis])
}

// Box is the view of size elements per axis from lo on. It panics when the box leaves the array.
func (a *Array) Box(lo, size []int) *Array {
	off := a.Offset
	for i := range a.Shape {
		if lo[i] < 0 || size[i] < 0 || lo[i]+size[i] > a.Shape[i] {
			panic(fmt.Sprintf("nd: box at %v of %v leaves shape %s", lo, size, ShapeString(a.Shape)))
		}
		if size[i] > 0 {
			off += lo[i] * a.Strides[i]
		}
	}
	return a.with(clone(size), clone(a.Strides), off)
}

// Transpose permutes the axes; none given reverses them. It panics when perm is no permutation.
func (a *Array) Transpose(perm ...int) *Array {
	r := a.Rank()
	if len(perm) == 0 {
		for i := range r {
			perm = append(perm, r-1-i)
		}
	}
	seen := make([]bool, r)
	shape, strides := make([]int, r), make([]int, r)
	for i, p := range perm {
		if len(perm) != r || p < 0 || p >= r || seen[p] {
			panic(fmt.Sprintf("nd: %v is no permutation of %d axes", perm, r))
		}
		seen[p] = true
		shape[i], strides[i] = a.Shape[p], a.Strides[p]
	}
	return a.with(shape, strides, a.Offset)
}

// NewAxis is a view with an axis of one inserted before axis.
func (a *Array) NewAxis(axis int) *Array {
	return a.with(slices.Insert(clone(a.Shape), axis, 1), slices.Insert(clone(a.Strides), axis, 0), a.Offset)
}

// Reshape is a view with another shape of the same size, elements in C order. It reports false where no view
// can do that and a copy is needed, and where the sizes differ.
func (a *Array) Reshape(shape ...int) (*Array, bool) {
	if Size(shape) != a.Size() {
		return nil, false
	}
	if a.Contiguous() {
		return a.with(clone(shape), Strides(shape), a.Offset), true
	}
	strides, ok := reshapeStrides(a.Shape, a.Strides, shape)
	if !ok {
		return nil, false
	}
	return a.with(clone(shape), strides, a.Offset), true
}

// reshapeStrides matches runs of old and new axes of equal size; a run of old axes must be contiguous in
// itself. Sizes are not zero here, as such arrays are contiguous.
func reshapeStrides(oldShape, oldStrides, shape []int) ([]int, bool) {
	var os, ot []int // axes of one say nothing about the layout
	for i, n := range oldShape {
		if n != 1 {
			os, ot = append(os, n), append(ot, oldStrides[i])
		}
	}
	strides := make([]int, len(shape))
	oi, ni := 0, 0
	for oi < len(os) && ni < len(shape) {
		oj, nj := oi+1, ni+1
		on, nn := os[oi], shape[ni]
		for on != nn {
			if nn < on {
				nn *= shape[nj]
				nj++
			} else {
				on *= os[oj]
				oj++
			}
		}
		for k := oi; k < oj-1; k++ {
			if ot[k] != os[k+1]*ot[k+1] {
				return nil, false
			}
		}
		s := ot[oj-1]
		for k := nj - 1; k >= ni; k-- {
			strides[k] = s
			s *= shape[k]
		}
		oi, ni = oj, nj
	}
	for ; ni < len(shape); ni++ { // trailing ones
		strides[ni] = 1
	}
	return strides, true
}

// BroadcastTo is a view with a larger shape; new and stretched axes have stride zero.
func (a *Array) BroadcastTo(shape ...int) (*Array, error) {
	d := len(shape) - a.Rank()
	if d < 0 {
		return nil, errs.New(errs.Invalid, "input operand has more dimensions than allowed by the axis remapping")
	}
	strides := make([]int, len(shape))
	for i, n := range a.Shape {
		switch n {
		case shape[d+i]:
			strides[d+i] = a.Strides[i]
		case 1:
		default:
			return nil, errs.New(errs.Invalid, "operands could not be broadcast together with remapped shapes [original->remapped]: %s  and requested shape %s",
				bareShape(a.Shape), bareShape(shape))
		}
	}
	return a.with(clone(shape), strides, a.Offset), nil
}
