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
	macro
	X    op.Ref
	Dx   *float64
	Axis *int
}

func init() {
	op.Register[trapezoid](op.Doc{
		Name: "tensor.trapezoid", Like: "numpy.trapezoid", Sig: "trapezoid(y, x=None, dx=1.0, axis=-1)",
		Summary: "Integral along an axis by the trapezoidal rule",
	})
	expand[trapezoid]("trapezoid is a sum of means of neighbours")
}

// Normalize counts the axis from 0.
func (o *trapezoid) Normalize(in []op.Meta) error {
	a, err := normAxis(*o.Axis, len(in[0].Dims))
	o.Axis = &a
	return err
}

func (o *trapezoid) Infer(in []op.Meta) ([]op.Meta, error) { return inferred(o, in) }

func (o *trapezoid) build(b builder, in []op.Value) op.Value {
	y, a := in[0], *o.Axis
	pairs := b.call("add", b.get(y, a, From(1)), b.get(y, a, To(-1)))
	if o.X == 0 {
		return b.fold("sum", b.call("divide", b.call("multiply", pairs, *o.Dx), 2.0), []int{a}, false)
	}
	x, along := in[o.X.I()], a
	if len(x.Meta().Dims) == 1 {
		along = 0
	}
	d := b.call("subtract", b.get(x, along, From(1)), b.get(x, along, To(-1)))
	if rank := len(y.Meta().Dims); len(x.Meta().Dims) == 1 && a < rank-1 {
		ix := slices.Repeat([]Index{NewAxis}, rank-1-a)
		d = b.value(&getitem{Index: append([]Index{Whole}, ix...)}, d)
	}
	return b.fold("sum", b.call("divide", b.call("multiply", d, pairs), 2.0), []int{a}, false)
}
