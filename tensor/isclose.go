package tensor

import (
	"math"
	"math/cmplx"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Closeness is the options of Isclose and Allclose.
type Closeness struct {
	Rtol     *float64 // of |b|. The default is 1e-5
	Atol     *float64 // The default is 1e-8
	EqualNan bool     // NaN equals NaN
}

// Isclose reports where |a - b| <= atol + rtol*|b|. Infinities are close to themselves only.
func Isclose(a, b any, o ...Closeness) *Tensor {
	a = only(a, o)
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
	a = only(a, o)
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
	op.Recipe
	op.Scalars
	Rtol, Atol *float64
	EqualNan   bool
}

type allclose struct {
	op.Recipe
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
}

func (o *allclose) Build(a, b any) *Tensor {
	return All(Isclose(a, b, Closeness{Rtol: o.Rtol, Atol: o.Atol, EqualNan: o.EqualNan}))
}

// Build compares in floats, so that differences of unsigned integers are right.
func (o *isclose) Build(a, b any) (*Tensor, error) {
	if t, ok := b.(*Tensor); ok && !t.DType().IsTimedelta() {
		d, err := dtype.Result(dtype.Strong(t.DType()), dtype.WeakFloat)
		if err != nil {
			return nil, err
		}
		b = AsType(t, d)
	}
	equal := Equal(a, b)
	tol, finite := o.tolerance(b)
	if finite != false {
		near := LessEqual(Absolute(Subtract(a, b)), tol)
		if finite != true {
			near = LogicalAnd(near, finite)
		}
		equal = LogicalOr(near, equal)
	}
	return o.orNan(equal, a, b), nil
}

// tolerance is how far from y is close, and whether y is finite: numbers where y is one, else tensors.
func (o *isclose) tolerance(y any) (tol, finite any) {
	switch v := y.(type) {
	case bool:
		return *o.Atol + *o.Rtol*float64(chunk.B2I(v)), true
	case int64:
		return *o.Atol + *o.Rtol*math.Abs(float64(v)), true
	case float64:
		return *o.Atol + *o.Rtol*math.Abs(v), !math.IsNaN(v) && !math.IsInf(v, 0)
	case complex128:
		return *o.Atol + *o.Rtol*cmplx.Abs(v), !cmplx.IsNaN(v) && !cmplx.IsInf(v)
	}
	return Add(Multiply(Absolute(y), *o.Rtol), *o.Atol), Isfinite(y)
}

// orNan adds the places where both are NaN, if they count.
func (o *isclose) orNan(r *Tensor, x, y any) *Tensor {
	if !o.EqualNan {
		return r
	}
	var both *Tensor
	for _, v := range []any{x, y} {
		switch v := v.(type) {
		case *Tensor:
			if nan := Isnan(v); both == nil {
				both = nan
			} else {
				both = LogicalAnd(both, nan)
			}
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
	return LogicalOr(r, both)
}
