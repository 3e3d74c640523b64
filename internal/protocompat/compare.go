package protocompat

import (
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// A Set finds descriptors by full name; protoregistry.Files is one.
type Set interface {
	FindDescriptorByName(protoreflect.FullName) (protoreflect.Descriptor, error)
}

// Compare lists what of old is missing or different in now, one line each.
func Compare(old protoreflect.FileDescriptor, now Set) []string {
	c := &comparison{now: now}
	c.enums(old.Enums())
	c.messages(old.Messages())
	for i := range old.Services().Len() {
		c.service(old.Services().Get(i))
	}
	return c.breaks
}

type comparison struct {
	now    Set
	breaks []string
}

func (c *comparison) broken(format string, args ...any) {
	c.breaks = append(c.breaks, fmt.Sprintf(format, args...))
}

// find looks the descriptor of the same name and sort up.
func find[D protoreflect.Descriptor](c *comparison, old D) (D, bool) {
	d, err := c.now.FindDescriptorByName(old.FullName())
	now, ok := d.(D)
	if err != nil || !ok {
		c.broken("%s is gone", old.FullName())
		return now, false
	}
	return now, true
}

func (c *comparison) messages(ms protoreflect.MessageDescriptors) {
	for i := range ms.Len() {
		old := ms.Get(i)
		if old.IsMapEntry() { // compared through the field
			continue
		}
		now, ok := find(c, old)
		if !ok {
			continue
		}
		for j := range old.Fields().Len() {
			c.field(old.Fields().Get(j), now.Fields())
		}
		c.enums(old.Enums())
		c.messages(old.Messages())
	}
}

func (c *comparison) field(old protoreflect.FieldDescriptor, fields protoreflect.FieldDescriptors) {
	now := fields.ByNumber(old.Number())
	if now == nil {
		if moved := fields.ByName(old.Name()); moved != nil {
			c.broken("%s moved from number %d to %d", old.FullName(), old.Number(), moved.Number())
		} else {
			c.broken("%s (number %d) is gone", old.FullName(), old.Number())
		}
		return
	}
	if now.Name() != old.Name() {
		c.broken("%s (number %d) is now called %s", old.FullName(), old.Number(), now.Name())
	}
	if a, b := typeOf(old), typeOf(now); a != b {
		c.broken("%s changed from %s to %s", old.FullName(), a, b)
	}
	if a, b := oneofOf(old), oneofOf(now); a != b {
		c.broken("%s moved from oneof %q to %q", old.FullName(), a, b)
	}
}

// typeOf is the type of a field as it is written.
func typeOf(f protoreflect.FieldDescriptor) string {
	switch {
	case f.IsMap():
		return fmt.Sprintf("map<%s, %s>", typeOf(f.MapKey()), typeOf(f.MapValue()))
	case f.IsList():
		return "repeated " + element(f)
	case f.HasOptionalKeyword():
		return "optional " + element(f)
	}
	return element(f)
}

func element(f protoreflect.FieldDescriptor) string {
	switch {
	case f.Message() != nil:
		return string(f.Message().FullName())
	case f.Enum() != nil:
		return string(f.Enum().FullName())
	}
	return f.Kind().String()
}

func oneofOf(f protoreflect.FieldDescriptor) protoreflect.Name {
	if o := f.ContainingOneof(); o != nil && !o.IsSynthetic() {
		return o.Name()
	}
	return ""
}

func (c *comparison) enums(es protoreflect.EnumDescriptors) {
	for i := range es.Len() {
		old := es.Get(i)
		now, ok := find(c, old)
		if !ok {
			continue
		}
		for j := range old.Values().Len() {
			v := old.Values().Get(j)
			switch w := now.Values().ByNumber(v.Number()); {
			case w == nil:
				c.broken("%s.%s (number %d) is gone", old.FullName(), v.Name(), v.Number())
			case w.Name() != v.Name() && now.Values().ByName(v.Name()) == nil:
				c.broken("%s.%s (number %d) is now called %s", old.FullName(), v.Name(), v.Number(), w.Name())
			case w.Name() != v.Name():
				c.broken("%s.%s moved from number %d to %d", old.FullName(), v.Name(), v.Number(), now.Values().ByName(v.Name()).Number())
			}
		}
	}
}

func (c *comparison) service(old protoreflect.ServiceDescriptor) {
	now, ok := find(c, old)
	if !ok {
		return
	}
	for i := range old.Methods().Len() {
		m := old.Methods().Get(i)
		n := now.Methods().ByName(m.Name())
		if n == nil {
			c.broken("%s is gone", m.FullName())
			continue
		}
		if a, b := methodOf(m), methodOf(n); a != b {
			c.broken("%s changed from %s to %s", m.FullName(), a, b)
		}
	}
}

func methodOf(m protoreflect.MethodDescriptor) string {
	stream := func(s bool) string {
		if s {
			return "stream "
		}
		return ""
	}
	return fmt.Sprintf("(%s%s) returns (%s%s)", stream(m.IsStreamingClient()), m.Input().FullName(), stream(m.IsStreamingServer()), m.Output().FullName())
}
