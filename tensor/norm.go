package tensor

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Norms is the options of Norm.
type Norms struct {
	Ord      any   // a number, "fro", or nil for the root of the sum of squares
	Axis     []int // one for vectors, two for matrices; nil for all of a
	Keepdims bool
}

// Norm is the norm of vectors, or of matrices: "fro", 1, -1, infinities of either sign, and the greatest, the least and the sum of the singular
// values, 2, -2 and "nuc".
func Norm(x any, o ...Norms) *Tensor {
	t, err := As(x)
	if err != nil {
		return bad("tensor.linalg.norm", err)
	}
	n := &norm{}
	if len(o) > 0 {
		n.Axis, n.Keepdims, n.Ord = o[0].Axis, o[0].Keepdims, o[0].Ord
		if v := number(o[0].Ord); v != nil {
			n.Ord = v
		}
	}
	return apply(n, t)
}

type norm struct {
	macro
	Ord      any
	Axis     []int
	Keepdims bool
}

func init() {
	op.Register[norm](op.Doc{
		Name: "tensor.linalg.norm", Like: "numpy.linalg.norm", Sig: "norm(x, ord=None, axis=None, keepdims=False)",
		Summary: "Norm of vectors or matrices", Notes: "The orders 2, -2 and 'nuc' of matrices are found from singular values.",
	})
	expand[norm]("norm is sums and extremes of absolute values")
}

// Normalize counts axes from 0, in their order.
func (o *norm) Normalize(in []op.Meta) error {
	for i, a := range o.Axis {
		k, err := normAxis(a, len(in[0].Dims))
		if err != nil {
			return err
		}
		if i == 0 {
			o.Axis = append([]int{}, o.Axis...)
		}
		o.Axis[i] = k
	}
	if len(o.Axis) > 2 || o.Axis != nil && len(o.Axis) == 0 {
		return errs.New(errs.Invalid, "Improper number of dimensions to norm.")
	}
	if len(o.Axis) == 2 && o.Axis[0] == o.Axis[1] {
		return errs.New(errs.Invalid, "Duplicate axes given.")
	}
	return nil
}

func (o *norm) Infer(in []op.Meta) ([]op.Meta, error) { return inferred(o, in) }

func (o *norm) build(b builder, in []op.Value) op.Value {
	x := in[0]
	if d := x.Meta().DType.Is; !d.IsFloat() && !d.IsComplex() {
		x = b.value(&astype{Dtype: dtype.Float64}, x)
	}
	axes, rank := o.Axis, len(x.Meta().Dims)
	if o.Ord == nil {
		return b.call("sqrt", b.fold("sum", o.squares(b, x), axes, o.Keepdims))
	}
	if axes == nil {
		for a := range rank {
			axes = append(axes, a)
		}
	}
	switch len(axes) {
	case 1:
		return o.vector(b, x, axes)
	case 2:
		return o.matrix(b, x, axes[0], axes[1])
	}
	return b.bad(errs.New(errs.Invalid, "Improper number of dimensions to norm."))
}

func (o *norm) squares(b builder, x op.Value) op.Value {
	if x.Meta().DType.Is.IsComplex() {
		re, im := b.value(&part{name: "real"}, x), b.value(&part{name: "imag"}, x)
		return b.call("add", b.call("square", re), b.call("square", im))
	}
	return b.call("square", x)
}

// order is a number's order as a float.
func (o *norm) order() (float64, bool) {
	switch v := o.Ord.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

func (o *norm) vector(b builder, x op.Value, axes []int) op.Value {
	p, ok := o.order()
	if !ok {
		return b.bad(errs.New(errs.Invalid, "Invalid norm order '%v' for vectors", o.Ord))
	}
	abs := b.call("absolute", x)
	switch {
	case math.IsInf(p, 1):
		return b.fold("max", abs, axes, o.Keepdims)
	case math.IsInf(p, -1):
		return b.fold("min", abs, axes, o.Keepdims)
	case p == 0:
		n := b.fold("sum", b.value(&astype{Dtype: realOf(x.Meta().DType.Is)}, b.call("not_equal", x, 0)), axes, o.Keepdims)
		return n
	case p == 1:
		return b.fold("sum", abs, axes, o.Keepdims)
	case p == 2:
		return b.call("sqrt", b.fold("sum", o.squares(b, x), axes, o.Keepdims))
	}
	return b.call("power", b.fold("sum", b.call("power", abs, p), axes, o.Keepdims), 1/p)
}

func (o *norm) matrix(b builder, x op.Value, rows, cols int) op.Value {
	p, ok := o.order()
	if o.Ord == "fro" || o.Ord == "f" {
		return b.call("sqrt", b.fold("sum", o.squares(b, x), []int{rows, cols}, o.Keepdims))
	}
	sum, pick := rows, cols
	switch {
	case ok && math.Abs(p) == 1:
	case ok && math.IsInf(p, 0):
		sum, pick = cols, rows
	case ok && math.Abs(p) == 2, o.Ord == "nuc":
		return o.spectral(b, x, rows, cols)
	default:
		return b.bad(errs.New(errs.Invalid, "Invalid norm order for matrices."))
	}
	f := "max"
	if p < 0 {
		f = "min"
	}
	v := b.fold(f, b.fold("sum", b.call("absolute", x), []int{sum}, true), []int{pick}, true)
	if o.Keepdims {
		return v
	}
	return b.value(&squeeze{Axis: []int{rows, cols}}, v)
}

// spectral is a fold of the singular values. Blocks of svd are of rows: a wide matrix is factored on its side.
func (o *norm) spectral(b builder, x op.Value, rows, cols int) op.Value {
	dims := x.Meta().Dims
	order := []int{}
	for a := range dims {
		if a != rows && a != cols {
			order = append(order, a)
		}
	}
	if m, n := dims[rows], dims[cols]; m.Known() && n.Known() && m.N < n.N {
		order = append(order, cols, rows)
	} else {
		order = append(order, rows, cols)
	}
	s := b.value(&svd{FullMatrices: new(bool), ComputeUv: new(bool)}, b.value(&transpose{Axes: order}, x))
	name := "max"
	if o.Ord == "nuc" {
		name = "sum"
	} else if p, _ := o.order(); p < 0 {
		name = "min"
	}
	v := b.fold(name, s, []int{len(dims) - 2}, false)
	if !o.Keepdims {
		return v
	}
	return b.value(&expandDims{Axis: []int{min(rows, cols), max(rows, cols)}}, v)
}
