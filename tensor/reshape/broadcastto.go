package reshape

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// BroadcastTo is the operand of tensor.broadcast_to.
type BroadcastTo struct {
	Shape []int
}

func init() {
	op.Register[BroadcastTo](op.Doc{
		Name: "tensor.broadcast_to", Like: "numpy.broadcast_to", Sig: "broadcast_to(array, shape, subok=False)",
		Summary: "Tensor repeated to a shape",
	})
}

func (o *BroadcastTo) Infer(in []op.Meta) ([]op.Meta, error) {
	to := in[0].WithDims(op.Dims(o.Shape...)...)
	d, err := op.Broadcast(in[0], to)
	if err != nil || !slices.Equal(d, to.Dims) {
		return nil, errs.New(errs.Invalid, "operands could not be broadcast together with remapped shapes [original->remapped]: %s and requested shape %s", op.ShapeString(in[0].Dims), nd.ShapeString(o.Shape))
	}
	return []op.Meta{to}, nil
}

// Back refuses: several elements of the result are one of the tensor, so it is only read.
func (o *BroadcastTo) Back(op.Meta) (op.Operand, bool, error) { return nil, false, chunk.ReadOnly() }

// StageMeta: a chunk of the result has the lengths of its second input.
func (o *BroadcastTo) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Map {
		return nil, nil
	}
	return []op.Meta{in[0].WithDims(in[1].Dims...)}, nil
}

// Tile makes chunks of one stored element that say how far to repeat, and meets them with the input's.
func (o *BroadcastTo) Tile(t *op.Tiler) error {
	x := t.In(0)
	if err := t.Need(op.Rows, x); err != nil {
		return err
	}
	splits, skip := t.Even(t.Meta(0), nil), len(o.Shape)-len(x.Shape)
	for a := range x.Shape {
		if s := t.Splits(x, a); !slices.Equal(s, op.Dims(1)) {
			splits[a+skip] = s
		}
	}
	return t.Out(t.At(op.Map).Map(x, t.At(op.Combine).SourceAt(splits)))
}

func (o *BroadcastTo) Exec(x *op.Exec) error {
	if x.Stage == op.Combine {
		shape, _ := x.Out(0).Shape()
		one := x.Alloc(x.Out(0).DType.Is, slices.Repeat([]int{1}, len(shape))...)
		clear(one.Block.Bytes())
		a, err := one.BroadcastTo(shape...)
		if err != nil {
			return err
		}
		return x.Put(0, a)
	}
	a, err := x.Array(0).BroadcastTo(x.Array(1).Shape...)
	if err != nil {
		return err
	}
	return x.Put(0, a)
}
