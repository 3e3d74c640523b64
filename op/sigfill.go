package op

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// checkDefault refuses a default that the field's zero value cannot stand for.
func checkDefault(q Param, t reflect.Type) error {
	if !q.HasDefault || q.isNone() {
		return nil
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.String, reflect.Slice, reflect.Array, reflect.Interface, reflect.Struct, reflect.Map:
		return nil
	}
	z := fmt.Sprint(reflect.Zero(t))
	if z != strings.ToLower(q.Default) && z+".0" != q.Default {
		return fmt.Errorf("%s=%s: the zero %s is another value; make the field *%s", q.Name, q.Default, z, t)
	}
	return nil
}

// isNone reports a default that nil stands for; <no_default> is pandas' word for "not given", <no value>
// NumPy's.
func (q *Param) isNone() bool {
	return q.Default == "None" || q.Default == "<no_default>" || q.Default == "<no value>"
}

// fill sets every nil pointer, empty string, empty array, nil any and what nobody has written of o to the
// signature's default.
func (s *Sig) fill(o any) {
	var v reflect.Value
	for i := range s.Params {
		q := &s.Params[i]
		if q.Role != FieldRole || !q.HasDefault || q.isNone() {
			continue
		}
		if !v.IsValid() {
			v = reflect.ValueOf(o).Elem()
		}
		f := v.FieldByIndex(q.Field)
		switch f.Kind() {
		case reflect.Pointer:
			if f.IsNil() {
				f.Set(reflect.New(f.Type().Elem()))
				set(f.Elem(), q.Default)
			}
		case reflect.String, reflect.Array, reflect.Interface:
			if f.IsZero() {
				set(f, q.Default)
			}
		case reflect.Struct:
			if w, ok := f.Addr().Interface().(*Written); ok && !w.Is {
				*w = WrittenOf(literal(q.Default))
			}
		}
	}
}

// set stores a Python literal.
func set(f reflect.Value, lit string) {
	switch f.Kind() {
	case reflect.Bool:
		f.SetBool(lit == "True")
	case reflect.Int, reflect.Int64:
		n, _ := strconv.ParseInt(lit, 10, 64)
		f.SetInt(n)
	case reflect.Float64:
		n, _ := strconv.ParseFloat(lit, 64)
		f.SetFloat(n)
	case reflect.String:
		f.SetString(strings.Trim(lit, `'"`))
	case reflect.Array:
		for i, e := range splitTop(strings.Trim(lit, "()[]"), ',') {
			if i < f.Len() {
				set(f.Index(i), strings.TrimSpace(e))
			}
		}
	case reflect.Interface:
		f.Set(reflect.ValueOf(literal(lit)))
	}
}

// literal is a Python literal as a Go value.
func literal(lit string) any {
	if n, err := strconv.ParseInt(lit, 10, 64); err == nil {
		return n
	}
	if x, err := strconv.ParseFloat(lit, 64); err == nil {
		return x
	}
	if lit == "True" || lit == "False" {
		return lit == "True"
	}
	return strings.Trim(lit, `'"`)
}

// Bind distributes a Python call of npos positional values and the keyword names over the parameters: how
// many values each name gets. It is what the generated function does.
func (s *Sig) Bind(npos int, kw ...string) (map[string]int, error) {
	need, got, i := 0, map[string]int{}, 0
	for _, q := range s.Params {
		if !q.HasDefault && q.Kind != "kw" && !strings.HasPrefix(q.Kind, "*") {
			need++
		}
	}
	for _, q := range s.Params {
		if q.Kind == "kw" || i >= npos {
			break
		}
		if q.Lead && npos <= need { // the optional head is skipped when only the required are there
			continue
		}
		if q.Kind == "*args" {
			got[q.Name], i = npos-i, npos
			break
		}
		got[q.Name] = 1
		i++
	}
	if i < npos {
		return nil, errs.New(errs.Type, "%s() takes %d positional arguments but %d were given", s.Calls[0], i, npos)
	}
	for _, k := range kw {
		q := s.param(k)
		switch {
		case q == nil || q.Kind == "pos":
			return nil, errs.New(errs.Type, "%s() got an unexpected keyword argument '%s'", s.Calls[0], k)
		case got[k] > 0:
			return nil, errs.New(errs.Type, "%s() got multiple values for argument '%s'", s.Calls[0], k)
		}
		got[k] = 1
	}
	for _, q := range s.Params {
		if !q.HasDefault && got[q.Name] == 0 && !strings.HasPrefix(q.Kind, "*") {
			return nil, errs.New(errs.Type, "%s() missing required argument: '%s'", s.Calls[0], q.Name)
		}
	}
	return got, nil
}

func (s *Sig) param(name string) *Param {
	for i := range s.Params {
		if s.Params[i].Name == name {
			return &s.Params[i]
		}
	}
	return nil
}
