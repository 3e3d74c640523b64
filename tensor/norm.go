package tensor

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

type norm struct {
	op.Recipe
	Ord      any   // a number, "fro", "nuc", or nil for the root of the sum of squares
	Axis     []int // one for vectors, two for matrices; nil for all of a
	Keepdims bool  // reduced axes stay, with length 1
}

func init() {
	op.Register[norm](op.Doc{
		Name: "tensor.linalg.norm", Like: "numpy.linalg.norm", Sig: "norm(x, ord=None, axis=None, keepdims=False)",
		Summary: "Norm of vectors or matrices", Notes: "The orders 2, -2 and 'nuc' of matrices are found from singular values.",
		Go: "Norm(x, Norms)",
		Text: "The order ord is a number, 'fro' or 'nuc'; without one it is the root of the sum of " +
			"squares. One axis makes vectors, two make matrices, none takes all of x.",
	})
}

// Normalize counts axes from 0, in their order.
func (o *norm) Normalize(in []op.Meta) error {
	for i, a := range o.Axis {
		k, err := chunk.NormAxis(a, len(in[0].Dims))
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

func (o *norm) Build(x *Tensor) (*Tensor, error) {
	if d := x.DType(); !d.IsFloat() && !d.IsComplex() {
		x = AsType(x, dtype.Float64)
	}
	if o.Ord == nil {
		return o.root(x, o.Axis), nil
	}
	axes := chunk.AllAxes(o.Axis, x.Rank())
	switch len(axes) {
	case 1:
		return o.vector(x, axes)
	case 2:
		return o.matrix(x, axes[0], axes[1])
	}
	return nil, errs.New(errs.Invalid, "Improper number of dimensions to norm.")
}

// root is that of the sum of squares.
func (o *norm) root(x *Tensor, axes []int) *Tensor {
	squares := Square(x)
	if x.DType().IsComplex() {
		squares = Add(Square(Real(x)), Square(Imag(x)))
	}
	return Sqrt(Sum(squares, o.over(axes)))
}

func (o *norm) over(axes []int) Reduce { return Reduce{Axis: axes, Keepdims: o.Keepdims} }

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

func (o *norm) vector(x *Tensor, axes []int) (*Tensor, error) {
	p, ok := o.order()
	if !ok {
		return nil, errs.New(errs.Invalid, "Invalid norm order '%v' for vectors", o.Ord)
	}
	over := o.over(axes)
	switch {
	case math.IsInf(p, 1):
		over.Initial = 0
		return Max(Absolute(x), over), nil
	case math.IsInf(p, -1):
		return Min(Absolute(x), over), nil
	case p == 0:
		return Sum(AsType(NotEqual(x, 0), chunk.RealOf(x.DType())), over), nil
	case p == 1:
		return Sum(Absolute(x), over), nil
	case p == 2:
		return o.root(x, axes), nil
	}
	return Power(Sum(Power(Absolute(x), p), over), 1/p), nil
}

func (o *norm) matrix(x *Tensor, rows, cols int) (*Tensor, error) {
	p, ok := o.order()
	if o.Ord == "fro" || o.Ord == "f" {
		return o.root(x, Axes(rows, cols)), nil
	}
	sum, pick := rows, cols
	switch {
	case ok && math.Abs(p) == 1:
	case ok && math.IsInf(p, 0):
		sum, pick = cols, rows
	case ok && math.Abs(p) == 2, o.Ord == "nuc":
		return o.spectral(x, rows, cols), nil
	default:
		return nil, errs.New(errs.Invalid, "Invalid norm order for matrices.")
	}
	extreme, over := Max, Reduce{Axis: Axes(pick), Keepdims: true, Initial: 0}
	if p < 0 {
		extreme, over.Initial = Min, nil
	}
	v := extreme(Sum(Absolute(x), Reduce{Axis: Axes(sum), Keepdims: true}), over)
	if o.Keepdims {
		return v, nil
	}
	return Squeeze(v, rows, cols), nil
}

// spectral is a fold of the singular values. Blocks of svd are of rows: a wide matrix is factored on its
// side.
func (o *norm) spectral(x *Tensor, rows, cols int) *Tensor {
	order := []int{}
	for a := range x.Rank() {
		if a != rows && a != cols {
			order = append(order, a)
		}
	}
	if m, n := x.size(rows), x.size(cols); m.Known() && n.Known() && m.N < n.N {
		order = append(order, cols, rows)
	} else {
		order = append(order, rows, cols)
	}
	fold, over := Max, Reduce{Axis: Axes(-1), Initial: 0}
	if o.Ord == "nuc" {
		fold = Sum
	} else if p, _ := o.order(); p < 0 {
		fold, over.Initial = Min, nil
	}
	v := fold(SingularValues(Transpose(x, order...)), over)
	if !o.Keepdims {
		return v
	}
	return ExpandDims(v, min(rows, cols), max(rows, cols))
}
