package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/reshape"
)

// Reshape gives the elements of a, in C order, a new shape. One length may be -1: it is what is left. It is a
// view, see Get, where NumPy makes one.
func Reshape(a any, shape ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.reshape", err)
	}
	return view(&reshape.Reshape{Shape: shape}, t)
}

// Transpose permutes axes: axis i of the result is axis axes[i] of a. Without axes their order is reversed.
// It is a view, see Get.
func Transpose(a any, axes ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.transpose", err)
	}
	return view(&reshape.Transpose{Axes: axes}, t)
}

// T is t with its axes reversed.
func (t *Tensor) T() *Tensor { return Transpose(t) }

// ExpandDims adds axes of length 1 at the given places of the result. It is a view, see Get.
func ExpandDims(a any, axis ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.expand_dims", err)
	}
	return view(&reshape.ExpandDims{Axis: axis}, t)
}

// Squeeze drops axes of length 1: the given ones, or all of them. It is a view, see Get.
func Squeeze(a any, axis ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.squeeze", err)
	}
	return view(&reshape.Squeeze{Axis: axis}, t)
}

// BroadcastTo repeats a along axes of length 1 and new leading axes to the shape given. Invalid: it does not
// fit. It is a view that is only read.
func BroadcastTo(a any, shape ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.broadcast_to", err)
	}
	return view(&reshape.BroadcastTo{Shape: shape}, t)
}

// repeated is tensors repeated to the shape that they have together.
func repeated(in []*Tensor) []*Tensor {
	out := make([]*Tensor, len(in))
	for i := range in {
		out[i] = apply(&reshape.BroadcastWith{}, slices.Concat(in[i:i+1], in[:i], in[i+1:])...)
	}
	return out
}

// Concatenate joins tensors along an axis; the other lengths must be equal. The dtype is the promotion of
// all.
func Concatenate(ts []*Tensor, axis int) *Tensor {
	o := &reshape.Concatenate{Axis: axis}
	for i := range ts {
		o.Arrays = append(o.Arrays, op.In(i))
	}
	return apply(o, ts...)
}

// Rechunk cuts a into chunks of other lengths: one number for all axes, or one for each; the values stay.
func Rechunk(a any, size ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.rechunk", err)
	}
	return apply(&reshape.Rechunk{ChunkSize: size}, t)
}
