package strictpb

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/mars-project/mars-go/errs"
)

// MaxDepth is how deep messages may nest; Attr nests in lists and dicts.
const MaxDepth = 64

// Unmarshal decodes data into m, replacing what was there. Unknown fields, unknown enum numbers, unset
// members of a oneof that a message consists of, and nesting beyond MaxDepth are errors of kind Invalid.
func Unmarshal(data []byte, m proto.Message) error {
	if err := (proto.UnmarshalOptions{RecursionLimit: MaxDepth}).Unmarshal(data, m); err != nil {
		return errs.New(errs.Invalid, "%s: %v", m.ProtoReflect().Descriptor().Name(), err)
	}
	return Check(m)
}

// Check reports the first thing in m that this program does not know: "Graph.nodes[3].attrs[axis]: unknown
// field 40".
func Check(m proto.Message) error {
	r := m.ProtoReflect()
	if path, what := check(r); what != "" {
		return errs.New(errs.Invalid, "%s%s: %s", r.Descriptor().Name(), path, what)
	}
	return nil
}

func check(m protoreflect.Message) (path, what string) {
	if u := m.GetUnknown(); len(u) > 0 {
		num, _, _ := protowire.ConsumeField(u)
		return "", fmt.Sprintf("unknown field %d", num)
	}
	d := m.Descriptor()
	if d.Oneofs().Len() == 1 && d.Fields().Len() == d.Oneofs().Get(0).Fields().Len() && m.WhichOneof(d.Oneofs().Get(0)) == nil {
		return "", "no value"
	}
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.IsList():
			for i := range v.List().Len() {
				if path, what = value(f, v.List().Get(i)); what != "" {
					path = fmt.Sprintf(".%s[%d]%s", f.Name(), i, path)
					return false
				}
			}
		case f.IsMap():
			v.Map().Range(func(k protoreflect.MapKey, v protoreflect.Value) bool {
				if path, what = value(f.MapValue(), v); what != "" {
					path = fmt.Sprintf(".%s[%s]%s", f.Name(), k, path)
				}
				return what == ""
			})
		default:
			if path, what = value(f, v); what != "" {
				path = fmt.Sprintf(".%s%s", f.Name(), path)
			}
		}
		return what == ""
	})
	return path, what
}

// value checks one element of a field.
func value(f protoreflect.FieldDescriptor, v protoreflect.Value) (path, what string) {
	switch {
	case f.Message() != nil:
		return check(v.Message())
	case f.Enum() != nil && f.Enum().Values().ByNumber(v.Enum()) == nil:
		return "", fmt.Sprintf("unknown %s %d", f.Enum().Name(), v.Enum())
	}
	return "", ""
}
