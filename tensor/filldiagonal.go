package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type fillDiagonal struct {
	op.Recipe `known:"lengths" rank:"0 2.. array must be at least 2-d"`
	Wrap      bool // the diagonal of a tall matrix begins anew below its end
}

func init() {
	op.Register[fillDiagonal](op.Doc{
		Name: "tensor.fill_diagonal", Like: "numpy.fill_diagonal", Sig: "fill_diagonal(a, val, wrap=False)", Forms: "a=stored", Summary: "Values on the main diagonal of a tensor",
		Text: "Several values follow one another, again and again. With wrap the diagonal of a tall matrix begins anew below its end. Lengths must be known.",
		Go:   "FillDiagonal(a, val, FillDiagonalOptions)", Notes: "In Go it is another tensor.",
	})
}

func (o *fillDiagonal) Build(a, val *Tensor) (*Tensor, error) {
	shape, size, step := a.Shape(), 1, 0
	for _, n := range slices.Backward(shape) {
		if step += size; len(shape) > 2 && n != shape[0] {
			return nil, errs.New(errs.Invalid, "All dimensions of input must be of equal length")
		}
		size *= n
	}
	end := size
	if len(shape) == 2 && !o.Wrap {
		end = shape[1] * shape[1]
	}
	at := Reshape(Arange(0, size, 1), shape...)
	on := LogicalAnd(Equal(Remainder(at, step), 0), Less(at, end))
	return Where(on, cycled(AsType(val, a.DType()), FloorDivide(at, step)), a), nil
}

// cycled is elements of v at places, again and again from its start.
func cycled(v, places *Tensor) *Tensor {
	if v.Rank() == 0 {
		return v
	}
	v = flat(v)
	return Take(v, Remainder(places, lengthOf(v, 0)))
}
