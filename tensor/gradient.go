package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Gradient is the derivative of f along an axis by central differences, at the ends by one-sided ones, of the second order with second. Spacing is the distance of
// neighbours, a number, or where they lie, a vector; nil is 1.
func Gradient(f, spacing any, axis int, second bool) *Tensor {
	g := &gradient{Axis: &axis}
	if second {
		two := 2
		g.EdgeOrder = &two
	}
	if n := number(spacing); n != nil || spacing == nil {
		switch n := n.(type) {
		case int64:
			s := float64(n)
			g.Spacing = &s
		case float64:
			g.Spacing = &n
		}
		return made(g, f)
	}
	g.Coordinates = op.In(1)
	return made(g, f, spacing)
}

type gradient struct {
	op.Recipe
	Spacing     *float64
	Coordinates op.Ref
	Axis        *int
	EdgeOrder   *int
}

func init() {
	op.Register[gradient](op.Doc{
		Name: "tensor.gradient", Like: "numpy.gradient", Sig: "gradient(f, spacing=1.0, coordinates=None, axis=-1, edge_order=1)", Face: "hand",
		Python: "gradient(f, *varargs, axis=None, edge_order=1)", Forms: "axis=own edge_order=own", Summary: "Derivatives by central differences",
	})
}

func (o *gradient) Build(f, at *Tensor) (*Tensor, error) {
	axis, err := normAxis(*o.Axis, f.Rank())
	if err != nil {
		return nil, err
	}
	n := f.Shape()[axis]
	switch {
	case *o.EdgeOrder != 1 && *o.EdgeOrder != 2:
		return nil, errs.New(errs.Invalid, "'edge_order' greater than 2 not supported")
	case n >= 0 && n < *o.EdgeOrder+1:
		return nil, errs.New(errs.Invalid, "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required.")
	case at != nil && at.Rank() != 1:
		return nil, errs.New(errs.Invalid, "distances must be either scalars or 1d")
	case at != nil && n >= 0 && at.Shape()[0] >= 0 && at.Shape()[0] != n:
		return nil, errs.New(errs.Invalid, "when 1d, distances must match the length of the corresponding dimension")
	}
	if d := f.DType(); d.IsInteger() || d.IsBool() {
		f = AsType(f, dtype.Float64)
	}
	f = Moveaxis(f, []int{axis}, []int{-1})
	v := o.even(f)
	if at != nil {
		v = o.uneven(f, at)
	}
	return Moveaxis(v, []int{-1}, []int{axis}), nil
}

// laneOf is a part of every lane of f, which lie along the last axis.
func laneOf(f *Tensor, i Index) *Tensor { return f.Get(Ellipsis, i) }

func (o *gradient) even(f *Tensor) *Tensor {
	h := *o.Spacing
	at := func(k int) *Tensor { return laneOf(f, Slice(k, k+1)) }
	back := func(k int) *Tensor {
		if k == 1 {
			return laneOf(f, From(-1))
		}
		return laneOf(f, Slice(-k, -k+1))
	}
	inner := Divide(Subtract(laneOf(f, From(2)), laneOf(f, To(-2))), 2*h)
	first, last := Divide(Subtract(at(1), at(0)), h), Divide(Subtract(back(1), back(2)), h)
	if *o.EdgeOrder == 2 {
		first = sumOf(at, []float64{-1.5 / h, 2 / h, -0.5 / h}, 0)
		last = sumOf(back, []float64{1.5 / h, -2 / h, 0.5 / h}, 1)
	}
	return Concatenate([]*Tensor{first, inner, last}, -1)
}

// sumOf is the sum of elements times weights.
func sumOf(at func(k int) *Tensor, weights []float64, from int) *Tensor {
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

// edge is the derivative at a through three points, of which the second lies p from the first and the third q from the second.
func edge(p, q, a, b, c *Tensor) *Tensor {
	both := Add(p, q)
	u := Negative(Divide(Add(Multiply(p, 2), q), Multiply(p, both)))
	v := Divide(both, Multiply(p, q))
	w := Negative(Divide(p, Multiply(q, both)))
	return Add(Add(Multiply(u, a), Multiply(v, b)), Multiply(w, c))
}
