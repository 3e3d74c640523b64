package marstest

import (
	"fmt"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/op"
)

// Nils calls functions, and all methods of values, those of handles also on nil, with nil for each argument
// in turn and for all at once: whatever they are given they do not panic, and a nil handle is an error that
// names the argument or what it is. Other arguments are taken from good, by type, and else zero. skip names
// what panics by intent.
func Nils(t *testing.T, functions map[string]any, values []any, good []any, skip ...string) {
	t.Helper()
	for name, f := range functions {
		nils(t, name, reflect.ValueOf(f), good, skip)
	}
	for _, h := range values {
		v := reflect.ValueOf(h)
		for i := range v.NumMethod() {
			name := v.Type().Elem().Name() + "." + v.Type().Method(i).Name
			nils(t, name, v.Method(i), good, skip)
			if _, ok := h.(op.Handle); ok {
				m := v.Type().Method(i).Func
				nils(t, "nil "+name, reflect.MakeFunc(bare(m.Type()), func(in []reflect.Value) []reflect.Value {
					in = append([]reflect.Value{reflect.Zero(v.Type())}, in...)
					if m.Type().IsVariadic() {
						return m.CallSlice(in)
					}
					return m.Call(in)
				}), good, skip)
			}
		}
	}
}

// bare is the type of a method without its receiver.
func bare(t reflect.Type) reflect.Type {
	var in, out []reflect.Type
	for i := 1; i < t.NumIn(); i++ {
		in = append(in, t.In(i))
	}
	for i := range t.NumOut() {
		out = append(out, t.Out(i))
	}
	return reflect.FuncOf(in, out, t.IsVariadic())
}

func nils(t *testing.T, name string, f reflect.Value, good []any, skip []string) {
	t.Helper()
	for _, s := range skip {
		if strings.HasSuffix(name, s) {
			return
		}
	}
	n := f.Type().NumIn()
	for at := -1; at < n; at++ {
		in := make([]reflect.Value, n)
		handle := false
		for i := range n {
			p := f.Type().In(i)
			switch {
			case f.Type().IsVariadic() && i == n-1 && (at != i || !nilable(p.Elem())):
				in[i] = reflect.MakeSlice(p, 0, 0)
			case f.Type().IsVariadic() && i == n-1:
				in[i] = reflect.MakeSlice(p, 1, 1)
			case at != i && at >= 0:
				in[i] = like(p, good)
			default:
				in[i] = reflect.Zero(p)
				if p == reflect.TypeOf(t.Context).Out(0) {
					in[i] = reflect.ValueOf(t.Context())
				}
				handle = handle || p.Implements(reflect.TypeFor[op.Handle]()) && p.Kind() == reflect.Pointer
			}
		}
		if at >= 0 && !nilable(f.Type().In(at)) {
			continue
		}
		what := fmt.Sprintf("%s with nil for argument %d", name, at)
		if at < 0 {
			what = name + " of nothing"
		}
		call(t, what, f, in, handle)
	}
}

func call(t *testing.T, what string, f reflect.Value, in []reflect.Value, handle bool) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s panics: %v\n%s", what, r, firstLines(debug.Stack()))
		}
	}()
	outs := []reflect.Value{}
	if f.Type().IsVariadic() {
		outs = f.CallSlice(in)
	} else {
		outs = f.Call(in)
	}
	for _, o := range outs {
		h, ok := o.Interface().(op.Handle)
		if !ok || op.IsNil(h) || !handle {
			continue
		}
		if err := h.Value().Err(); err == nil || !strings.Contains(err.Error(), "nil") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func nilable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map, reflect.Func:
		return true
	}
	return false
}

// like is a good argument of a type.
func like(p reflect.Type, good []any) reflect.Value {
	for _, g := range good {
		if v := reflect.ValueOf(g); v.Type().AssignableTo(p) {
			return v
		}
	}
	return reflect.Zero(p)
}

// firstLines are those of a stack behind the panic.
func firstLines(b []byte) string {
	lines := strings.Split(string(b), "\n")
	var out []string
	for _, l := range lines {
		if strings.Contains(l, ".go:") && !strings.Contains(l, "/runtime/") && !strings.Contains(l, "/reflect/") && !strings.Contains(l, "marstest/nils") {
			out = append(out, strings.TrimSpace(l))
		}
	}
	return strings.Join(out[:min(len(out), 4)], "\n")
}
