package tensor

import (
	"github.com/mars-project/mars-go/dtype"
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
	axes, err := slowest(len(at), o.Order)
	if err != nil {
		return nil, err
	}
	sum := Zeros(nil, Create{DType: dtype.Int64})
	for _, k := range axes {
		mode := "raise"
		if len(o.Mode) > 0 {
			mode = o.Mode[min(k, len(o.Mode)-1)]
		}
		p, err := placed(at[k], o.Dims[k], mode)
		if err != nil {
			return nil, err
		}
		sum = Add(Multiply(sum, o.Dims[k]), AsType(p, dtype.Int64, "same_kind"))
	}
	return sum, nil
}
