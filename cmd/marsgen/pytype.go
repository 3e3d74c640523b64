package main

import (
	"fmt"
	"reflect"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// A kind of parameter: how Python encodes it and what type checkers read.
type pyType struct{ encode, hint string }

// typeOf is how a parameter of a Go type is written in Python. Structs and frames have no general way: their
// operators are written by hand.
func typeOf(t reflect.Type) (pyType, error) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t {
	case reflect.TypeFor[dtype.DType]():
		return pyType{"dtype", "DTypeLike"}, nil
	case reflect.TypeFor[frame.Label]():
		return pyType{"label", "Hashable"}, nil
	case reflect.TypeFor[[]frame.Label]():
		return pyType{"label_list", "Hashable | Sequence[Hashable]"}, nil
	case reflect.TypeFor[op.Written]():
		return pyType{"written", "Any"}, nil
	case reflect.TypeFor[any]():
		return pyType{"anything", "Any"}, nil
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int64, reflect.Uint64:
		return pyType{"integer", "int"}, nil
	case reflect.Float64:
		return pyType{"floating", "float"}, nil
	case reflect.Bool:
		return pyType{"boolean", "bool"}, nil
	case reflect.String:
		return pyType{"string", "str"}, nil
	case reflect.Slice:
		switch t.Elem().Kind() {
		case reflect.Int:
			return pyType{"ints", "int | Sequence[int]"}, nil
		case reflect.Float64:
			return pyType{"floats", "float | Sequence[float]"}, nil
		case reflect.String:
			return pyType{"strings", "str | Sequence[str]"}, nil
		case reflect.Bool:
			return pyType{"bools", "bool | Sequence[bool]"}, nil
		}
	}
	return pyType{"", "Any"}, fmt.Errorf("no way to write a %s in Python; name the operator in hand", t)
}

// fieldTypes are the types of an operator's parameters by name.
func fieldTypes(o op.Operand) map[string]reflect.Type {
	m := map[string]reflect.Type{}
	op.Params(o, func(name string, v reflect.Value) { m[name] = v.Type() })
	return m
}

// A trait is what the embedded types of an operator ask of the client.
type traits struct {
	scalars bool // inputs may be numbers, in the parameter args
	places  int  // so many names of the signature are such inputs
	seeded  bool
	nonce   bool
	reads   bool // files
	writes  bool
}

func traitsOf(o op.Operand) (t traits) {
	s := reflect.TypeOf(o).Elem()
	for i := range s.NumField() {
		switch f := s.Field(i); f.Type {
		case reflect.TypeFor[op.Scalars]():
			t.scalars = true
		case reflect.TypeFor[op.Seeded]():
			t.seeded = true
		case reflect.TypeFor[op.Effect](), reflect.TypeFor[op.Opaque]():
			t.nonce, t.writes = true, f.Type == reflect.TypeFor[op.Effect]()
		case reflect.TypeFor[op.External]():
			t.reads = true
		}
	}
	if p, ok := o.(op.Placer); ok {
		t.places = p.Places()
	}
	return t
}
