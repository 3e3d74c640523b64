package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/op"
)

// repeated is tensors repeated to the shape that they have together.
func repeated(in []*Tensor) []*Tensor {
	out := make([]*Tensor, len(in))
	for i := range in {
		out[i] = apply(&broadcastWith{}, slices.Concat(in[i:i+1], in[:i], in[i+1:])...)
	}
	return out
}

// broadcastWith repeats its first input to the shape that all inputs have together, whose lengths may be
// unknown.
type broadcastWith struct{ op.Elementwise }

func init() {
	op.Register[broadcastWith](op.Doc{
		Face: "inner",
		Name: "tensor.broadcast_with", Sig: "broadcast_with(a, *others)", Summary: "Tensor repeated to the shape that it has together with others",
	})
}

// Infer: Invalid where lengths do not broadcast.
func (*broadcastWith) Infer(in []op.Meta) ([]op.Meta, error) {
	d, err := op.Broadcast(in...)
	return []op.Meta{in[0].WithDims(d...)}, err
}

// Lower is the first input; a program runs over the shape that all have.
func (*broadcastWith) Lower(_ *kernel.Builder, in []kernel.Reg) kernel.Reg { return in[0] }
