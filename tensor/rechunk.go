package tensor

import "github.com/mars-project/mars-go/tensor/reshape"

// Rechunk cuts a into chunks of other lengths: one number for all axes, or one for each; the values stay.
func Rechunk(a any, size ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.rechunk", err)
	}
	return apply(&reshape.Rechunk{ChunkSize: size}, t)
}
