package tensor

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/reshape"
)

// Concatenate joins tensors along an axis; the other lengths must be equal. The dtype is the promotion of
// all.
func Concatenate(ts []*Tensor, axis int) *Tensor {
	o := &reshape.Concatenate{Axis: axis}
	for i := range ts {
		o.Arrays = append(o.Arrays, op.In(i))
	}
	return apply(o, ts...)
}
