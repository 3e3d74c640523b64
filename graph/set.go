package graph

import (
	"bytes"
	"reflect"
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// set stores an attribute in a parameter of its type. inputs is how many inputs a reference may point at.
func set(v reflect.Value, a *marsv1.Attr, inputs int) error {
	isNone := func() bool {
		s, ok := a.Value.(*marsv1.Attr_Singleton)
		return ok && s.Singleton == marsv1.Singleton_SINGLETON_NONE
	}()
	switch v.Interface().(type) {
	case op.Ref:
		i, ok := a.Value.(*marsv1.Attr_Input)
		switch {
		case isNone:
			v.SetInt(0)
			return nil
		case !ok:
			return mismatch(v, a)
		case int64(i.Input) >= int64(inputs):
			return errs.New(errs.Invalid, "input %d of %d", i.Input, inputs)
		}
		v.Set(reflect.ValueOf(op.In(int(i.Input))))
		return nil
	case dtype.DType:
		d, err := dtypeOf(a, isNone)
		v.Set(reflect.ValueOf(d))
		return err
	case frame.Label:
		l, err := labelOf(a)
		v.Set(reflect.ValueOf(l))
		return err
	case op.Written:
		x, err := written(a, inputs)
		v.Set(reflect.ValueOf(x))
		return err
	case op.Key:
		k, ok := op.ParseKey(a.GetKey())
		if !ok {
			return mismatch(v, a)
		}
		v.Set(reflect.ValueOf(k))
		return nil
	case time.Time:
		t, ok := a.Value.(*marsv1.Attr_Time)
		if !ok || t.Time.GetUnit() != dtype.Nano.String() || t.Time.GetZone() != "UTC" {
			return mismatch(v, a)
		}
		v.Set(reflect.ValueOf(time.Unix(0, t.Time.GetValue()).UTC()))
		return nil
	}
	if isNone && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Slice || v.Kind() == reflect.Map || v.Kind() == reflect.Interface) {
		v.SetZero()
		return nil
	}
	if v.Kind() == reflect.Interface {
		x, err := dynamic(a, 0)
		if err == nil && x != nil {
			v.Set(reflect.ValueOf(x))
		}
		return err
	}
	switch v.Type() {
	case reflect.TypeFor[*nd.Array](), reflect.TypeFor[*frame.Frame]():
		x, err := literal(a)
		if err != nil {
			return err
		}
		if reflect.TypeOf(x) != v.Type() {
			return mismatch(v, a)
		}
		v.Set(reflect.ValueOf(x))
		return nil
	case reflect.TypeFor[[]byte]():
		raw, ok := a.Value.(*marsv1.Attr_Raw)
		if !ok {
			return mismatch(v, a)
		}
		v.SetBytes(bytes.Clone(raw.Raw))
		return nil
	case reflect.TypeFor[[][]byte]():
		x, ok := a.Value.(*marsv1.Attr_Blobs)
		if !ok {
			return mismatch(v, a)
		}
		v.Set(reflect.ValueOf(blobs(x.Blobs.GetV())))
		return nil
	}
	switch v.Kind() {
	case reflect.Pointer:
		p := reflect.New(v.Type().Elem())
		if err := set(p.Elem(), a, inputs); err != nil {
			return err
		}
		v.Set(p)
		return nil
	case reflect.Slice, reflect.Array:
		return setList(v, a, inputs)
	case reflect.Map, reflect.Struct:
		return setFields(v, a, inputs)
	}
	return setPlain(v, a)
}

// blobs is a copy in one piece.
func blobs(from [][]byte) [][]byte {
	all, out := bytes.Join(from, nil), make([][]byte, len(from))
	for i, b := range from {
		out[i], all = all[:len(b):len(b)], all[len(b):]
	}
	return out
}

