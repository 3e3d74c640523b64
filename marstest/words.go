package marstest

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// python are turns that a Go program has no use for.
var python = regexp.MustCompile("has no attribute|keyword|positional|=(True|False|None|')|[^(\\[](True|False|None)\\b|<class|gufunc|\\)->|unhashable|" +
	"\\b(dict|tuple|ndarray|np\\.|pd\\.|numpy\\.|list-like)|\\b[a-z]+[0-9]?(_[a-z]+)+\\b|[a-z]\\(\\)|`")

// theirs are parts of messages that users write as they are, and how handles print.
var theirs = regexp.MustCompile(`'[a-z]+(_[a-z]+)+'|.same_kind.|(left|right)_anti|"?\b(one|many)_to_(one|many)\b"?|<op=[^>]*>`)

// Words calls functions, and all methods of values, with each bad value for each argument in turn, and for
// each field of a struct of options: no message of an error, at the call or when it is executed, holds words
// of Python. Other arguments are taken from good, by type, and else zero. skip names what is not called.
func Words(t *testing.T, functions map[string]any, values, good, bad []any, skip ...string) {
	t.Helper()
	w := &words{t: t, good: good, skip: skip, said: map[string]bool{}}
	for name, f := range functions {
		w.function(name, reflect.ValueOf(f), bad)
	}
	for _, h := range values {
		v := reflect.ValueOf(h)
		for i := range v.NumMethod() {
			w.function(reflect.Indirect(v).Type().Name()+"."+v.Type().Method(i).Name, v.Method(i), bad)
		}
	}
	if w.errors < len(functions) {
		t.Errorf("%d calls have failed of those of %d functions: they are not bad enough", w.errors, len(functions))
	}
}

type words struct {
	t      *testing.T
	good   []any
	skip   []string
	said   map[string]bool
	errors int
}

// function calls f with each bad value that an argument, or a field of it, may be.
func (w *words) function(name string, f reflect.Value, bad []any) {
	for _, s := range w.skip {
		if name == s || strings.HasPrefix(s, ".") && strings.HasSuffix(name, s) {
			return
		}
	}
	n := f.Type().NumIn()
	in := make([]reflect.Value, n)
	for i := range n {
		if p := f.Type().In(i); f.Type().IsVariadic() && i == n-1 {
			in[i] = reflect.MakeSlice(p, 0, 0)
		} else {
			in[i] = like(p, w.good)
		}
	}
	for i := range n {
		was, p := in[i], f.Type().In(i)
		last := f.Type().IsVariadic() && i == n-1
		if last {
			p = p.Elem()
		}
		for _, v := range variants(p, bad) {
			in[i] = v
			if last {
				in[i] = reflect.Append(reflect.MakeSlice(f.Type().In(i), 0, 1), v)
			}
			w.call(fmt.Sprintf("%s with %v for argument %d", name, v, i), f, in)
		}
		in[i] = was
	}
}

// variants are the values of a type that may be wrong: of a struct with one such field.
func variants(p reflect.Type, bad []any) (out []reflect.Value) {
	for _, b := range bad {
		if v := reflect.ValueOf(b); v.Type().AssignableTo(p) {
			out = append(out, v)
		} else if v.Kind() == p.Kind() && v.Type().ConvertibleTo(p) && p.Kind() <= reflect.String && p.Kind() != reflect.Struct {
			out = append(out, v.Convert(p))
		} else if p.Kind() == reflect.Slice && v.Type().AssignableTo(p.Elem()) {
			out = append(out, reflect.Append(reflect.MakeSlice(p, 0, 1), v))
		} else if p.Kind() == reflect.Pointer && v.Type().AssignableTo(p.Elem()) {
			q := reflect.New(p.Elem())
			q.Elem().Set(v)
			out = append(out, q)
		}
	}
	if p.Kind() == reflect.Struct {
		for i := range p.NumField() {
			if !p.Field(i).IsExported() {
				continue
			}
			for _, v := range variants(p.Field(i).Type, bad) {
				s := reflect.New(p).Elem()
				s.Field(i).Set(v)
				out = append(out, s)
			}
		}
	}
	return out
}

// call reads the errors of a call, those of the results and, where there are none, those of their execution.
func (w *words) call(what string, f reflect.Value, in []reflect.Value) {
	defer func() {
		if r := recover(); r != nil {
			w.t.Errorf("%s panics: %v", what, r)
		}
	}()
	var outs []reflect.Value
	if f.Type().IsVariadic() {
		outs = f.CallSlice(in)
	} else {
		outs = f.Call(in)
	}
	for _, o := range outs {
		err, _ := o.Interface().(error)
		if h, ok := o.Interface().(op.Handle); ok && !op.IsNil(h) {
			if err = h.Value().Err(); err == nil {
				_, err = (&Loop{ChunkBytes: 1 << 30}).Run(h.Value())
			}
		}
		var e *errs.Error
		if !errors.As(err, &e) {
			continue
		}
		w.errors++
		if at := python.FindString(theirs.ReplaceAllString(e.Msg, "")); at != "" && !w.said[e.Msg] {
			w.said[e.Msg] = true
			w.t.Errorf("%s speaks Python (%s): %s: %s", what, at, e.Op, e.Msg)
		}
	}
}
