package reshape

import (
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/op"
)

// BroadcastWith repeats its first input to the shape that all inputs have together, whose lengths may be
// unknown.
type BroadcastWith struct{ op.Elementwise }

func init() {
	op.Register[BroadcastWith](op.Doc{
		Face: "inner",
		Name: "tensor.broadcast_with", Sig: "broadcast_with(a, *others)", Summary: "Tensor repeated to the shape that it has together with others",
	})
}

// Infer: Invalid where lengths do not broadcast.
func (*BroadcastWith) Infer(in []op.Meta) ([]op.Meta, error) {
	d, err := op.Broadcast(in...)
	return []op.Meta{in[0].WithDims(d...)}, err
}

// Lower is the first input; a program runs over the shape that all have.
func (*BroadcastWith) Lower(_ *kernel.Builder, in []kernel.Reg) kernel.Reg { return in[0] }
