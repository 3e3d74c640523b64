package query

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Give sets a parameter of o.
func Give(o op.Operand, q op.Param, v any) error {
	if q.Role == op.DefaultRole {
		if text := pyText(v); text != strings.ReplaceAll(q.Default, `"`, "'") {
			return errs.New(errs.Invalid, "not there yet, leave it at its default %s", q.Default)
		}
		return nil
	}
	if q.Field == nil {
		return errs.New(errs.Type, "a %T where a column is wanted", v)
	}
	return assignTo(reflect.ValueOf(o).Elem().FieldByIndex(q.Field), v)
}

// pyText is a single value as Python writes it.
func pyText(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		return map[bool]string{true: "True", false: "False"}[v]
	case string:
		return "'" + v + "'"
	}
	return fmt.Sprint(v)
}

// asWritten is a single value or list as a user writes it.
func asWritten(v any) any {
	items, ok := v.([]any)
	if !ok {
		return v
	}
	out := make(op.List, len(items))
	for i, item := range items {
		out[i] = asWritten(item)
	}
	return out
}

// assignTo stores a single value or list in a field of a parameter's type.
func assignTo(f reflect.Value, v any) error {
	no := errs.New(errs.Type, "a value of type %T is not what it takes", v)
	switch f.Type() {
	case reflect.TypeFor[any]():
		if _, list := v.([]any); list {
			return no
		}
		if v != nil {
			f.Set(reflect.ValueOf(v))
		}
		return nil
	case reflect.TypeFor[op.Written]():
		f.Set(reflect.ValueOf(op.WrittenOf(asWritten(v))))
		return nil
	case reflect.TypeFor[frame.Label]():
		l, ok := frame.LabelOf(v)
		if !ok {
			return no
		}
		f.Set(reflect.ValueOf(l))
		return nil
	case reflect.TypeFor[dtype.DType]():
		d, err := cells.TypeOf(v)
		if err == nil {
			f.Set(reflect.ValueOf(d))
		}
		return err
	}
	switch f.Kind() {
	case reflect.Pointer:
		if v == nil {
			f.SetZero()
			return nil
		}
		p := reflect.New(f.Type().Elem())
		if err := assignTo(p.Elem(), v); err != nil {
			return err
		}
		f.Set(p)
		return nil
	case reflect.Slice:
		items, ok := v.([]any)
		if !ok {
			items = []any{v}
		}
		out := reflect.MakeSlice(f.Type(), len(items), len(items))
		for i, item := range items {
			if err := assignTo(out.Index(i), item); err != nil {
				return err
			}
		}
		f.Set(out)
		return nil
	}
	switch x := v.(type) {
	case bool:
		if f.Kind() == reflect.Bool {
			f.SetBool(x)
			return nil
		}
	case string:
		if f.Kind() == reflect.String {
			f.SetString(x)
			return nil
		}
	case float64:
		if f.Kind() == reflect.Float64 {
			f.SetFloat(x)
			return nil
		}
	case int64:
		switch f.Kind() {
		case reflect.Int, reflect.Int64:
			f.SetInt(x)
			return nil
		case reflect.Float64:
			f.SetFloat(float64(x))
			return nil
		}
	}
	return no
}
