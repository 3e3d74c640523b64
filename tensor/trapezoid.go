package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/op"
)

// Trapezoids is the options of Trapezoid.
type Trapezoids struct {
	X    any      // places of the samples; nil for steps of Dx
	Dx   *float64 // The default is 1
	Axis *int     // The default is the last one
}

// Trapezoid integrates y along an axis by the trapezoidal rule.
func Trapezoid(y any, o ...Trapezoids) *Tensor {
	t, err := As(y)
	if err != nil {
		return bad("tensor.trapezoid", err)
	}
	z, in := &trapezoid{}, []*Tensor{t}
	if len(o) > 0 {
		z.Dx, z.Axis = o[0].Dx, o[0].Axis
		if o[0].X != nil {
			if t, err = As(o[0].X); err != nil {
				return bad("tensor.trapezoid", err)
			}
			z.X, in = op.In(1), append(in, t)
		}
	}
	return apply(z, in...)
}

type trapezoid struct {
	op.Recipe
	X    op.Ref
	Dx   *float64
	Axis *int
}

func init() {
	op.Register[trapezoid](op.Doc{
		Name: "tensor.trapezoid", Like: "numpy.trapezoid", Sig: "trapezoid(y, x=None, dx=1.0, axis=-1)",
		Summary: "Integral along an axis by the trapezoidal rule",
	})
}

// Normalize counts the axis from 0.
func (o *trapezoid) Normalize(in []op.Meta) error {
	a, err := normAxis(*o.Axis, len(in[0].Dims))
	o.Axis = &a
	return err
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
