package op

import (
	"fmt"
	"reflect"

	"github.com/mars-project/mars-go/errs"
)

// IsNil reports a handle that is nil, or a nil pointer.
func IsNil(h any) bool {
	if h == nil {
		return true
	}
	v := reflect.ValueOf(h)
	return v.Kind() == reflect.Pointer && v.IsNil()
}

// NilInput is the error of a call whose input i is a nil handle: it names the argument.
func NilInput(o Operand, i int) error {
	return errs.New(errs.Type, "%s is nil: give a value that was built", ArgName(o, i))
}

// ArgName is the name that a signature has for input i of an operand.
func ArgName(o Operand, i int) string {
	def := DefOf(o)
	if def == nil {
		return "an argument"
	}
	numbers, next, place := numbersOf(o), 0, 0
	v := reflect.ValueOf(o).Elem()
	for _, q := range def.Sig.Params {
		switch q.Role {
		case InputRole:
			number := place < len(numbers) && numbers[place] != nil
			if place++; number {
				continue
			}
			if next == i {
				return q.Name
			}
			next++
		case OptRole:
			if v.FieldByIndex(q.Field).Interface().(Ref).I() == i {
				return q.Name
			}
		case InputsRole:
			if q.Field == nil {
				return fmt.Sprintf("%s[%d]", q.Name, i-next)
			}
			for k, r := range v.FieldByIndex(q.Field).Interface().([]Ref) {
				if r.I() == i {
					return fmt.Sprintf("%s[%d]", q.Name, k)
				}
			}
		}
	}
	return "an argument"
}
