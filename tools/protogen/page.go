package main

import (
	"cmp"
	"fmt"
	"html"
	"os"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// writePage writes what the comments of the files say about services, messages and enums, as the body of a
// page.
func writePage(path string, files []protoreflect.FileDescriptor) error {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b protoreflect.FileDescriptor) int { // services first, what they carry then
		return cmp.Or(cmp.Compare(b.Services().Len(), a.Services().Len()), strings.Compare(a.Path(), b.Path()))
	})
	p := &page{}
	for _, f := range files {
		for i := range f.Services().Len() {
			p.service(f.Services().Get(i))
		}
	}
	p.line(`<h2 id="messages">Messages</h2>`)
	for _, f := range files {
		p.messages(f.Messages())
		p.enums(f.Enums())
	}
	return os.WriteFile(path, []byte(p.b.String()), 0o644)
}

// A page collects HTML.
type page struct{ b strings.Builder }

func (p *page) line(format string, args ...any) {
	fmt.Fprintf(&p.b, format, args...)
	p.b.WriteByte('\n')
}

// says is the comment before a descriptor, or behind it, as paragraphs.
func says(d protoreflect.Descriptor) string {
	loc := d.ParentFile().SourceLocations().ByDescriptor(d)
	text := cmp.Or(strings.TrimSpace(loc.LeadingComments), strings.TrimSpace(loc.TrailingComments))
	var out []string
	for _, par := range strings.Split(text, "\n\n") {
		if par = strings.Join(strings.Fields(par), " "); par != "" {
			out = append(out, "<p>"+html.EscapeString(par)+"</p>")
		}
	}
	return strings.Join(out, "")
}

func (p *page) service(s protoreflect.ServiceDescriptor) {
	p.line(`<h2 id="%[1]s">%[1]s</h2>%[2]s`, s.Name(), says(s))
	for i := range s.Methods().Len() {
		m := s.Methods().Get(i)
		stream := ""
		if m.IsStreamingServer() {
			stream = "stream of "
		}
		p.line(`<section><h3 id="%[1]s.%[2]s">%[2]s</h3><p class="call">POST /%[3]s/%[2]s: %[4]s &rarr; %[5]s%[6]s</p>%[7]s</section>`,
			s.Name(), m.Name(), s.FullName(), link(m.Input()), stream, link(m.Output()), says(m))
	}
}

func (p *page) messages(ms protoreflect.MessageDescriptors) {
	for i := range ms.Len() {
		m := ms.Get(i)
		if m.IsMapEntry() {
			continue
		}
		p.line(`<section><h3 id="%s">%s</h3>%s`, m.FullName(), short(m), says(m))
		if m.Fields().Len() > 0 {
			p.line(`<table><tr><th>field</th><th>JSON</th><th>type</th><th></th></tr>`)
			for k := range m.Fields().Len() {
				f := m.Fields().Get(k)
				p.line(`<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>`, f.Name(), f.JSONName(), typeOf(f), says(f))
			}
			p.line(`</table>`)
		}
		p.line(`</section>`)
		p.messages(m.Messages())
		p.enums(m.Enums())
	}
}

func (p *page) enums(es protoreflect.EnumDescriptors) {
	for i := range es.Len() {
		e := es.Get(i)
		p.line(`<section><h3 id="%s">%s</h3>%s<table><tr><th>value</th><th></th></tr>`, e.FullName(), short(e), says(e))
		for k := range e.Values().Len() {
			v := e.Values().Get(k)
			p.line(`<tr><td>%s</td><td>%s</td></tr>`, v.Name(), says(v))
		}
		p.line(`</table></section>`)
	}
}

// short is a name without its package.
func short(d protoreflect.Descriptor) string {
	return strings.TrimPrefix(string(d.FullName()), string(d.ParentFile().Package())+".")
}

// link is a name that leads to what it names, when that is on the page.
func link(d protoreflect.Descriptor) string {
	if !strings.HasPrefix(string(d.FullName()), "mars.") {
		return html.EscapeString(string(d.FullName()))
	}
	return fmt.Sprintf(`<a href="#%s">%s</a>`, d.FullName(), short(d))
}

// typeOf is the type of a field in words.
func typeOf(f protoreflect.FieldDescriptor) string {
	if f.IsMap() {
		return "map of " + f.MapKey().Kind().String() + " to " + element(f.MapValue())
	}
	t := element(f)
	if f.IsList() {
		t = "list of " + t
	}
	if o := f.ContainingOneof(); o != nil {
		t += fmt.Sprintf(", one of %s", o.Name())
	}
	return t
}

func element(f protoreflect.FieldDescriptor) string {
	switch {
	case f.Message() != nil:
		return link(f.Message())
	case f.Enum() != nil:
		return link(f.Enum())
	}
	return f.Kind().String()
}
