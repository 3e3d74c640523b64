package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/op"
)

type trapezoid struct {
	op.Recipe
	X    op.Ref   // places of the samples; nil for steps of Dx
	Dx   *float64 // the step
	Axis *int     `axis:"0"` // negative ones count from the end
}

func init() {
	op.Register[trapezoid](op.Doc{
		Name: "tensor.trapezoid", Like: "numpy.trapezoid", Aliases: "trapz", Sig: "trapezoid(y, x=None, dx=1.0, axis=-1)",
		Summary: "Integral along an axis by the trapezoidal rule",
		Go:      "Trapezoid(y, Trapezoids)",
	})
}

func (o *trapezoid) Build(y, x *Tensor) *Tensor {
	a := *o.Axis
	pairs := Add(along(y, a, From(1)), along(y, a, To(-1)))
	over := Reduce{Axis: Axes(a)}
	if x == nil {
		return Sum(Divide(Multiply(pairs, *o.Dx), 2.0), over)
	}
	at := a
	if x.Rank() == 1 {
		at = 0
	}
	d := Subtract(along(x, at, From(1)), along(x, at, To(-1)))
	if rank := y.Rank(); x.Rank() == 1 && a < rank-1 {
		d = d.Get(append([]Index{Whole}, slices.Repeat([]Index{NewAxis}, rank-1-a)...)...)
	}
	return Sum(Divide(Multiply(d, pairs), 2.0), over)
}
