package graph

import (
	"bytes"
	"reflect"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/arrow"
	"github.com/mars-project/mars-go/wire/npy"
)

// maxDepth is how deep values of no fixed type may nest.
const maxDepth = 16

// dynamic is the Go value of an attribute whose parameter takes any.
func dynamic(a *marsv1.Attr, depth int) (any, error) {
	if depth > maxDepth {
		return nil, errs.New(errs.Invalid, "an attribute nests too deep")
	}
	switch x := a.Value.(type) {
	case *marsv1.Attr_Singleton:
		switch x.Singleton {
		case marsv1.Singleton_SINGLETON_NONE:
			return nil, nil
		case marsv1.Singleton_SINGLETON_NA:
			return frame.NA, nil
		case marsv1.Singleton_SINGLETON_NAT:
			return frame.Timestamp{Ticks: frame.NaT, Unit: dtype.Nano}, nil
		}
	case *marsv1.Attr_B:
		return x.B, nil
	case *marsv1.Attr_I:
		return x.I, nil
	case *marsv1.Attr_U:
		return x.U, nil
	case *marsv1.Attr_F:
		return x.F, nil
	case *marsv1.Attr_C:
		return complex(x.C.GetRe(), x.C.GetIm()), nil
	case *marsv1.Attr_S:
		return x.S, nil
	case *marsv1.Attr_Raw:
		return bytes.Clone(x.Raw), nil
	case *marsv1.Attr_Dtype:
		return dtypeOf(a, false)
	case *marsv1.Attr_Time:
		u, err := unitOf(x.Time.GetUnit())
		return frame.Timestamp{Ticks: x.Time.GetValue(), Unit: u, TZ: x.Time.GetZone()}, err
	case *marsv1.Attr_Timedelta:
		u, err := unitOf(x.Timedelta.GetUnit())
		return frame.Timedelta{Ticks: x.Timedelta.GetValue(), Unit: u}, err
	case *marsv1.Attr_Literal:
		return literal(a)
	case *marsv1.Attr_Ints:
		return append([]int64{}, x.Ints.GetV()...), nil
	case *marsv1.Attr_Floats:
		return append([]float64{}, x.Floats.GetV()...), nil
	case *marsv1.Attr_Strings:
		return append([]string{}, x.Strings.GetV()...), nil
	case *marsv1.Attr_Bools:
		return append([]bool{}, x.Bools.GetV()...), nil
	case *marsv1.Attr_Dict:
		return dict(x.Dict, depth)
	case *marsv1.Attr_Fields:
		out := map[string]any{}
		for k, f := range x.Fields.GetFields() {
			v, err := dynamic(f, depth+1)
			if err != nil {
				return nil, err
			}
			out[k] = v
		}
		if v, ok := intervalOf(out); ok {
			return v, nil
		}
		return out, nil
	}
	items, ok := itemsOf(a)
	if !ok {
		return nil, mismatch(reflect.ValueOf(&a).Elem(), a)
	}
	out := make([]any, len(items))
	for i, item := range items {
		v, err := dynamic(item, depth+1)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// dict is a dict with its values.
func dict(d *marsv1.Dict, depth int) (op.Dict, error) {
	out := make(op.Dict, len(d.GetEntries()))
	for i, e := range d.GetEntries() {
		if e.GetKey() == nil || e.GetValue() == nil {
			return nil, errs.New(errs.Invalid, "an entry of a dict lacks its key or its value")
		}
		k, err := dynamic(e.GetKey(), depth+1)
		if err != nil {
			return nil, err
		}
		v, err := dynamic(e.GetValue(), depth+1)
		if err != nil {
			return nil, err
		}
		out[i] = op.Entry{Key: k, Value: v}
	}
	return out, nil
}

// intervalOf is the interval that fields are.
func intervalOf(fields map[string]any) (v frame.Interval, ok bool) {
	closed, ok := fields["closed"].(string)
	if !ok || len(fields) != 3 {
		return v, false
	}
	left, ok := frame.LabelOf(fields["left"])
	right, also := frame.LabelOf(fields["right"])
	if !ok || !also {
		return v, false
	}
	return frame.IntervalOf(left, right, closed)
}

// literal is a small array or frame.
func literal(a *marsv1.Attr) (any, error) {
	x, ok := a.Value.(*marsv1.Attr_Literal)
	if !ok {
		return nil, mismatch(reflect.ValueOf(&a).Elem(), a)
	}
	r := bytes.NewReader(x.Literal.GetData())
	switch m := x.Literal.GetMediaType(); m {
	case mediaNpy:
		v, err := npy.Read(r, mem.Heap)
		if err == nil && r.Len() > 0 {
			err = errs.New(errs.Invalid, "%d bytes behind an array", r.Len())
		}
		return v, err
	case mediaArrow:
		return arrow.ReadAll(r, mem.Heap, int64(len(x.Literal.GetData())))
	default:
		return nil, errs.New(errs.Type, "a literal of type %q", m)
	}
}
