package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/creation"
)

// Chunk is the options of what is made out of nothing.
type Chunk struct {
	Size []int // chunk lengths: one number for all axes, or one for each; nil for the default of the dtype
}

func chunkOf(o []Chunk) []int {
	if len(o) == 0 {
		return nil
	}
	return o[0].Size
}

// Array is a tensor of data in C order. The data is not copied and must not be changed. No shape means one
// dimension.
func Array[T dtype.Elem](data []T, shape ...int) *Tensor {
	if len(shape) == 0 {
		shape = []int{len(data)}
	}
	if nd.Size(shape) != len(data) {
		return bad("tensor.array", errs.New(errs.Invalid, "cannot reshape array of size %d into shape %s", len(data), nd.ShapeString(shape)))
	}
	return FromArray(nd.Of(data, shape...))
}

// FromArray is a tensor of an array in Go memory, which must not be changed.
func FromArray(a *nd.Array, o ...Chunk) *Tensor {
	if err := op.Once(o); err != nil {
		return bad("tensor.array", err)
	}
	if a == nil {
		return bad("tensor.array", errs.New(errs.Type, "a is nil: give an array"))
	}
	return apply(&creation.Array{Object: a, ChunkSize: chunkOf(o)})
}
