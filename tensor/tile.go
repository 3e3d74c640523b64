package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Tile repeats the whole of a, reps[i] times along axis i. New axes come first.
func Tile(a any, reps ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.tile", err)
	}
	return apply(&tile{Reps: reps}, t)
}

type tile struct {
	macro
	Reps []int
}

func init() {
	op.Register[tile](op.Doc{
		Name: "tensor.tile", Like: "numpy.tile", Sig: "tile(A, reps)", Summary: "Tensor repeated as a whole along axes",
	})
	expand[tile]("tile is concatenate")
}

// Normalize refuses negative repetitions.
func (o *tile) Normalize([]op.Meta) error {
	for _, n := range o.Reps {
		if n < 0 {
			return errs.New(errs.Invalid, "negative dimensions are not allowed")
		}
	}
	return nil
}

func (o *tile) Infer(in []op.Meta) ([]op.Meta, error) { return inferred(o, in) }

func (o *tile) build(b builder, in []op.Value) op.Value {
	v, rank := in[0], len(in[0].Meta().Dims)
	if more := len(o.Reps) - rank; more > 0 {
		v = b.value(&getitem{Index: append(slices.Repeat([]Index{NewAxis}, more), Ellipsis)}, v)
		rank = len(o.Reps)
	}
	for i, n := range o.Reps {
		switch axis := rank - len(o.Reps) + i; n {
		case 0:
			v = b.get(v, axis, To(0))
		default:
			v = b.concat(axis, slices.Repeat([]op.Value{v}, n)...)
		}
	}
	return v
}
