package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/creation"
)

// Full is a tensor of one value: a Go number, or a tensor that broadcasts to the shape. The dtype is that of
// the value unless o says otherwise; then the value is cast.
func Full(shape []int, value any, o ...Create) *Tensor {
	if err := op.Once(o); err != nil {
		return bad("tensor.full", err)
	}
	in, v := given(nil, value)
	f := &fullOf{Shape: append([]int{}, shape...), FillValue: v}
	if len(o) > 0 {
		f.Dtype, f.ChunkSize = o[0].DType, o[0].Chunk
	}
	return made(f, in...)
}

// FullLike is a Go number, or a tensor that broadcasts, in the shape of a and, unless o says otherwise, in
// its dtype.
func FullLike(a, value any, o ...Create) *Tensor {
	a = only(a, o)
	in, v := given([]any{a}, value)
	f := &fullLike{FillValue: v}
	if len(o) > 0 {
		f.Dtype, f.ChunkSize = o[0].DType, o[0].Chunk
	}
	return made(f, in...)
}

type fullOf struct {
	op.Recipe
	Shape     []int
	FillValue op.Written
	Dtype     dtype.DType
	ChunkSize []int
}

type fullLike struct {
	op.Recipe
	FillValue op.Written
	Dtype     dtype.DType
	Shape     []int
	ChunkSize []int
}

func init() {
	op.Register[fullOf](op.Doc{
		Name: "tensor.full", Like: "numpy.full", Sig: "full(shape, fill_value, dtype=None, order='C', *, device=None, like=None, chunk_size=None)",
		Summary: "New tensor filled with a value", Forms: "fill_value=filling",
	})
	op.Register[fullLike](op.Doc{
		Name: "tensor.full_like", Like: "numpy.full_like", Sig: "full_like(a, fill_value, dtype=None, order='K', subok=True, shape=None, *, device=None, chunk_size=None)",
		Summary: "A value in the shape of another tensor", Forms: "fill_value=filling",
	})
}

func (o *fullOf) Build(more []*Tensor) (*Tensor, error) {
	c, v := Create{DType: o.Dtype, Chunk: o.ChunkSize}, written(o.FillValue, 0, more)
	if chunk.Number(v) != nil {
		return filled("filled", o.Shape, chunk.Number(v), []Create{c}), nil
	}
	t, err := valueIn(v)
	if err != nil {
		return nil, err
	}
	return filledWith(t, o.Shape, t.DType(), []Create{c}), nil
}

func (o *fullLike) Build(a *Tensor, more []*Tensor) (*Tensor, error) {
	v := written(o.FillValue, 1, more)
	if chunk.Number(v) != nil {
		f := op.Lookup("tensor.filled_like").New().(*creation.Fill)
		f.FillValue, f.Dtype, f.Shape, f.ChunkSize = chunk.Number(v), o.Dtype, o.Shape, o.ChunkSize
		return apply(f, a), nil
	}
	t, err := valueIn(v)
	if err != nil {
		return nil, err
	}
	shape, known := o.Shape, true
	if shape == nil {
		shape, known = a.Value().Meta().Shape()
	}
	if known {
		return filledWith(t, shape, a.DType(), []Create{{DType: o.Dtype, Chunk: o.ChunkSize}}), nil
	}
	d := a.DType()
	if !o.Dtype.IsZero() {
		d = o.Dtype
	}
	return Where(ZerosLike(a, Create{DType: dtype.Bool}), ZerosLike(a, Create{DType: d}), AsType(t, d)), nil
}
