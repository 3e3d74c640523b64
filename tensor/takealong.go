package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

type takeAlong struct {
	op.Deferred
	Axis *int
}

func init() {
	op.Register[takeAlong](op.Doc{
		Name: "tensor.take_along_axis", Like: "numpy.take_along_axis", Sig: "take_along_axis(arr, indices, axis=-1)", Forms: "axis=ravel",
		Summary: "Elements at places along an axis, told for each lane",
		Go:      "TakeAlongAxis(arr, indices, axis)", Text: "The other axes broadcast.",
	})
}

// Infer knows lengths where those of the tensor are waited for.
func (o *takeAlong) Infer(in []op.Meta) ([]op.Meta, error) {
	axis, err := chunk.NormAxis(*o.Axis, len(in[0].Dims))
	if err != nil {
		return nil, err
	}
	if len(in[1].Dims) != len(in[0].Dims) {
		return nil, unlikeRanks()
	}
	dims := slices.Clone(in[1].Dims)
	for k, d := range in[0].Dims {
		if k != axis && dims[k] == (op.Dim{N: 1}) {
			dims[k] = d
		}
	}
	return []op.Meta{in[0].WithDims(dims...)}, nil
}

func (o *takeAlong) Build(ask *op.Asker, a, at *Tensor) (*Tensor, error) {
	if err := settle(ask, &a); err != nil {
		return nil, err
	}
	places, err := flatPlaces(a, at, *o.Axis)
	if err != nil {
		return nil, err
	}
	return Take(Ravel(a), places), nil // a place behind the end is an error of Take's
}

func unlikeRanks() error {
	return errs.New(errs.Invalid, "`indices` and `arr` must have the same number of dimensions")
}

// flatPlaces are places along an axis of a, counted over all elements in C order. Those outside are the one
// behind the last.
func flatPlaces(a, at *Tensor, along int) (*Tensor, error) {
	rank := a.Rank()
	axis, err := chunk.NormAxis(along, rank)
	if err != nil {
		return nil, err
	}
	if !at.DType().IsInteger() {
		return nil, errs.New(errs.NotFound, "`indices` must be an integer array")
	}
	if at.Rank() != rank {
		return nil, unlikeRanks()
	}
	shape, known := a.Value().Meta().Shape()
	if !known {
		return nil, errs.New(errs.Invalid, "take_along_axis of a tensor of unknown lengths: execute it first")
	}
	n := shape[axis]
	outside := LogicalOr(Less(at, -n), GreaterEqual(at, n))
	size, flat, stride := 1, (*Tensor)(nil), 1
	for _, s := range shape {
		size *= s
	}
	for k := rank - 1; k >= 0; k-- {
		var places *Tensor
		if k == axis {
			places = Where(Less(at, 0), Add(at, n), at)
		} else {
			lane := make([]int, rank)
			for i := range lane {
				lane[i] = 1
			}
			lane[k] = shape[k]
			places = Reshape(Arange(0, shape[k], 1), lane...)
		}
		if places = Multiply(places, stride); flat == nil {
			flat = places
		} else {
			flat = Add(flat, places)
		}
		stride *= shape[k]
	}
	return Where(outside, size, flat), nil
}
