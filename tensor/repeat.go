package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

type repeat struct {
	op.Recipe
	Repeats []int
	Axis    *int `axis:"0"`
}

func init() {
	op.Register[repeat](op.Doc{
		Name: "tensor.repeat", Like: "numpy.repeat", Methods: "Tensor.repeat", Sig: "repeat(a, repeats, axis=None)",
		Summary: "Elements repeated along an axis",
		Go:      "Repeat(a, repeats, axis...)",
		Text: "Each element is repeated as often as its own number of repeats says, or as the one " +
			"number does for all; without an axis in C order. Of several numbers the length of the axis must be known.",
	})
}

// Normalize refuses negative repetitions.
func (o *repeat) Normalize(in []op.Meta) error {
	for _, n := range o.Repeats {
		if n < 0 {
			return errs.New(errs.Invalid, "repeats may not contain negative values.")
		}
	}
	return nil
}

func (o *repeat) Build(a *Tensor) (*Tensor, error) {
	a, axis := alongOrFlat(a, o.Axis)
	switch {
	case len(o.Repeats) == 1 && o.Repeats[0] == 0:
		return along(a, axis, To(0)), nil
	case len(o.Repeats) == 1 && o.Repeats[0] == 1:
		return a, nil
	}
	n := a.size(axis)
	if !n.Known() {
		return o.unknown(a, axis)
	}
	if len(o.Repeats) != 1 && len(o.Repeats) != n.N {
		return nil, errs.New(errs.Invalid, "operands could not be broadcast together with shape (%d,) (%d,)", n.N, len(o.Repeats))
	}
	places, err := o.places(n.N)
	if err != nil {
		return nil, err
	}
	return Take(a, places, TakeOptions{Axis: &axis}), nil
}

// unknown repeats along an axis whose length follows from the data: the copies stand along a new axis behind
// it, and both become one.
func (o *repeat) unknown(a *Tensor, axis int) (*Tensor, error) {
	if len(o.Repeats) != 1 {
		return nil, errs.New(errs.Invalid, "repeat along an axis of unknown length, by a number for each element: execute the tensor first")
	}
	shape := make([]int, a.Rank())
	for i := range shape {
		d := a.size(i)
		if shape[i] = d.N; i == axis {
			shape[i] = -1
		} else if !d.Known() {
			return nil, errs.New(errs.Invalid, "repeat along an axis of unknown length beside another one: execute the tensor first")
		}
	}
	next := axis + 1
	first := Zeros([]int{o.Repeats[0]}, Create{DType: dtype.Int64})
	return Reshape(Take(ExpandDims(a, next), first, TakeOptions{Axis: &next}), shape...), nil
}

// places are those of n elements that stand one after the other in the result, computed where they are
// needed: there may be very many.
func (o *repeat) places(n int) (*Tensor, error) {
	if len(o.Repeats) == 1 {
		total, err := chunk.Times(n, o.Repeats[0])
		if err != nil {
			return nil, err
		}
		return FloorDivide(Arange(0, total, 1), o.Repeats[0]), nil
	}
	ends, total := make([]int64, n), 0
	for i, r := range o.Repeats {
		if total += r; total < 0 {
			return nil, chunk.ErrTooLong
		}
		ends[i] = int64(total)
	}
	return SearchSorted(Array(ends), Arange(0, total, 1), Right), nil
}
