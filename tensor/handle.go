package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/pick"
)

func init() { op.Holds(op.Tensor, Of) }

// along selects along one axis.
func along(t *Tensor, axis int, i pick.Index) *Tensor {
	return t.Get(append(slices.Repeat([]pick.Index{Whole}, axis), i)...)
}

// lying is a vector along one axis of so many, the others of length 1.
func lying(t *Tensor, rank, axis int) *Tensor {
	shape := slices.Repeat([]int{1}, rank)
	shape[axis] = -1
	return Reshape(t, shape...)
}

// joinAll is Concatenate of as many as there are; one stays as it is.
func joinAll(ts []*Tensor, axis int) *Tensor {
	if len(ts) == 1 {
		return ts[0]
	}
	return Concatenate(ts, axis)
}

// alongOrFlat is a tensor and an axis of it, counted from 0; without an axis its elements in C order, and
// their axis.
func alongOrFlat(t *Tensor, axis *int) (*Tensor, int) {
	if axis == nil {
		return flat(t), 0
	}
	return t, *axis
}

// castTo is t in a dtype, where one is given.
func castTo(t *Tensor, d dtype.DType) *Tensor {
	if d.IsZero() {
		return t
	}
	return AsType(t, d)
}

// flat is the elements in C order along one axis.
func flat(t *Tensor) *Tensor {
	if t.Rank() == 1 {
		return t
	}
	return Ravel(t)
}

// negative reports a number below 0.
func negative(ns []int) bool { return len(ns) > 0 && slices.Min(ns) < 0 }

// unknown is how many lengths are not known.
func unknown(shape []int) (n int) {
	for _, d := range shape {
		if d < 0 {
			n++
		}
	}
	return n
}
