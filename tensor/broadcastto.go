package tensor

import "github.com/mars-project/mars-go/tensor/reshape"

// BroadcastTo repeats a along axes of length 1 and new leading axes to the shape given. Invalid: it does not
// fit. It is a view that is only read.
func BroadcastTo(a any, shape ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.broadcast_to", err)
	}
	return view(&reshape.BroadcastTo{Shape: shape}, t)
}
