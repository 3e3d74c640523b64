package plan

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

const (
	fewColumns = 8  // of a frame that are listed
	fewItems   = 6  // of a list of a parameter
	shortText  = 60 // bytes of a parameter
)

// callText is an operator with its parameters, as a call is written; those that say nothing are left out.
func callText(n *op.Node) string {
	if op.IsStored(n.Op) {
		return "stored"
	}
	var args []string
	op.Params(n.Op, func(name string, v reflect.Value) {
		if v.IsZero() || (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.Len() == 0 {
			return
		}
		if s := valueText(v); s != "" {
			args = append(args, name+"="+cutText(s))
		}
	})
	return n.Name + "(" + strings.Join(args, ", ") + ")"
}

func cutText(s string) string {
	if len(s) <= shortText {
		return s
	}
	return strings.ToValidUTF8(s[:shortText], "") + "…"
}

var stringer = reflect.TypeFor[fmt.Stringer]()

// valueText is a parameter; empty for data, of which there may be any amount.
func valueText(v reflect.Value) string {
	if !v.IsValid() {
		return "None"
	}
	switch x := v.Interface().(type) {
	case frame.Label:
		return x.Repr()
	case *frame.Frame, *frame.Column, *nd.Array:
		return ""
	}
	if v.Type().Implements(stringer) && (v.Kind() != reflect.Pointer || !v.IsNil()) {
		return v.Interface().(fmt.Stringer).String()
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return "None"
		}
		return valueText(v.Elem())
	case reflect.String:
		return strconv.Quote(v.String())
	case reflect.Slice, reflect.Array:
		return listText(v)
	case reflect.Struct:
		return structText(v)
	case reflect.Map, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return ""
	}
	return fmt.Sprint(v.Interface())
}

func listText(v reflect.Value) string {
	items := make([]string, 0, fewItems)
	for i := range v.Len() {
		if i == fewItems {
			items = append(items, fmt.Sprintf("… %d more", v.Len()-i))
			break
		}
		items = append(items, valueText(v.Index(i)))
	}
	return "[" + strings.Join(items, ", ") + "]"
}

// structText is the fields that say something, of a structure whose fields users may set.
func structText(v reflect.Value) string {
	var fields []string
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.IsExported() {
			return ""
		}
		if !v.Field(i).IsZero() {
			fields = append(fields, op.ParamName(f.Name)+": "+valueText(v.Field(i)))
		}
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

// metaText is the kind, the shape and the dtypes of a value.
func metaText(m op.Meta) string {
	var b strings.Builder
	b.WriteString(m.Kind.String())
	for i, d := range m.Dims {
		b.WriteString([]string{" ", " x "}[min(i, 1)])
		if d.Known() {
			b.WriteString(strconv.Itoa(d.N))
		} else {
			b.WriteString("?")
		}
	}
	if m.Kind == op.Tensor {
		return b.String() + ", " + m.DType.String()
	}
	if m.Kind != op.Object {
		b.WriteString(" rows")
	}
	for i, c := range m.Cols {
		if i == fewColumns {
			fmt.Fprintf(&b, ", %d columns more", len(m.Cols)-i)
			break
		}
		fmt.Fprintf(&b, ", %s %s", c.Name.Repr(), c.Type)
	}
	if m.Open {
		b.WriteString(", columns that the data tells")
	}
	return b.String()
}
