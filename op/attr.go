package op

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/nd"
)

// A Ref is a parameter that points at an input: 0 is absent, k is input k-1. A field of type []Ref is a list
// of inputs.
type Ref int

// I is the input's index, -1 when absent.
func (r Ref) I() int { return int(r) - 1 }

// In is a Ref to input i.
func In(i int) Ref { return Ref(i + 1) }

// leaf types encode as one attribute although they are structs or interfaces.
var leaves = []reflect.Type{
	reflect.TypeFor[dtype.DType](), reflect.TypeFor[frame.Label](), reflect.TypeFor[Key](), reflect.TypeFor[time.Time](),
	reflect.TypeFor[*nd.Array](), reflect.TypeFor[*frame.Frame](), reflect.TypeFor[any](), reflect.TypeFor[[]byte](),
}

// encodable reports a field that cannot travel: a func, a channel, an interface other than any.
func encodable(t reflect.Type, depth int) error {
	if depth > 8 {
		return fmt.Errorf("%s nests too deep", t)
	}
	if slices.Contains(leaves, t) {
		return nil
	}
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64, reflect.Complex128,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return nil
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return encodable(t.Elem(), depth+1)
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			return fmt.Errorf("a map wants string keys, not %s", t.Key())
		}
		return encodable(t.Elem(), depth+1)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() {
				if err := encodable(f.Type, depth+1); err != nil {
					return fmt.Errorf("field %s: %w", f.Name, err)
				}
			}
		}
		return nil
	}
	return fmt.Errorf("%s cannot be encoded", t)
}

// params adds the exported fields of o to h. Arrays and frames count by content.
func (h *Hasher) params(o any) *Hasher {
	h.value(reflect.ValueOf(o).Elem())
	return h
}

func (h *Hasher) value(v reflect.Value) {
	if slices.Contains(leaves, v.Type()) && h.leaf(v.Interface()) {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			h.Int(1)
		} else {
			h.Int(0)
		}
	case reflect.String:
		h.Str(v.String())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		h.Int(int(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		h.Int(int(v.Uint()))
	case reflect.Float32, reflect.Float64:
		h.Int(int(math.Float64bits(v.Float())))
	case reflect.Complex128:
		h.Int(int(math.Float64bits(real(v.Complex())))).Int(int(math.Float64bits(imag(v.Complex()))))
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			h.Str("nil")
			return
		}
		h.Str(v.Elem().Type().String())
		h.value(v.Elem())
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.IsNil() {
			h.Int(-1)
			return
		}
		h.Int(v.Len())
		for i := range v.Len() {
			h.value(v.Index(i))
		}
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int {
			if a.String() < b.String() {
				return -1
			}
			return 1
		})
		h.Int(len(keys))
		for _, k := range keys {
			h.Str(k.String())
			h.value(v.MapIndex(k))
		}
	case reflect.Struct:
		t := v.Type()
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				h.value(v.Field(i))
			}
		}
	}
}

// leaf adds a value of one of the types that are one attribute, and reports whether it was one: a value that
// is any by its type may hold something else.
func (h *Hasher) leaf(v any) bool {
	switch x := v.(type) {
	case *nd.Array:
		h.array(x)
	case *frame.Frame:
		h.Str("frame")
		if x != nil {
			h.Bytes(digest(x))
		}
	case dtype.DType:
		h.Str(x.String())
	case frame.Label:
		h.Int(int(x.Kind())).Str(x.String())
	case Key:
		h.Key(x)
	case []byte:
		h.Bytes(x)
	case time.Time:
		h.Int(int(x.UnixNano())).Str(x.Location().String())
	default:
		return false
	}
	return true
}

func (h *Hasher) array(a *nd.Array) {
	h.Str("array")
	if a == nil {
		return
	}
	h.Str(a.DType.String()).Ints(a.Shape)
	h.Bytes(contents(a))
}
