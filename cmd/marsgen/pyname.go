package main

import (
	"fmt"
	"strings"

	"github.com/mars-project/mars-go/op"
)

// A pyName is another name of a function: Doc.Also.
type pyName struct {
	f           *pyFunc
	n           *op.Name
	class, name string
	params      []op.Param
	property    bool
}

// also are the other names of a function.
func (f *pyFunc) also() (out []*pyName, err error) {
	for i := range f.def.Doc.Also {
		n := &f.def.Doc.Also[i]
		class, name, params, call := n.Named()
		sig, err := op.ParseSig(name+"("+params+")", nil)
		if err != nil {
			return nil, err
		}
		out = append(out, &pyName{f: f, n: n, class: class, name: name, params: sig.Params, property: !call})
	}
	return out, nil
}

// body is the lines that call the function. Parameters that it has not are taken at their default only.
func (a *pyName) body() (lines []string, refused []string) {
	first, rest := "self", a.params
	if a.class == "" && len(rest) > 0 && !strings.HasPrefix(rest[0].Kind, "*") {
		first, rest = rest[0].Name, rest[1:]
	}
	args := []string{first}
	has := map[string]op.Param{}
	for _, q := range a.f.params {
		has[q.Name] = q
	}
	for _, q := range rest {
		_, known := has[q.Name]
		switch {
		case known && strings.HasPrefix(q.Kind, "*"): // one argument, or one by one
			args = append(args, fmt.Sprintf("%s=_forms.spread(%[1]s)", q.Name))
		case known:
			args = append(args, q.Name+"="+q.Name)
		case !idle[q.Name] && !strings.Contains(a.n.Sets, "="+q.Name):
			refused = append(refused, q.Name)
			lines = append(lines, "if "+differs(q)+":", fmt.Sprintf("    _refuse(\"mars.tensor.%s\", %q)", a.name, q.Name))
		}
	}
	if a.n.Sets != "" {
		args = append(args, a.n.Sets)
	}
	call := fmt.Sprintf("%s(%s)", a.f.name, strings.Join(args, ", "))
	if a.n.Stores {
		return append(lines, "_into("+first+", "+call+")"), refused
	}
	return append(lines, "return "+call), refused
}

// write writes the name: a function, or a method or property at the indent of its class.
func (a *pyName) write(w *pyWriter, indent string) {
	body, refused := a.body()
	deco, result := "", "Any"
	if a.property {
		deco, result = "@property", "Tensor"
	}
	d := op.Def{Doc: op.Doc{Summary: a.n.Summary}}
	hint := func(op.Param) string { return ": Any" }
	self := a.class != ""
	w.def(indent, a.name, signature(a.params, 0, self, noHint), signature(a.params, 0, self, hint), result, docOf(&d, refused, 100), body, deco)
}
