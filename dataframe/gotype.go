package dataframe

import (
	"reflect"
	"strings"
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

var (
	timeType = reflect.TypeFor[time.Time]()
	spanType = reflect.TypeFor[time.Duration]()
)

// goDType is the dtype of a column of values of a Go type: a bool, number, text, time.Time (in nanoseconds,
// UTC) or time.Duration; any is an object. A pointer and an sql.Null may miss. Errors: Type for others.
func goDType(t reflect.Type) (d dtype.DType, err error) {
	if t.Kind() == reflect.Pointer || isNull(t) {
		inner := nullValue(t)
		if d, err = goDType(inner); err == nil && !frame.CanMiss(d) {
			d = d.Nullable()
		}
		return d, err
	}
	switch {
	case t == timeType:
		return dtype.Datetime(dtype.Nano), nil
	case t == spanType:
		return dtype.Timedelta(dtype.Nano), nil
	case t.Kind() == reflect.Interface && t.NumMethod() == 0:
		return dtype.Object, nil
	}
	switch t.Kind() {
	case reflect.Bool:
		return dtype.Bool, nil
	case reflect.Int, reflect.Int64:
		return dtype.Int64, nil
	case reflect.Int32:
		return dtype.Int32, nil
	case reflect.Int16:
		return dtype.Int16, nil
	case reflect.Int8:
		return dtype.Int8, nil
	case reflect.Uint, reflect.Uint64:
		return dtype.Uint64, nil
	case reflect.Uint32:
		return dtype.Uint32, nil
	case reflect.Uint16:
		return dtype.Uint16, nil
	case reflect.Uint8:
		return dtype.Uint8, nil
	case reflect.Float64:
		return dtype.Float64, nil
	case reflect.Float32:
		return dtype.Float32, nil
	case reflect.String:
		return dtype.Str, nil
	}
	return d, errs.New(errs.Type, "a %s is no cell of a column: give a bool, number, string, time.Time or time.Duration, or a pointer to one", t)
}

// isNull reports an sql.Null of something. What it is of is its first field.
func isNull(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.PkgPath() == "database/sql" && strings.HasPrefix(t.Name(), "Null[")
}

func nullValue(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t.Field(0).Type
}

// goCell is a Go value as a cell, nil where it is missing.
func goCell(v reflect.Value) any {
	switch t := v.Type(); {
	case t.Kind() == reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return goCell(v.Elem())
	case isNull(t):
		if !v.Field(1).Bool() {
			return nil
		}
		return goCell(v.Field(0))
	case t == timeType:
		return frame.Timestamp{Ticks: v.Interface().(time.Time).UnixNano(), Unit: dtype.Nano}
	case t == spanType:
		return frame.Timedelta{Ticks: v.Int(), Unit: dtype.Nano}
	}
	switch v.Kind() {
	case reflect.Bool:
		return v.Bool()
	case reflect.String:
		return v.String()
	}
	switch {
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return v.Uint()
	case v.CanFloat():
		return v.Float()
	}
	return v.Interface()
}

// cellOf is goCell of values whose types need no look.
func cellOf[T any](v T) any {
	switch v := any(v).(type) {
	case float64, string, bool, int64, uint64, nil:
		return v
	case int:
		return int64(v)
	}
	return goCell(reflect.ValueOf(&v).Elem())
}

// setTime puts a time or a span into a Go variable of that type.
func setTime(to reflect.Value, v any, is string) error {
	switch v := v.(type) {
	case frame.Timestamp:
		if to.Type() == timeType {
			to.Set(reflect.ValueOf(v.Time()))
			return nil
		}
	case frame.Timedelta:
		if to.Type() == spanType {
			to.SetInt(int64(v.Duration()))
			return nil
		}
	}
	return errs.New(errs.Type, "%v of %s is no %s", v, is, to.Type())
}
