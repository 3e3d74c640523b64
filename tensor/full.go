package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/creation"
)

// Create is the options of tensors made out of nothing.
type Create struct {
	DType dtype.DType // zero for the function's default
	Chunk []int       // chunk lengths: one number for all axes, or one for each; nil for the default of the dtype
}

// Shape is lengths, for calls like Zeros(Shape(3, 4)).
func Shape(n ...int) []int { return n }

// Zeros is a tensor of zeros, of float64 unless o says otherwise.
func Zeros(shape []int, o ...Create) *Tensor { return filled("zeros", shape, nil, o) }

// Ones is a tensor of ones, of float64 unless o says otherwise.
func Ones(shape []int, o ...Create) *Tensor { return filled("ones", shape, nil, o) }

// Empty is a tensor whose contents nobody should rely on; they are zeros, so that running it twice gives the
// same bytes.
func Empty(shape []int, o ...Create) *Tensor { return filled("empty", shape, nil, o) }

// filledWith is a tensor repeated to a shape, in dtype d unless o says otherwise.
func filledWith(v *Tensor, shape []int, d dtype.DType, o []Create) *Tensor {
	if len(o) > 0 && !o[0].DType.IsZero() {
		d = o[0].DType
	}
	if v.Err() == nil && d != v.DType() {
		v = AsType(v, d)
	}
	v = BroadcastTo(v, shape...)
	if len(o) > 0 && o[0].Chunk != nil {
		v = Rechunk(v, o[0].Chunk...)
	}
	return v
}

// ZerosLike is zeros of the shape of a and, unless o says otherwise, its dtype. The elements of a are not
// computed.
func ZerosLike(a any, o ...Create) *Tensor { return filledLike("zeros_like", a, nil, o) }

// OnesLike is ones of the shape of a and, unless o says otherwise, its dtype.
func OnesLike(a any, o ...Create) *Tensor { return filledLike("ones_like", a, nil, o) }

// EmptyLike is Empty of the shape of a and, unless o says otherwise, its dtype.
func EmptyLike(a any, o ...Create) *Tensor { return filledLike("empty_like", a, nil, o) }

func filled(name string, shape []int, v any, o []Create) *Tensor {
	if err := op.Once(o); err != nil {
		return bad("tensor."+name, err)
	}
	f := op.Lookup("tensor." + name).New().(*creation.Fill)
	f.Shape = append([]int{}, shape...)
	if f.FillValue = v; len(o) > 0 {
		f.Dtype, f.ChunkSize = o[0].DType, o[0].Chunk
	}
	return apply(f)
}

func filledLike(name string, a, v any, o []Create) *Tensor {
	a = only(a, o)
	t, err := As(a)
	if err != nil {
		return bad("tensor."+name, err)
	}
	f := op.Lookup("tensor." + name).New().(*creation.Fill)
	if f.FillValue = chunk.Number(v); len(o) > 0 {
		f.Dtype, f.ChunkSize = o[0].DType, o[0].Chunk
	}
	return apply(f, t)
}
