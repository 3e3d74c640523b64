package tensor

import "github.com/mars-project/mars-go/op"

type broadcastArrays struct{ op.Recipe }

func init() {
	op.Register[broadcastArrays](op.Doc{
		Name: "tensor.broadcast_arrays", Like: "numpy.broadcast_arrays", Sig: "broadcast_arrays(*args, subok=False)", Gives: "each",
		Summary: "Tensors repeated to the shape that they have together", Text: "Lengths may be unknown. They are copies, not views.", Go: "BroadcastArrays(args...)",
	})
}

func (o *broadcastArrays) Build(args ...*Tensor) []*Tensor { return repeated(args) }
