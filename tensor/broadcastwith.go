package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/tensor/reshape"
)

// repeated is tensors repeated to the shape that they have together.
func repeated(in []*Tensor) []*Tensor {
	out := make([]*Tensor, len(in))
	for i := range in {
		out[i] = apply(&reshape.BroadcastWith{}, slices.Concat(in[i:i+1], in[:i], in[i+1:])...)
	}
	return out
}
