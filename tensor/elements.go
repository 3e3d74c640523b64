package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/ufunc"
)

// AsType casts a to a dtype. casting is NumPy's rule: "no", "equiv", "safe", "same_kind", or "unsafe", which
// is the default.
// Type: the rule forbids it, or the dtype has no fixed width. Floats out of an integer's range become the
// lowest value of int32 or int64, on every machine (see basic.Cast).
func AsType(a any, d dtype.DType, casting ...string) *Tensor {
	a = only(a, casting)
	t, err := As(a)
	if err != nil {
		return bad("tensor.astype", err)
	}
	o := &ufunc.AsType{Dtype: d}
	if len(casting) > 0 {
		o.Casting = casting[0]
	}
	return apply(o, t)
}

// AsType casts t; see the function AsType.
func (t *Tensor) AsType(d dtype.DType, casting ...string) *Tensor { return AsType(t, d, casting...) }

// Round rounds to a number of decimals, 0 unless given, ties to even; a negative one rounds before the point.
// As in NumPy it multiplies, rounds and divides, so 0.5 ulp of the product decides and not the decimal
// digits.
func Round(a any, decimals ...int) *Tensor {
	a = only(a, decimals)
	t, err := As(a)
	if err != nil {
		return bad("tensor.round", err)
	}
	o := &ufunc.Round{}
	if len(decimals) > 0 {
		o.Decimals = decimals[0]
	}
	return apply(o, t)
}

// Around is Round.
func Around(a any, decimals ...int) *Tensor { return Round(a, decimals...) }

// Round rounds t; see the function Round.
func (t *Tensor) Round(decimals ...int) *Tensor { return Round(t, decimals...) }

// Finite is the options of NanToNum: what takes the place of what is not finite.
type Finite struct {
	Nan            float64
	Posinf, Neginf *float64 // nil for the largest and the lowest number of the dtype
}

// NanToNum replaces NaN and infinities by numbers. Integers and times have none and stay as they are.
func NanToNum(x any, o ...Finite) *Tensor {
	x = only(x, o)
	t, err := As(x)
	if err != nil {
		return bad("tensor.nan_to_num", err)
	}
	n := &ufunc.NanToNum{}
	if len(o) > 0 {
		n.Nan, n.Posinf, n.Neginf = o[0].Nan, o[0].Posinf, o[0].Neginf
	}
	return apply(n, t)
}

// Where takes elements of x where condition is true, else of y. All three broadcast; x and y promote, numbers
// being weak: an integer that the dtype does not hold wraps around, as in NumPy.
func Where(condition, x, y any) *Tensor {
	o := &ufunc.Where{}
	var in []*Tensor
	for i, v := range []any{condition, x, y} {
		if n := chunk.Number(v); n != nil && i > 0 {
			o.Args = append(o.Args, n)
			continue
		}
		t, err := As(v)
		if err != nil {
			return bad("tensor.where", err)
		}
		in, o.Args = append(in, t), append(o.Args, nil)
	}
	return apply(o, in...)
}

// Real is the real part of elements; of real dtypes the tensor itself. It is a view, see Get.
func Real(a any) *Tensor { return partOf("real", a) }

// Imag is the imaginary part of elements; of real dtypes zeros. Of complex tensors it is a view, see Get.
func Imag(a any) *Tensor { return partOf("imag", a) }

// Real is the real part of t.
func (t *Tensor) Real() *Tensor { return Real(t) }

// Imag is the imaginary part of t.
func (t *Tensor) Imag() *Tensor { return Imag(t) }

func partOf(name string, a any) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor."+name, err)
	}
	return view(op.Lookup("tensor."+name).New(), t)
}

// Raise is a power as Python's operator has it: Power, but a square, a reciprocal or a root where the
// exponent is the number 2, -1 or 0.5 and those have answers of their own. Bools to the power of 2 are int8,
// and the reciprocal of a complex infinity is zero.
func Raise(a, exponent any) *Tensor {
	s, in, err := mixed([]any{a, exponent})
	if err != nil {
		return bad("tensor.raised", err)
	}
	return apply(&ufunc.Raised{Scalars: s}, in...)
}
