package dtype

import "github.com/mars-project/mars-go/errs"

// An Arg is one operand of Result: an array's dtype, or the kind of a Python scalar, which is weak (NEP 50).
type Arg struct {
	DType DType // of an array or typed scalar; of a weak one its default: Int64, Float64, Complex128
	Weak  bool  // a Python int, float or complex (a Go untyped constant): it yields to any dtype of its kind
}

// Strong is the Arg of an array or a typed scalar.
func Strong(d DType) Arg { return Arg{DType: d} }

// The weak arguments. A Python bool is not weak: it is Strong(Bool).
var (
	WeakInt     = Arg{Int64, true}
	WeakFloat   = Arg{Float64, true}
	WeakComplex = Arg{Complex128, true}
)

// Result is numpy.result_type: the dtype in which a function of these arguments computes.
func Result(args ...Arg) (DType, error) {
	var strong []DType
	var weak DType
	for _, a := range args {
		switch {
		case !a.Weak:
			strong = append(strong, a.DType)
		case weak.Kind < a.DType.Kind:
			weak = a.DType
		}
	}
	if len(strong) == 0 && weak.IsZero() {
		return DType{}, errs.New(errs.Invalid, "at least one array or dtype is required")
	}
	if len(strong) == 0 {
		return weak, nil
	}
	d, err := fold(strong)
	if err != nil || weak.IsZero() {
		return d, err
	}
	return yield(weak, d)
}

// fold promotes many: the dtype of highest rank with each other one, and those results together. That is how
// NumPy gives float32, not float64, for int16, uint16 and float32.
func fold(ds []DType) (DType, error) {
	top := 0
	for i, d := range ds {
		if kinds[d.Kind].rank > kinds[ds[top].Kind].rank {
			top = i
		}
	}
	out := ds[top]
	for _, d := range ds {
		p, err := Promote(ds[top], d)
		if err != nil {
			return DType{}, err
		}
		if out, err = Promote(out, p); err != nil {
			return DType{}, err
		}
	}
	return out, nil
}

// yield is the dtype of a weak scalar with a strong dtype.
func yield(weak, d DType) (DType, error) {
	switch {
	case d.IsString() || d.IsBinary():
		return DType{}, errs.New(errs.Type, "no common data type for %v and a number", d)
	case !d.IsNumber() && !d.IsBool():
		return Promote(weak, d)
	case weak.IsInteger() && d.IsNumber(), weak.IsFloat() && (d.IsFloat() || d.IsComplex()), d.IsComplex():
		return d, nil
	case weak.IsComplex() && d.IsFloat():
		weak = complexOf(d.Size())
	}
	if d.Null {
		weak = weak.Nullable()
	}
	return weak, nil
}
