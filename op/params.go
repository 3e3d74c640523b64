package op

import (
	"reflect"
	"sync"
)

// A spelled is a field of an operand by its Python name.
type spelled struct {
	name  string
	index []int
}

var parameters sync.Map // []spelled by reflect.Type

// Params calls f with every parameter of o by its Python name, those of traits too, in order of declaration:
// what a graph or a call carries of it. The values may be set.
func Params(o Operand, f func(name string, v reflect.Value)) {
	s := reflect.ValueOf(o).Elem()
	if s.Kind() != reflect.Struct {
		return
	}
	for _, p := range paramsOf(s.Type()) {
		f(p.name, s.FieldByIndex(p.index))
	}
}

func paramsOf(t reflect.Type) []spelled {
	if ps, ok := parameters.Load(t); ok {
		return ps.([]spelled)
	}
	var ps []spelled
	for _, p := range Fields(t) {
		if p.IsExported() && !p.Anonymous {
			ps = append(ps, spelled{snake(p.Name), p.Index})
		}
	}
	parameters.Store(t, ps)
	return ps
}

// ParamName is the Python spelling of the Go field of a parameter: LeftOn is left_on.
func ParamName(field string) string { return snake(field) }
