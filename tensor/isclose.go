package tensor

import (
	"math"
	"math/cmplx"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
)

// Closeness is the options of Isclose and Allclose.
type Closeness struct {
	Rtol     *float64 // of |b|. The default is 1e-5
	Atol     *float64 // The default is 1e-8
	EqualNan bool     // NaN equals NaN
}

// Isclose reports where |a - b| <= atol + rtol*|b|. Infinities are close to themselves only.
func Isclose(a, b any, o ...Closeness) *Tensor {
	c := &isclose{}
	if len(o) > 0 {
		c.Rtol, c.Atol, c.EqualNan = o[0].Rtol, o[0].Atol, o[0].EqualNan
	}
	s, in, err := mixed([]any{a, b})
	if err != nil {
		return bad("tensor.isclose", err)
	}
	c.Scalars = s
	return apply(c, in...)
}

// Allclose reports whether all elements are close, see Isclose: one bool.
func Allclose(a, b any, o ...Closeness) *Tensor {
	c := &allclose{}
	if len(o) > 0 {
		c.Rtol, c.Atol, c.EqualNan = o[0].Rtol, o[0].Atol, o[0].EqualNan
	}
	s, in, err := mixed([]any{a, b})
	if err != nil {
		return bad("tensor.allclose", err)
	}
	c.Scalars = s
	return apply(c, in...)
}

type isclose struct {
	macro
	op.Scalars
	Rtol, Atol *float64
	EqualNan   bool
}

type allclose struct {
	macro
	op.Scalars
	Rtol, Atol *float64
	EqualNan   bool
}

func init() {
	op.Register[isclose](op.Doc{
		Name: "tensor.isclose", Like: "numpy.isclose", Sig: "isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False)",
		Summary: "Where two tensors are equal within a tolerance",
	})
	op.Register[allclose](op.Doc{
		Name: "tensor.allclose", Like: "numpy.allclose", Sig: "allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False)",
		Summary: "Whether two tensors are equal within a tolerance",
	})
	expand[isclose]("isclose is comparisons")
	expand[allclose]("allclose is all of isclose")
}

func (o *isclose) Infer(in []op.Meta) ([]op.Meta, error)  { return inferred(o, in) }
func (o *allclose) Infer(in []op.Meta) ([]op.Meta, error) { return inferred(o, in) }

func (o *allclose) build(b builder, in []op.Value) op.Value {
	return b.fold("all", b.value(&isclose{Scalars: o.Scalars, Rtol: o.Rtol, Atol: o.Atol, EqualNan: o.EqualNan}, in...), nil, false)
}

// build compares in floats, so that differences of unsigned integers are right.
func (o *isclose) build(b builder, in []op.Value) op.Value {
	args := o.places(in)
	x, y := args[0], args[1]
	if v, ok := y.(op.Value); ok && !v.Meta().DType.Is.IsTimedelta() {
		d, err := dtype.Result(dtype.Strong(v.Meta().DType.Is), dtype.WeakFloat)
		if err != nil {
			return b.bad(err)
		}
		y = b.value(&astype{Dtype: d}, v)
	}
	equal := b.call("equal", x, y)
	tol, finite := o.tolerance(b, y)
	if finite == false {
		return o.orNan(b, equal, x, y)
	}
	near := b.call("less_equal", b.call("absolute", b.call("subtract", x, y)), tol)
	if finite != true {
		near = b.call("logical_and", near, finite)
	}
	return o.orNan(b, b.call("logical_or", near, equal), x, y)
}

// tolerance is how far from y is close, and whether y is finite: numbers where y is one, else values.
func (o *isclose) tolerance(b builder, y any) (tol, finite any) {
	switch v := y.(type) {
	case bool:
		return *o.Atol + *o.Rtol*float64(b2i(v)), true
	case int64:
		return *o.Atol + *o.Rtol*math.Abs(float64(v)), true
	case float64:
		return *o.Atol + *o.Rtol*math.Abs(v), !math.IsNaN(v) && !math.IsInf(v, 0)
	case complex128:
		return *o.Atol + *o.Rtol*cmplx.Abs(v), !cmplx.IsNaN(v) && !cmplx.IsInf(v)
	}
	return b.call("add", b.call("multiply", b.call("absolute", y), *o.Rtol), *o.Atol), b.call("isfinite", y)
}

// orNan adds the places where both are NaN, if they count.
func (o *isclose) orNan(b builder, r op.Value, x, y any) op.Value {
	if !o.EqualNan {
		return r
	}
	var both []any
	for _, v := range []any{x, y} {
		switch v := v.(type) {
		case op.Value:
			both = append(both, b.call("isnan", v))
		case bool, int64:
			return r
		case float64:
			if !math.IsNaN(v) {
				return r
			}
		case complex128:
			if !cmplx.IsNaN(v) {
				return r
			}
		}
	}
	if len(both) == 1 {
		return b.call("logical_or", r, both[0])
	}
	return b.call("logical_or", r, b.call("logical_and", both...))
}

// places are the arguments in order: values and numbers.
func (o *isclose) places(in []op.Value) []any {
	var out []any
	for i := range 2 {
		if i < len(o.Args) && o.Args[i] != nil {
			out = append(out, o.Args[i])
		} else {
			out, in = append(out, in[0]), in[1:]
		}
	}
	return out
}
