package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
)

// Stack joins tensors of one shape along a new axis of the result.
func Stack(ts []*Tensor, axis int) *Tensor {
	if len(ts) == 0 {
		return bad("tensor.stack", errs.New(errs.Invalid, "need at least one array to stack"))
	}
	up := make([]*Tensor, len(ts))
	for i, t := range ts {
		if !slices.Equal(t.Shape(), ts[0].Shape()) && t.Err() == nil && ts[0].Err() == nil {
			return bad("tensor.stack", errs.New(errs.Invalid, "all input arrays must have the same shape"))
		}
		up[i] = ExpandDims(t, axis)
	}
	if axis < 0 {
		axis += ts[0].Rank() + 1
	}
	return Concatenate(up, axis)
}

// Split cuts a along an axis into n tensors of equal length. Invalid: the length does not divide.
func Split(a *Tensor, n, axis int) []*Tensor {
	axis, err := normAxis(axis, a.Rank())
	if err == nil && (n <= 0 || a.Shape()[axis] < 0 || a.Shape()[axis]%n != 0) {
		err = errs.New(errs.Invalid, "array split does not result in an equal division")
	}
	if err != nil {
		return []*Tensor{bad("tensor.split", err)}
	}
	var at []int
	for i := 1; i < n; i++ {
		at = append(at, i*(a.Shape()[axis]/n))
	}
	return SplitAt(a, at, axis)
}

// SplitAt cuts a along an axis before each of the places.
func SplitAt(a *Tensor, places []int, axis int) []*Tensor {
	axis, err := normAxis(axis, a.Rank())
	if err != nil {
		return []*Tensor{bad("tensor.split", err)}
	}
	ix := make([]Index, axis+1)
	for i := range ix {
		ix[i] = Whole
	}
	var out []*Tensor
	for i := range len(places) + 1 {
		s := Whole
		if i > 0 {
			s.Start = &places[i-1]
		}
		if i < len(places) {
			s.Stop = &places[i]
		}
		ix[axis] = s
		out = append(out, a.Get(slices.Clone(ix)...))
	}
	return out
}
