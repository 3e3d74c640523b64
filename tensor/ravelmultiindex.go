package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type ravelMultiIndex struct {
	op.Recipe
	MultiIndex []op.Ref
	Dims       []int
	Mode       []string
	Order      string
}

func init() {
	op.Register[ravelMultiIndex](op.Doc{
		Name: "tensor.ravel_multi_index", Like: "numpy.ravel_multi_index", Sig: "ravel_multi_index(multi_index, dims, mode='raise', order='C')",
		Summary: "A place along each axis as places counted over all elements", Text: "A mode, raise, wrap or clip, serves all axes, or there is one for each.",
		Notes: "With mode raise places outside are not looked for.", Go: "RavelMultiIndex(multi_index, dims, mode...)",
	})
}

func (o *ravelMultiIndex) Build(at []*Tensor) (*Tensor, error) {
	if len(at) != len(o.Dims) || len(at) == 0 {
		return nil, errs.New(errs.Invalid, "parameter multi_index must be a sequence of length %d", len(o.Dims))
	}
	places := make([]*Tensor, len(at))
	for k, n := range o.Dims {
		mode := "raise"
		if len(o.Mode) > 0 {
			mode = o.Mode[min(k, len(o.Mode)-1)]
		}
		switch places[k] = at[k]; mode {
		case "raise":
		case "wrap":
			places[k] = Remainder(at[k], n)
		case "clip":
			places[k] = Clip(at[k], 0, n-1)
		default:
			return nil, errs.New(errs.Invalid, "clipmode must be one of 'clip', 'raise', or 'wrap' (got '%s')", mode)
		}
	}
	lengths := slices.Clone(o.Dims)
	if o.Order == "F" {
		slices.Reverse(places)
		slices.Reverse(lengths)
	}
	sum := places[0]
	for k, p := range places[1:] {
		sum = Add(Multiply(sum, lengths[k+1]), p)
	}
	return sum, nil
}
