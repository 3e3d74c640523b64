package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type cumulative struct {
	op.Recipe
	Axis           *int `axis:"0"`
	Dtype          dtype.DType
	IncludeInitial bool
	name           string
}

func (o *cumulative) Row() string { return o.name }

func init() {
	op.Register[cumulative](op.Doc{
		Name: "tensor.cumulative_sum", Like: "numpy.cumulative_sum", Sig: "cumulative_sum(x, /, *, axis=None, dtype=None, out=None, include_initial=False)",
		Summary: "Running sum along an axis", Text: "A vector need not name its axis. With include_initial the sums start with 0.",
		Go: "CumulativeSum(x, Cumulatives)",
	}, cumulative{name: "cumulative_sum"})
	op.Register[cumulative](op.Doc{
		Name: "tensor.cumulative_prod", Like: "numpy.cumulative_prod", Sig: "cumulative_prod(x, /, *, axis=None, dtype=None, out=None, include_initial=False)",
		Summary: "Running product along an axis", Text: "A vector need not name its axis. With include_initial the products start with 1.",
		Go: "CumulativeProd(x, Cumulatives)",
	}, cumulative{name: "cumulative_prod"})
}

func (o *cumulative) Build(x *Tensor) (*Tensor, error) {
	if o.Axis == nil && x.Rank() > 1 {
		return nil, errs.New(errs.Invalid, "For arrays which have more than one dimension ``axis`` argument is required.")
	}
	if x.Rank() == 0 { // a vector of one element
		x = Ravel(x)
	}
	x, axis := alongOrFlat(x, o.Axis)
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
	lead := append([]int{}, shape...)
	lead[axis] = 1
	return Concatenate([]*Tensor{first(lead, Create{DType: v.DType()}), v}, axis), nil
}
