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
	op.Recipe
	N, Axis         *int
	Prepend, Append op.Ref
}

func init() {
	op.Register[diff](op.Doc{
		Name: "tensor.diff", Like: "numpy.diff", Sig: "diff(a, n=1, axis=-1, prepend=None, append=None)",
		Summary: "Differences of neighbours along an axis",
	})
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

func (o *diff) Build(a, prepend, behind *Tensor) (*Tensor, error) {
	if *o.N == 0 {
		return a, nil
	}
	var parts []*Tensor
	for _, t := range []*Tensor{prepend, a, behind} {
		if t == nil {
			continue
		}
		t, err := o.border(t, a)
		if err != nil {
			return nil, err
		}
		parts = append(parts, t)
	}
	v := joinAll(parts, *o.Axis)
	less := Subtract
	if v.DType() == dtype.Bool {
		less = NotEqual
	}
	for range *o.N {
		v = less(along(v, *o.Axis, From(1)), along(v, *o.Axis, To(-1)))
	}
	return v, nil
}

// border is a scalar as one place along the axis.
func (o *diff) border(t, like *Tensor) (*Tensor, error) {
	if t.Rank() > 0 {
		return t, nil
	}
	shape, ok := like.Value().Meta().Shape()
	if !ok {
		return nil, errs.New(errs.Invalid, "a border of one number wants a tensor of known shape")
	}
	shape = slices.Clone(shape)
	shape[*o.Axis] = 1
	return BroadcastTo(t, shape...), nil
}
