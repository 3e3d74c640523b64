package main

import (
	"fmt"
	"strings"

	"github.com/mars-project/mars-go/op"
)

// brackets writes the names of an operator that is written with brackets, Doc.Also with the face brackets:
// what stands between them is its parameter key, and Sets says the others. It gives the names.
func (w *pyWriter) brackets(d *op.Def) (names []string, err error) {
	types := fieldTypes(d.New())
	_, asked, _ := strings.Cut(d.Doc.Gives, "each key if ")
	for _, n := range d.Doc.Also {
		_, name, _, _ := n.Named()
		var attrs []string
		more := ""
		for set := range strings.SplitSeq(n.Sets, ", ") {
			param, value, some := strings.Cut(set, "=")
			if !some {
				continue
			}
			t, err := typeOf(types[param])
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", d.Doc.Name, name, err)
			}
			attrs = append(attrs, fmt.Sprintf("%q: _a.%s(%s)", param, t.encode, value))
			if param == asked && value == "True" {
				more = ", several=True"
			}
		}
		fmt.Fprintf(&w.code, "\n\n%s = _Brackets(%q, {%s}%s)\n%[1]s.__doc__ = %[5]q\n", name, d.Doc.Name, strings.Join(attrs, ", "), more, n.Summary+".")
		fmt.Fprintf(&w.stub, "\n\n%s: Any\n", name)
		names = append(names, name)
	}
	return names, nil
}
