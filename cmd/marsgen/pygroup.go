package main

import (
	"fmt"
	"reflect"

	"github.com/mars-project/mars-go/op"
)

// groupMethods are the methods of groups of rows that operators answer.
func groupMethods() ([]method, error) {
	var out []method
	for _, d := range op.Defs() {
		for i := range d.Doc.Groups {
			m := &d.Doc.Groups[i]
			sig, err := op.ParseMethod(m.Sig, d.New())
			if err != nil {
				return nil, fmt.Errorf("%s: %w", d.Doc.Name, err)
			}
			of := *d // with the forms of the method
			of.Doc.Forms, of.Doc.Summary = m.Forms, m.Summary
			of.Doc.Like, of.Doc.Face = "pandas.DataFrameGroupBy."+sig.Calls[0], ""
			for i := range sig.Params {
				sig.Params[i].Name = spelling(&of.Doc, sig.Params[i].Name)
			}
			f := &pyFunc{def: &of, params: sig.Params, name: sig.Calls[0], frame: true, group: m}
			out = append(out, method{name: f.name, f: f})
		}
	}
	return out, nil
}

// groupBody is the lines of a method of groups.
func (f *pyFunc) groupBody() ([]string, error) {
	lines, _ := refusals("dataframe.DataFrameGroupBy."+f.name, f.params)
	enc, _, err := f.encodings(f.params)
	if err != nil {
		return nil, err
	}
	lines = append(append(lines, "attrs = {}"), enc...)
	if t, ok := fieldTypes(f.def.New())["func"]; ok && t.Kind() == reflect.String {
		lines = append(lines, fmt.Sprintf(`attrs["func"] = _a.string(%q)`, f.name))
	} else if ok {
		lines = append(lines, fmt.Sprintf(`attrs["func"] = _forms.aggregates(%q)`, f.name))
	}
	if f.group.Sets != "" {
		lines = append(lines, fmt.Sprintf(`attrs[%q] = _a.boolean(True)`, f.group.Sets))
	}
	gives := ""
	if f.group.Gives != "" {
		gives = fmt.Sprintf(", %q", f.group.Gives)
	}
	return append(lines, fmt.Sprintf("return self._call(%q, attrs%s)", f.def.Doc.Name, gives)), nil
}