// setPlain stores a bool, number or text that fits.
func setPlain(v reflect.Value, a *marsv1.Attr) error {
	switch x := a.Value.(type) {
	case *marsv1.Attr_B:
		if v.Kind() == reflect.Bool {
			v.SetBool(x.B)
			return nil
		}
	case *marsv1.Attr_S:
		if v.Kind() == reflect.String {
			v.SetString(x.S)
			return nil
		}
	case *marsv1.Attr_I:
		switch {
		case v.CanInt() && !v.OverflowInt(x.I):
			v.SetInt(x.I)
			return nil
		case v.CanUint() && x.I >= 0 && !v.OverflowUint(uint64(x.I)):
			v.SetUint(uint64(x.I))
			return nil
		case v.CanInt(), v.CanUint():
			return errs.New(errs.Invalid, "%d does not fit %s", x.I, v.Type())
		case v.CanFloat():
			v.SetFloat(float64(x.I))
			return nil
		}
	case *marsv1.Attr_U:
		if v.CanUint() && !v.OverflowUint(x.U) {
			v.SetUint(x.U)
			return nil
		}
	case *marsv1.Attr_F:
		if v.CanFloat() {
			v.SetFloat(x.F)
			return nil
		}
	case *marsv1.Attr_C:
		if v.CanComplex() {
			v.SetComplex(complex(x.C.GetRe(), x.C.GetIm()))
			return nil
		}
	}
	return mismatch(v, a)
}

// setList stores a list.
func setList(v reflect.Value, a *marsv1.Attr, inputs int) error {
	items, ok := itemsOf(a)
	if _, text := a.Value.(*marsv1.Attr_S); text && v.Type().Elem().Kind() == reflect.String {
		items, ok = []*marsv1.Attr{a}, true // one text stands for itself
	}
	if !ok {
		return mismatch(v, a)
	}
	to := v
	if v.Kind() == reflect.Slice {
		to = reflect.MakeSlice(v.Type(), len(items), len(items))
	} else if v.Len() != len(items) {
		return errs.New(errs.Invalid, "%d items, want %d", len(items), v.Len())
	}
	for i, item := range items {
		if err := set(to.Index(i), item, inputs); err != nil {
			return errs.Wrap(errs.KindOf(err), err, "item %d", i)
		}
	}
	if v.Kind() == reflect.Slice {
		v.Set(to)
	}
	return nil
}

// itemsOf are the items of a list of any kind.
func itemsOf(a *marsv1.Attr) (out []*marsv1.Attr, ok bool) {
	switch x := a.Value.(type) {
	case *marsv1.Attr_List:
		return x.List.GetItems(), true
	case *marsv1.Attr_Ints:
		for _, i := range x.Ints.GetV() {
			out = append(out, &marsv1.Attr{Value: &marsv1.Attr_I{I: i}})
		}
	case *marsv1.Attr_Floats:
		for _, f := range x.Floats.GetV() {
			out = append(out, &marsv1.Attr{Value: &marsv1.Attr_F{F: f}})
		}
	case *marsv1.Attr_Strings:
		for _, s := range x.Strings.GetV() {
			out = append(out, &marsv1.Attr{Value: &marsv1.Attr_S{S: s}})
		}
	case *marsv1.Attr_Bools:
		for _, b := range x.Bools.GetV() {
			out = append(out, &marsv1.Attr{Value: &marsv1.Attr_B{B: b}})
		}
	default:
		return nil, false
	}
	return out, true
}

// setFields stores a struct, whose fields may be left out, or a map.
func setFields(v reflect.Value, a *marsv1.Attr, inputs int) error {
	x, ok := a.Value.(*marsv1.Attr_Fields)
	if !ok {
		return mismatch(v, a)
	}
	fields := x.Fields.GetFields()
	if v.Kind() == reflect.Map {
		m := reflect.MakeMapWithSize(v.Type(), len(fields))
		for _, k := range sorted(fields) {
			e := reflect.New(v.Type().Elem()).Elem()
			if err := set(e, fields[k], inputs); err != nil {
				return errs.Wrap(errs.KindOf(err), err, "%s", k)
			}
			m.SetMapIndex(reflect.ValueOf(k).Convert(v.Type().Key()), e)
		}
		v.Set(m)
		return nil
	}
	left := len(fields)
	for _, f := range op.Fields(v.Type()) {
		if !f.IsExported() || f.Anonymous {
			continue
		}
		name := op.ParamName(f.Name)
		if e, ok := fields[name]; ok {
			left--
			if err := set(v.FieldByIndex(f.Index), e, inputs); err != nil {
				return errs.Wrap(errs.KindOf(err), err, "%s", name)
			}
		}
	}
	if left > 0 {
		return errs.New(errs.NotFound, "%d fields that %s does not have, among %q", left, v.Type().Name(), sorted(fields))
	}
	return nil
}
