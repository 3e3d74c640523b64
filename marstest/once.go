package marstest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/op"
)

// Once calls functions, and all methods of values, with two of what may be left out: options of which the
// second would be ignored are an error, in the result or as one. Other arguments are taken from good, by
// type, and else zero. methods are all types that have methods, so that none is forgotten among the values.
// lists names what takes any number.
func Once(t *testing.T, functions map[string]any, methods []reflect.Type, values, good []any, lists ...string) {
	t.Helper()
	used := map[string]bool{}
	check := func(name string, f reflect.Value) {
		t.Helper()
		if !f.Type().IsVariadic() {
			return
		}
		if slices.Contains(lists, name) {
			used[name] = true
			return
		}
		said, ok := "", false
		for i := 0; i < len(good) && !ok; i++ { // an argument of type any may have to be another one
			said, ok = twice(f, append(slices.Clone(good[i:]), good[:i]...))
		}
		if !ok {
			t.Errorf("%s with two of %s: %s", name, f.Type().In(f.Type().NumIn()-1).Elem(), said)
		}
	}
	for name, f := range functions {
		check(name, reflect.ValueOf(f))
	}
	for _, m := range methods {
		i := slices.IndexFunc(values, func(v any) bool { return reflect.TypeOf(v) == m || reflect.TypeOf(v) == reflect.PointerTo(m) })
		if i < 0 {
			if variadic(m) {
				t.Errorf("no value of %s to call the methods of", m)
			}
			continue
		}
		v := reflect.ValueOf(values[i])
		for k := range v.NumMethod() {
			check(m.Name()+"."+v.Type().Method(k).Name, v.Method(k))
		}
	}
	for _, name := range lists {
		if !used[name] {
			t.Errorf("%s takes no list", name)
		}
	}
}

// variadic reports a type of which a method takes any number of something.
func variadic(m reflect.Type) bool {
	p := reflect.PointerTo(m)
	for i := range p.NumMethod() {
		if p.Method(i).Type.IsVariadic() {
			return true
		}
	}
	return false
}

// twice calls a function with two options and reports that it is told so.
func twice(f reflect.Value, good []any) (said string, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			said = fmt.Sprint(r)
			ok = toldOnce(said)
		}
	}()
	n := f.Type().NumIn()
	in := make([]reflect.Value, n)
	for i := range n - 1 {
		in[i] = like(f.Type().In(i), good)
	}
	in[n-1] = reflect.MakeSlice(f.Type().In(n-1), 2, 2)
	for i := range 2 {
		in[n-1].Index(i).Set(like(f.Type().In(n-1).Elem(), good))
	}
	for _, out := range f.CallSlice(in) {
		if err := errorIn(out); err != nil {
			return err.Error(), toldOnce(err.Error())
		}
	}
	return "no error", false
}

func toldOnce(s string) bool { return strings.Contains(s, " given once, not 2 times") }

// errorIn is the error that a result has: itself, that of a handle, of the first of several, or of what is
// computed from it.
func errorIn(v reflect.Value) error {
	switch x := v.Interface().(type) {
	case error:
		return x
	case op.Handle:
		if op.IsNil(x) {
			return nil
		}
		return x.Value().Err()
	}
	for _, name := range []string{"Apply", "Agg"} { // windows and groups
		if m := v.MethodByName(name); m.IsValid() && m.Type().NumIn() == 1 {
			return errorIn(m.Call([]reflect.Value{reflect.ValueOf("sum")})[0])
		}
	}
	for _, name := range []string{"Mean", "Sum"} {
		if m := v.MethodByName(name); m.IsValid() && (m.Type().NumIn() == 0 || m.Type().NumIn() == 1 && m.Type().IsVariadic()) {
			return errorIn(m.Call(nil)[0])
		}
	}
	switch {
	case v.Kind() == reflect.Func && v.Type().CanSeq2():
		for _, e := range v.Seq2() {
			return errorIn(e)
		}
	case v.Kind() == reflect.Slice && v.Len() > 0:
		return errorIn(v.Index(0))
	case v.Kind() == reflect.Struct && v.NumField() > 0 && v.Type().Field(0).IsExported():
		return errorIn(v.Field(0))
	}
	return nil
}
