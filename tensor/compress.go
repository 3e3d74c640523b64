package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Compress is the slices of a along an axis where a condition of one dimension is true; without an axis, elements in C order. The
// condition may be shorter than the axis.
func Compress(condition, a any, axis ...int) *Tensor {
	c, err := As(condition)
	if err != nil {
		return bad("tensor.compress", err)
	}
	t, err := As(a)
	if err != nil {
		return bad("tensor.compress", err)
	}
	o := &compress{}
	if len(axis) > 0 {
		o.Axis = &axis[0]
	}
	return apply(o, c, t)
}

// Extract is the elements of a in C order where the condition, of as many elements, is true.
func Extract(condition, a any) *Tensor { return Compress(Ravel(condition), Ravel(a)) }

type compress struct {
	macro
	Axis *int
}

func init() {
	op.Register[compress](op.Doc{
		Name: "tensor.compress", Like: "numpy.compress", Sig: "compress(condition, a, axis=None, out=None)",
		Summary: "Slices along an axis where a condition is true",
	})
	expand[compress]("compress")
}

// Normalize counts the axis from 0.
func (o *compress) Normalize(in []op.Meta) error {
	if len(in[0].Dims) != 1 {
		return errs.New(errs.Invalid, "condition must be a 1-d array")
	}
	if o.Axis == nil {
		return nil
	}
	n, err := normAxis(*o.Axis, len(in[1].Dims))
	o.Axis = &n
	return err
}

func (o *compress) Infer(in []op.Meta) ([]op.Meta, error) { return inferred(o, in) }

func (o *compress) build(b builder, in []op.Value) op.Value {
	c, a, axis := in[0], in[1], 0
	if o.Axis != nil {
		axis = *o.Axis
	} else if len(a.Meta().Dims) != 1 {
		a = b.value(&reshape{Shape: []int{-1}}, a)
	}
	if d := c.Meta().DType.Is; !d.IsBool() {
		c = b.call("not_equal", c, 0)
	}
	n := c.Meta().Dims[0]
	if m := a.Meta().Dims[axis]; n.Known() && m.Known() && n.N < m.N {
		a = b.value(&getitem{Index: append(slices.Repeat([]Index{Whole}, axis), To(n.N), Ellipsis)}, a)
	}
	return b.value(&masked{Axis: axis}, a, c)
}
