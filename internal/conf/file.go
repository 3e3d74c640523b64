package conf

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/mars-project/mars-go/errs"
)

// file reads a file: sections, and in them keys with scalars or sequences of scalars. JSON is YAML.
func (s *Set) file(f File) error {
	var doc yaml.Node
	if err := yaml.Unmarshal(f.Text, &doc); err != nil {
		return errs.Wrap(errs.Invalid, err, "%s", f.Name)
	}
	if len(doc.Content) == 0 { // empty, or comments alone
		return nil
	}
	r := &reader{set: s, name: f.Name, seen: map[string]int{}}
	return r.sections(doc.Content[0])
}

type reader struct {
	set  *Set
	name string
	seen map[string]int // line of each setting
}

func (r *reader) at(n *yaml.Node) string { return fmt.Sprintf("%s:%d", r.name, n.Line) }

func (r *reader) bad(n *yaml.Node, format string, args ...any) error {
	return errs.New(errs.Invalid, "%s: %s", r.at(n), fmt.Sprintf(format, args...))
}

func (r *reader) sections(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		if n.Tag == "!!null" {
			return nil
		}
		return r.bad(n, "want sections such as \"worker:\"")
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if !r.known(k.Value) {
			return r.bad(k, "no section %q%s", k.Value, Suggest(k.Value, r.names("")))
		}
		if v.Kind != yaml.MappingNode {
			if v.Tag == "!!null" {
				continue
			}
			return r.bad(v, "section %s wants keys below it", k.Value)
		}
		for j := 0; j+1 < len(v.Content); j += 2 {
			if err := r.key(k.Value, v.Content[j], v.Content[j+1]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *reader) key(section string, k, v *yaml.Node) error {
	name := section + "." + k.Value
	x := r.set.Get(name)
	if x == nil {
		return r.bad(k, "section %s has no key %q%s", section, k.Value, Suggest(k.Value, r.names(section)))
	}
	if was, ok := r.seen[name]; ok {
		return r.bad(k, "%s stands on line %d already", name, was)
	}
	r.seen[name] = k.Line
	switch v.Kind {
	case yaml.ScalarNode:
		if v.Tag == "!!null" {
			return nil
		}
		if err := unit(x, v.Value); err != nil {
			return r.bad(v, "%s: %s", name, err)
		}
		if err := x.Value.Set(v.Value); err != nil {
			return r.bad(v, "%s: %s", name, err)
		}
	case yaml.SequenceNode:
		l, ok := x.Value.(list)
		if !ok {
			return r.bad(v, "%s is one %s, not a list", name, x.Value.Type())
		}
		var words []string
		for _, w := range v.Content {
			if w.Kind != yaml.ScalarNode {
				return r.bad(w, "%s wants a list of words", name)
			}
			words = append(words, w.Value)
		}
		if err := l.setAll(words); err != nil {
			return r.bad(v, "%s: %s", name, err)
		}
	default:
		return r.bad(v, "%s is one %s", name, x.Value.Type())
	}
	x.Source = r.at(k)
	return nil
}

func (r *reader) known(section string) bool {
	for _, x := range r.set.list {
		if strings.HasPrefix(x.Name, section+".") {
			return true
		}
	}
	return false
}

// names are the keys of a section, or the sections when it is empty.
func (r *reader) names(section string) (out []string) {
	for _, x := range r.set.list {
		sec, key, _ := strings.Cut(x.Name, ".")
		switch section {
		case "":
			out = append(out, sec)
		case sec:
			out = append(out, key)
		}
	}
	return out
}
