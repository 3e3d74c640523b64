package op

import "reflect"

// Params calls f with every parameter of o by its Python name, those of traits too, in order of declaration:
// what a graph or a call carries of it. The values may be set.
func Params(o Operand, f func(name string, v reflect.Value)) {
	s := reflect.ValueOf(o).Elem()
	if s.Kind() != reflect.Struct {
		return
	}
	for _, p := range Fields(s.Type()) {
		if p.IsExported() && !p.Anonymous {
			f(snake(p.Name), s.FieldByIndex(p.Index))
		}
	}
}

// ParamName is the Python spelling of the Go field of a parameter: LeftOn is left_on.
func ParamName(field string) string { return snake(field) }
