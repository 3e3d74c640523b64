package tensor

import "github.com/mars-project/mars-go/op"

type trapezoid struct {
	op.Recipe
	X    op.Ref   // places of the samples; nil for steps of Dx
	Dx   *float64 // the step
	Axis *int     `axis:"0"` // negative ones count from the end
}

func init() {
	op.Register[trapezoid](op.Doc{
		Name: "tensor.trapezoid", Like: "numpy.trapezoid", Aliases: "trapz", Sig: "trapezoid(y, x=None, dx=1.0, axis=-1)",
		Summary: "Integral along an axis by the trapezoidal rule", Go: "Trapezoid(y, Trapezoids)",
	})
}

func (o *trapezoid) Build(y, x *Tensor) *Tensor {
	a := *o.Axis
	pairs := Add(along(y, a, From(1)), along(y, a, To(-1)))
	over := Reduce{Axis: Axes(a)}
	if x == nil {
		return Sum(Divide(Multiply(pairs, *o.Dx), 2.0), over)
	}
	if x.Rank() == 1 {
		x = lying(x, y.Rank(), a)
	}
	d := Subtract(along(x, a, From(1)), along(x, a, To(-1)))
	return Sum(Divide(Multiply(d, pairs), 2.0), over)
}
