package conf

import (
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// WriteDefaults writes a file with all settings at their defaults, each with what it means, as a comment to
// be edited.
func (s *Set) WriteDefaults(w io.Writer) error {
	var b strings.Builder
	section := ""
	for _, x := range s.list {
		sec, key, _ := strings.Cut(x.Name, ".")
		if sec != section {
			if section != "" {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "%s:\n", sec)
			section = sec
		}
		fmt.Fprintf(&b, "  # %s (%s)\n  %s: %s\n", x.Help, x.Value.Type(), key, scalar(x, x.preset))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// scalar is a value as YAML reads it back.
func scalar(x *Setting, text string) string {
	if l, ok := x.Value.(list); ok && text != "" {
		n := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
		for _, w := range strings.Split(text, l.sep) {
			n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: w})
		}
		b, _ := yaml.Marshal(n) // words have no way to fail
		return strings.TrimSpace(string(b))
	}
	switch text {
	case "true", "false":
		return text
	case "":
		return `""`
	}
	if t := x.Value.Type(); t == "int" || t == "port" {
		return text
	}
	b, _ := yaml.Marshal(text)
	return strings.TrimSpace(string(b))
}
