package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/pick"
	"github.com/mars-project/mars-go/tensor/reshape"
	"github.com/mars-project/mars-go/tensor/ufunc"
)

// view is a tensor that shows elements of t, as NumPy's views do: assigning to either is seen in the other.
// Where NumPy makes a copy it lets go of t as soon as either is assigned to.
func view(o op.Operand, t *Tensor) *Tensor {
	if t == nil {
		return apply(o, t)
	}
	b := t.Value()
	return &Tensor{v: op.Value{N: op.Apply(o, b)}, base: t, seen: b, shows: o}
}

// Copy is the elements of t as a tensor of its own: assigning to either leaves the other as it is.
func (t *Tensor) Copy() *Tensor { return Of(t.Value()) }

// detached lets go of the base where NumPy would have made a copy: of a reshape that no strides show, and of
// all elements along one axis that do not lie in one piece.
func (t *Tensor) detached() bool {
	o, ok := t.shows.(*reshape.Reshape)
	if _, flat := t.shows.(*ravel); !ok && !flat || t.base.base == nil {
		return false
	}
	a, ok := laidOut(t.base)
	if ok && o != nil {
		_, ok = reshaped(o, a)
	} else if ok {
		ok = a.Contiguous()
	}
	if !ok {
		t.base = nil
	}
	return !ok
}

// reshaped is a in the shape that o asks for; false where that takes a copy.
func reshaped(o *reshape.Reshape, a *nd.Array) (*nd.Array, bool) {
	shape, err := o.Target(a.Size())
	if err != nil {
		return nil, false
	}
	return a.Reshape(shape...)
}

// laidOut is an array without elements that has the strides NumPy would give t: C order, and what views make
// of it. False where lengths are not known.
func laidOut(t *Tensor) (*nd.Array, bool) {
	if t.base == nil || t.detached() {
		shape, ok := t.v.Meta().Shape()
		return &nd.Array{DType: dtype.Uint8, Shape: shape, Strides: nd.Strides(shape)}, ok
	}
	a, ok := laidOut(t.base)
	if !ok {
		return nil, false
	}
	switch o := t.shows.(type) {
	case *reshape.Reshape:
		return reshaped(o, a)
	case *ravel:
		return a.Reshape(a.Size())
	case *ufunc.Part:
		if t.base.DType().IsComplex() {
			a = &nd.Array{DType: a.DType, Shape: a.Shape, Strides: slices.Clone(a.Strides)}
			for i := range a.Strides {
				a.Strides[i] *= 2
			}
		}
		return a, true
	case *pick.Getitem:
		return o.Shown(a)
	case interface{ Permutation(n int) []int }:
		return a.Transpose(o.Permutation(a.Rank())...), true
	case *reshape.Squeeze:
		for i := len(o.Axis) - 1; i >= 0; i-- {
			a = a.Index(o.Axis[i], 0)
		}
		return a, true
	case *reshape.ExpandDims:
		for _, k := range o.Axis {
			a = a.NewAxis(k)
		}
		return a, true
	case *flip:
		for k, n := range a.Shape {
			if o.Axis == nil || slices.Contains(o.Axis, k) {
				a = a.Slice(k, n-1, -1, -1)
			}
		}
		return a, true
	}
	return nil, false
}
