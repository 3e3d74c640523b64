package chunk

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/op"
)

// Lists is v with Go's lists of anything, in one another too, as lists that a caller wrote.
func Lists(v any) any {
	vs, ok := v.([]any)
	if !ok {
		return v
	}
	list := make(op.List, len(vs))
	for i, e := range vs {
		list[i] = Lists(e)
	}
	return list
}

// Plain is a parameter that is what a caller wrote, without inputs: Go's slices and maps are lists and
// mappings. Nil is a parameter that was not given.
func Plain(v any) op.Written {
	if v == nil {
		return op.Written{}
	}
	return op.WrittenOf(plainly(reflect.ValueOf(v)))
}

func plainly(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Interface:
		return plainly(v.Elem())
	case reflect.Slice, reflect.Array:
		list := make(op.List, v.Len())
		for i := range list {
			list[i] = plainly(v.Index(i))
		}
		return list
	case reflect.Map:
		d := op.Dict{}
		for _, k := range v.MapKeys() {
			d = append(d, op.Entry{Key: plainly(k), Value: plainly(v.MapIndex(k))})
		}
		slices.SortFunc(d, func(a, b op.Entry) int { return strings.Compare(fmt.Sprint(a.Key), fmt.Sprint(b.Key)) })
		return d
	case reflect.Invalid:
		return nil
	}
	return Parameter(v.Interface())
}

// NumberIn is a number that a caller wrote; a list of one is none.
func NumberIn(v any) (float64, bool) {
	switch n := Number(v).(type) {
	case int64:
		return float64(n), true
	case float64:
		return n, true
	case bool:
		if n {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// ItemsIn are the items of a list or tuple that a caller wrote.
func ItemsIn(v any) ([]any, bool) {
	switch v := v.(type) {
	case op.List:
		return v, true
	case op.Tuple:
		return v, true
	}
	return nil, false
}

// WholeIn are the integers of a list that a caller wrote, or the one that stands for itself.
func WholeIn(v any) ([]int, bool) {
	items, ok := ItemsIn(v)
	if !ok {
		items = []any{v}
	}
	out := make([]int, len(items))
	for i, e := range items {
		n, ok := Number(e).(int64)
		if !ok {
			return nil, false
		}
		out[i] = int(n)
	}
	return out, true
}
