package graph

import (
	"reflect"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
)

// mismatch names the type that was wanted.
func mismatch(v reflect.Value, a *marsv1.Attr) error {
	r := a.ProtoReflect()
	what := "nothing"
	if f := r.WhichOneof(r.Descriptor().Oneofs().Get(0)); f != nil {
		what = string(f.Name())
	}
	return errs.New(errs.Type, "an attribute of type %s for a %s", what, v.Type())
}

func dtypeOf(a *marsv1.Attr, isNone bool) (d dtype.DType, err error) {
	t, ok := a.Value.(*marsv1.Attr_Dtype)
	switch {
	case isNone:
		return d, nil
	case !ok:
		return d, mismatch(reflect.ValueOf(d), a)
	}
	err = d.UnmarshalText([]byte(t.Dtype))
	return d, err
}

func unitOf(s string) (dtype.Unit, error) {
	u, ok := dtype.ParseUnit(s)
	if !ok {
		return u, errs.New(errs.Invalid, "unit %q of a time", s)
	}
	return u, nil
}

// labelOf is a label.
func labelOf(a *marsv1.Attr) (frame.Label, error) {
	x, err := dynamic(a, 0)
	if err != nil {
		return frame.Label{}, err
	}
	if l, ok := a.Value.(*marsv1.Attr_List); ok && l.List.GetKind() != marsv1.Sequence_SEQUENCE_TUPLE {
		return frame.Label{}, errs.New(errs.Type, "a list is no label")
	}
	l, ok := frame.LabelOf(missingIsNil(x))
	if !ok {
		return l, mismatch(reflect.ValueOf(l), a)
	}
	return l, nil
}

// missingIsNil is a label without NA, also within a tuple: of labels, what is missing is missing.
func missingIsNil(v any) any {
	switch v := v.(type) {
	case frame.Missing:
		return nil
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = missingIsNil(e)
		}
		return out
	}
	return v
}
