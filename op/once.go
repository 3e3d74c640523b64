package op

import (
	"reflect"

	"github.com/mars-project/mars-go/errs"
)

// Once is an error where what may be left out of a call was given more than once: all but the first would be
// ignored.
func Once[T any](o []T) error {
	if len(o) < 2 {
		return nil
	}
	if t := reflect.TypeFor[T](); t.Kind() == reflect.Struct && t.NumField() > 0 && t.Field(0).IsExported() {
		return errs.New(errs.Type, "options are given once, not %d times: put them in one %s", len(o), t)
	}
	return errs.New(errs.Type, "the last argument is given once, not %d times: %v", len(o), o)
}
