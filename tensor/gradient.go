package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/pick"
)

type gradient struct {
	op.Recipe
	Varargs   op.Written `go:"Spacing"`
	Axis      []int
	EdgeOrder *int
}

func init() {
	op.Register[gradient](op.Doc{
		Name: "tensor.gradient", Like: "numpy.gradient", Sig: "gradient(f, *varargs, axis=None, edge_order=1)", Summary: "Derivatives by central differences", Forms: "varargs=mixed",
		Text: "There is one for each axis. What follows f is the distance of neighbours along all axes, or for each axis their distance or a vector of the places where they lie; it is 1 where " +
			"nothing follows. At the ends differences are one-sided, of the order edge_order, 1 or 2.",
		Gives: "along axis", Go: "Gradient(f, GradientOptions)",
	})
}

func (o *gradient) Build(f *Tensor, more []*Tensor) ([]*Tensor, error) {
	axes := slices.Clone(o.Axis)
	if o.Axis == nil {
		axes = chunk.AllAxes(nil, f.Rank())
	}
	for i, a := range axes {
		k, err := chunk.NormAxis(a, f.Rank())
		if err != nil {
			return nil, err
		}
		axes[i] = k
	}
	apart, ok := chunk.ItemsIn(written(o.Varargs, 1, more))
	if v := written(o.Varargs, 1, more); !ok && v != nil {
		apart = []any{v}
	}
	if len(apart) == 0 {
		apart = []any{1.0}
	}
	if len(apart) == 1 && rankIn(apart[0]) == 0 {
		apart = slices.Repeat(apart, len(axes))
	}
	if len(apart) != len(axes) {
		return nil, errs.New(errs.Type, "invalid number of arguments")
	}
	if d := f.DType(); d.IsInteger() || d.IsBool() {
		f = AsType(f, dtype.Float64)
	}
	out := make([]*Tensor, len(axes))
	for i, axis := range axes {
		d, err := o.along(f, axis, apart[i])
		if err != nil {
			return nil, err
		}
		if out[i] = d; d.DType() != f.DType() && !f.DType().IsTemporal() {
			out[i] = AsType(d, f.DType())
		}
	}
	return out, nil
}

// rankIn is the rank of what a caller wrote.
func rankIn(v any) int {
	if t, err := As(v); err == nil && t != nil {
		return t.Rank()
	}
	return 0
}

// along is the derivative along an axis of neighbours whose distance or places are given.
func (o *gradient) along(f *Tensor, axis int, apart any) (*Tensor, error) {
	at, err := As(apart)
	if err != nil {
		return nil, err
	}
	n := f.Shape()[axis]
	switch {
	case *o.EdgeOrder != 1 && *o.EdgeOrder != 2:
		return nil, errs.New(errs.Invalid, "'edge_order' greater than 2 not supported")
	case n >= 0 && n < *o.EdgeOrder+1:
		return nil, errs.New(errs.Invalid, "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required.")
	case at.Rank() > 1:
		return nil, errs.New(errs.Invalid, "distances must be either scalars or 1d")
	case at.Rank() == 1 && n >= 0 && at.Shape()[0] >= 0 && at.Shape()[0] != n:
		return nil, errs.New(errs.Invalid, "when 1d, distances must match the length of the corresponding dimension")
	}
	f = Moveaxis(f, []int{axis}, []int{-1})
	if at.Rank() == 1 {
		return Moveaxis(o.uneven(f, at), []int{-1}, []int{axis}), nil
	}
	if chunk.Number(apart) == nil {
		apart = at
	}
	return Moveaxis(o.even(f, apart), []int{-1}, []int{axis}), nil
}

// laneOf is a part of every lane of f, which lie along the last axis.
func laneOf(f *Tensor, i pick.Index) *Tensor { return f.Get(Ellipsis, i) }

// even is the derivative for neighbours of distance h, a number or a tensor without axes.
func (o *gradient) even(f *Tensor, h any) *Tensor {
	at := func(k int) *Tensor { return laneOf(f, Slice(k, k+1)) }
	back := func(k int) *Tensor {
		if k == 1 {
			return laneOf(f, From(-1))
		}
		return laneOf(f, Slice(-k, -k+1))
	}
	times := func(x float64) any {
		if n, ok := chunk.NumberIn(h); ok {
			return x * n
		}
		return Multiply(h, x)
	}
	over := func(x float64) any {
		if n, ok := chunk.NumberIn(h); ok {
			return x / n
		}
		return Divide(x, h)
	}
	inner := Divide(Subtract(laneOf(f, From(2)), laneOf(f, To(-2))), times(2))
	first, last := Divide(Subtract(at(1), at(0)), h), Divide(Subtract(back(1), back(2)), h)
	if *o.EdgeOrder == 2 {
		first = sumOf(at, []any{over(-1.5), over(2), over(-0.5)}, 0)
		last = sumOf(back, []any{over(1.5), over(-2), over(0.5)}, 1)
	}
	return Concatenate([]*Tensor{first, inner, last}, -1)
}

// sumOf is the sum of elements times weights.
func sumOf(at func(k int) *Tensor, weights []any, from int) *Tensor {
	var v *Tensor
	for i, w := range weights {
		if t := Multiply(at(from+i), w); v == nil {
			v = t
		} else {
			v = Add(v, t)
		}
	}
	return v
}

func (o *gradient) uneven(f, x *Tensor) *Tensor {
	d := Diff(x)
	left, right := d.Get(To(-1)), d.Get(From(1))
	both := Add(left, right)
	a := Negative(Divide(right, Multiply(left, both)))
	b := Divide(Subtract(right, left), Multiply(left, right))
	c := Divide(left, Multiply(right, both))
	f0, f1, f2 := laneOf(f, To(-2)), laneOf(f, Slice(1, -1)), laneOf(f, From(2))
	inner := Add(Add(Multiply(a, f0), Multiply(b, f1)), Multiply(c, f2))
	fa, fb, fc := laneOf(f, To(1)), laneOf(f, Slice(1, 2)), laneOf(f, Slice(2, 3))
	za, zb, zc := laneOf(f, From(-1)), laneOf(f, Slice(-2, -1)), laneOf(f, Slice(-3, -2))
	first := Divide(Subtract(fb, fa), d.Get(To(1)))
	last := Divide(Subtract(za, zb), d.Get(From(-1)))
	if *o.EdgeOrder == 2 {
		p, q := d.Get(To(1)), d.Get(Slice(1, 2))
		first = edge(p, q, fa, fb, fc)
		p, q = d.Get(From(-1)), d.Get(Slice(-2, -1))
		last = Negative(edge(p, q, za, zb, zc))
	}
	return Concatenate([]*Tensor{first, inner, last}, -1)
}

// edge is the derivative at a through three points, of which the second lies p from the first and the third q
// from the second.
func edge(p, q, a, b, c *Tensor) *Tensor {
	both := Add(p, q)
	u := Negative(Divide(Add(Multiply(p, 2), q), Multiply(p, both)))
	v := Divide(both, Multiply(p, q))
	w := Negative(Divide(p, Multiply(q, both)))
	return Add(Add(Multiply(u, a), Multiply(v, b)), Multiply(w, c))
}
