package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

type diff struct {
	op.Recipe
	N       *int   // how many times
	Axis    *int   // negative ones count from the end
	Prepend op.Ref // put before a along the axis
	Append  op.Ref // put behind a along the axis
}

func init() {
	op.Register[diff](op.Doc{
		Name: "tensor.diff", Like: "numpy.diff", Sig: "diff(a, n=1, axis=-1, prepend=None, append=None)",
		Summary: "Differences of neighbours along an axis",
		Go:      "Diff(a, DiffOptions)",
		Text: "Bools are compared. What is put before and after a is a tensor, or a number for one " +
			"place.",
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
	a, err := chunk.NormAxis(*o.Axis, len(in[0].Dims))
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
