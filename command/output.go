package command

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/mars-project/mars-go/internal/conf"
)

// forms are the ways in which an answer is printed.
var forms = []string{"json", "yaml", "wide", "name"}

// outputFlags are -o and --json.
func (p *program) outputFlags(c *cobra.Command) {
	f := c.Flags()
	f.VarP(outputFlag{p}, "output", "o", "how to print: "+strings.Join(forms, ", ")+"; fields of the first two are only ever added")
	f.VarPF(jsonFlag{p}, "json", "", "the same as -o json").NoOptDefVal = "true"
	_ = c.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(forms, cobra.ShellCompDirectiveNoFileComp))
}

type outputFlag struct{ p *program }

func (o outputFlag) String() string { return "" }
func (o outputFlag) Type() string   { return "form" }

func (o outputFlag) Set(s string) error {
	if !slices.Contains(forms, s) {
		return usage("no form %q: %s%s", s, strings.Join(forms, ", "), conf.Suggest(s, forms))
	}
	o.p.form = s
	return nil
}

type jsonFlag struct{ p *program }

func (j jsonFlag) String() string { return "" }
func (j jsonFlag) Type() string   { return "bool" }

func (j jsonFlag) Set(s string) error {
	switch s {
	case "true":
		j.p.form = "json"
	case "false":
		j.p.form = ""
	default:
		return usage("--json=%s: want true or false", s)
	}
	return nil
}

// show prints an answer in the form that was asked for, people's where none was.
func (p *program) show(answer any, people writer) error {
	switch p.form {
	case "json":
		e := json.NewEncoder(p.std.out)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(answer)
	case "yaml":
		return writeYAML(p.std.out, answer)
	case "name":
		if n, ok := people.(named); ok {
			return n.names().write(p.std.out)
		}
	case "wide":
		if t, ok := people.(*table); ok {
			t.all = true
		}
	}
	return people.write(p.std.out)
}

// A named answer has names, which other commands take.
type named interface{ names() lines }

// writeYAML prints what JSON would have, with the same names in the same order.
func writeYAML(w io.Writer, answer any) error {
	b, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	var n yaml.Node
	if err := yaml.Unmarshal(b, &n); err != nil { // JSON is YAML
		return err
	}
	plain(&n)
	e := yaml.NewEncoder(w)
	e.SetIndent(2)
	if err := e.Encode(&n); err != nil {
		return err
	}
	return e.Close()
}

// plain takes away the braces and the quotes that need not be.
func plain(n *yaml.Node) {
	if n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode {
		n.Style = 0
		if len(n.Content) == 0 {
			n.Style = yaml.FlowStyle
		}
	}
	if n.Kind == yaml.ScalarNode && n.Style&yaml.DoubleQuotedStyle != 0 {
		n.Style, n.Tag = 0, "!!str" // the writer quotes what would be read as something else
		if strings.Contains(n.Value, "\n") {
			n.Style = yaml.LiteralStyle
		}
	}
	for _, c := range n.Content {
		plain(c)
	}
}

// names are the first cells of a table.
func (t *table) names() (out lines) {
	for _, r := range t.rows {
		out = append(out, r[0])
	}
	return out
}

// names is the value of the first field.
func (f fields) names() lines {
	if len(f) == 0 {
		return nil
	}
	return lines{f[0][1]}
}
