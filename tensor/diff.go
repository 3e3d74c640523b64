package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// DiffOptions is the options of Diff.
type DiffOptions struct {
	N               *int // how many times. The default is 1
	Axis            *int // The default is the last one
	Prepend, Append any  // put before and after a along the axis: tensors, or numbers for one place
}

// Diff is the difference of each element and the one before it along an axis; of bools whether they differ.
func Diff(a any, o ...DiffOptions) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.diff", err)
	}
	d, in := &diff{}, []*Tensor{t}
	if len(o) > 0 {
		d.N, d.Axis = o[0].N, o[0].Axis
		for i, v := range []any{o[0].Prepend, o[0].Append} {
			if v == nil {
				continue
			}
			if t, err = As(v); err != nil {
				return bad("tensor.diff", err)
			}
			*[]*op.Ref{&d.Prepend, &d.Append}[i] = op.In(len(in))
			in = append(in, t)
		}
	}
	return apply(d, in...)
}

type diff struct {
	macro
	N, Axis         *int
	Prepend, Append op.Ref
}

func init() {
	op.Register[diff](op.Doc{
		Name: "tensor.diff", Like: "numpy.diff", Sig: "diff(a, n=1, axis=-1, prepend=None, append=None)",
		Summary: "Differences of neighbours along an axis",
	})
	expand[diff]("diff is what follows less what is before")
}

// Normalize counts the axis from 0.
func (o *diff) Normalize(in []op.Meta) error {
	if len(in[0].Dims) == 0 {
		return errs.New(errs.Invalid, "diff requires input that is at least one dimensional")
	}
	if *o.N < 0 {
		return errs.New(errs.Invalid, "order must be non-negative but got %d", *o.N)
	}
	a, err := normAxis(*o.Axis, len(in[0].Dims))
	o.Axis = &a
	return err
}

func (o *diff) Infer(in []op.Meta) ([]op.Meta, error) { return inferred(o, in) }

func (o *diff) build(b builder, in []op.Value) op.Value {
	if *o.N == 0 {
		return in[0]
	}
	var parts []op.Value
	if o.Prepend != 0 {
		parts = append(parts, o.border(b, in[o.Prepend.I()], in[0]))
	}
	parts = append(parts, in[0])
	if o.Append != 0 {
		parts = append(parts, o.border(b, in[o.Append.I()], in[0]))
	}
	v := b.concat(*o.Axis, parts...)
	f := "subtract"
	if v.Meta().DType.Is == dtype.Bool {
		f = "not_equal"
	}
	for range *o.N {
		v = b.call(f, b.get(v, *o.Axis, From(1)), b.get(v, *o.Axis, To(-1)))
	}
	return v
}

// border is a scalar as one place along the axis.
func (o *diff) border(b builder, v, like op.Value) op.Value {
	if len(v.Meta().Dims) > 0 {
		return v
	}
	shape, ok := like.Meta().Shape()
	if !ok {
		return b.bad(errs.New(errs.Invalid, "a border of one number wants a tensor of known shape"))
	}
	shape = slices.Clone(shape)
	shape[*o.Axis] = 1
	return b.value(&broadcastTo{Shape: shape}, v)
}
