package op

import (
	"reflect"
	"testing"
)

// TestFields compares fields with those that reflection finds, twice: the second time they are remembered.
func TestFields(t *testing.T) {
	type inner struct{ A, B int }
	type outer struct {
		inner
		B string
		Opaque
	}
	for range 2 {
		for _, x := range []reflect.Type{reflect.TypeFor[inner](), reflect.TypeFor[outer](), reflect.TypeFor[struct{}]()} {
			if got, want := Fields(x), reflect.VisibleFields(x); !reflect.DeepEqual(got, want) {
				t.Errorf("fields of %s: %v, want %v", x, got, want)
			}
		}
	}
}
