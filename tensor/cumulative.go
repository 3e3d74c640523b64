package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// CumulativeSum is Cumsum along an axis, which a vector alone need not name; with initial the sums start with 0.
func CumulativeSum(x any, initial bool, axis ...int) *Tensor {
	return cumulativeOf("cumulative_sum", x, initial, axis)
}

// CumulativeProd is Cumprod along an axis, which a vector alone need not name; with initial the products start with 1.
func CumulativeProd(x any, initial bool, axis ...int) *Tensor {
	return cumulativeOf("cumulative_prod", x, initial, axis)
}

func cumulativeOf(name string, x any, initial bool, axis []int) *Tensor {
	o := op.Lookup("tensor." + name).New().(*cumulative)
	if o.IncludeInitial = initial; len(axis) > 0 {
		o.Axis = &axis[0]
	}
	return made(o, x)
}

type cumulative struct {
	op.Recipe
	Axis           *int
	Dtype          dtype.DType
	IncludeInitial bool
	name           string
}

func (o *cumulative) Row() string { return o.name }

func init() {
	for name, summary := range map[string]string{"cumulative_sum": "Running sum along an axis", "cumulative_prod": "Running product along an axis"} {
		op.Register[cumulative](op.Doc{
			Name: "tensor." + name, Like: "numpy." + name, Sig: name + "(x, /, *, axis=None, dtype=None, out=None, include_initial=False)", Summary: summary,
		}, cumulative{name: name})
	}
}

func (o *cumulative) Build(x *Tensor) (*Tensor, error) {
	axis := 0
	switch {
	case o.Axis != nil:
		axis = *o.Axis
	case x.Rank() > 1:
		return nil, errs.New(errs.Invalid, "For arrays which have more than one dimension ``axis`` argument is required.")
	}
	if x.Rank() == 0 {
		return nil, errs.New(errs.Invalid, "cumulative functions want at least one axis")
	}
	f, first := Cumsum, Zeros
	if o.name == "cumulative_prod" {
		f, first = Cumprod, Ones
	}
	v := f(x, Reduce{Axis: Axes(axis), DType: o.Dtype})
	if !o.IncludeInitial {
		return v, nil
	}
	shape, known := x.Value().Meta().Shape()
	if !known {
		return nil, errs.New(errs.Invalid, "include_initial of a tensor of unknown lengths: execute it first")
	}
	axis, err := normAxis(axis, len(shape))
	if err != nil {
		return nil, err
	}
	lead := append([]int{}, shape...)
	lead[axis] = 1
	return Concatenate([]*Tensor{first(lead, Create{DType: v.DType()}), v}, axis), nil
}
