package op

import (
	"reflect"
	"sync"
)

var visible sync.Map // []reflect.StructField by reflect.Type

// Fields are the fields of a struct and those of what it embeds, as reflect.VisibleFields finds them, which
// takes as long as all else that is done with an operand. They are not changed.
func Fields(t reflect.Type) []reflect.StructField {
	if fs, ok := visible.Load(t); ok {
		return fs.([]reflect.StructField)
	}
	fs := reflect.VisibleFields(t)
	visible.Store(t, fs)
	return fs
}
