package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/counts"
)

// Stack joins tensors of one shape along a new axis of the result.
func Stack(ts []*Tensor, axis int) *Tensor {
	o, in := &stack{Axis: axis}, make([]any, len(ts))
	for i, t := range ts {
		o.Arrays, in[i] = append(o.Arrays, op.In(i)), t
	}
	return made(o, in...)
}

type stack struct {
	op.Recipe
	Arrays  []op.Ref
	Axis    int `axis:"0+1"`
	Dtype   dtype.DType
	Casting string
}

func init() {
	op.Register[stack](op.Doc{
		Name: "tensor.stack", Like: "numpy.stack", Sig: "stack(arrays, axis=0, out=None, *, dtype=None, casting='same_kind')",
		Summary: "Tensors of one shape joined along a new axis",
	})
}

func (o *stack) Build(arrays []*Tensor) (*Tensor, error) {
	if len(arrays) == 0 {
		return nil, errs.New(errs.Invalid, "need at least one array to stack")
	}
	up := make([]*Tensor, len(arrays))
	for i, t := range arrays {
		if !counts.SameLengths(t.Value().Meta().Dims, arrays[0].Value().Meta().Dims) {
			return nil, errs.New(errs.Invalid, "all input arrays must have the same shape")
		}
		up[i] = ExpandDims(t, o.Axis)
	}
	return joinedAs(up, o.Axis, o.Dtype, o.Casting), nil
}

// joinedAs joins tensors as elements of a dtype, which is their common one where none is given.
func joinedAs(ts []*Tensor, axis int, d dtype.DType, casting string) *Tensor {
	if !d.IsZero() {
		ts = slices.Clone(ts)
		for i, t := range ts {
			ts[i] = AsType(t, d, casting)
		}
	}
	return joinAll(ts, axis)
}
