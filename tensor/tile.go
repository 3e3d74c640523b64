package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/pick"
)

type tile struct {
	op.Recipe
	Reps []int
}

func init() {
	op.Register[tile](op.Doc{
		Name: "tensor.tile", Like: "numpy.tile", Sig: "tile(A, reps)", Summary: "Tensor repeated as a whole along axes",
		Go: "Tile(A, reps...)", Text: "It stands reps[i] times along axis i. New axes come first.",
	})
}

// Normalize refuses negative repetitions.
func (o *tile) Normalize([]op.Meta) error {
	if negative(o.Reps) {
		return errs.New(errs.Invalid, "negative dimensions are not allowed")
	}
	return nil
}

// few is how many copies are joined as they are; of more the places are computed.
const few = 16

func (o *tile) Build(a *Tensor) (*Tensor, error) {
	if more := len(o.Reps) - a.Rank(); more > 0 {
		a = a.Get(append(slices.Repeat([]pick.Index{NewAxis}, more), Ellipsis)...)
	}
	for i, n := range o.Reps {
		axis := a.Rank() - len(o.Reps) + i
		long := a.size(axis)
		switch {
		case n == 0:
			a = along(a, axis, To(0))
		case n <= few:
			a = joinAll(slices.Repeat([]*Tensor{a}, n), axis)
		case !long.Known():
			return nil, errs.New(errs.Invalid, "tile of an axis of unknown length more than %d times", few)
		case long.N > 0:
			total, err := chunk.Times(long.N, n)
			if err != nil {
				return nil, err
			}
			a = Take(a, Remainder(Arange(0, total, 1), long.N), TakeOptions{Axis: &axis})
		}
	}
	return a, nil
}
