package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// positions are 0, 1, 2 ... along an axis of t, whose length may be unknown.
func positions(t *Tensor, axis int) *Tensor { return placesOf(onesAlong(t, axis)) }

// onesAlong is as many ones as an axis of t is long.
func onesAlong(t *Tensor, axis int) *Tensor {
	other := slices.Delete(chunk.AllAxes(nil, t.Rank()), axis, axis+1)
	zeros := ZerosLike(t, Create{DType: dtype.Int64})
	if len(other) > 0 {
		zeros = Sum(zeros, Reduce{Axis: other})
	}
	return Add(zeros, 1)
}

// placesOf is 0, 1, 2 ... for a vector of ones.
func placesOf(ones *Tensor) *Tensor { return Subtract(Cumsum(ones), 1) }

// lengthOf is the length of an axis as a tensor without axes.
func lengthOf(t *Tensor, axis int) *Tensor { return Sum(onesAlong(t, axis)) }
