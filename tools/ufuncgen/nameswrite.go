package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/op"
)

// A taken is a parameter of a Go function.
type taken struct {
	param
	name, typ string
	rest      bool // none or one of it, or the elements of a list, stand last
}

// name writes one function or method of an operator.
func (w *nameWriter) name(o *operator, n askedName) error {
	ps, err := o.params()
	if err != nil {
		return err
	}
	direct, options, err := w.split(o, n, ps)
	if err != nil {
		return err
	}
	if options != "" && w.pkg.types[options] == nil {
		if err := w.options(options, n, direct, ps); err != nil {
			return err
		}
	}
	receiver := ""
	if n.class != "" {
		if len(direct) == 0 || direct[0].Role != op.InputRole {
			return fmt.Errorf("method %s.%s: the signature has no input for the receiver", n.class, n.name)
		}
		direct[0].name, direct[0].typ = strings.ToLower(n.class[:1]), "*"+n.class
		if n.class == "Index" {
			direct[0].name = "x"
		}
		receiver = fmt.Sprintf("(%s *%s) ", direct[0].name, n.class)
	}
	result, wrap, err := w.gives(o, n)
	if err != nil {
		return err
	}
	fmt.Fprintln(&w.body)
	w.comment(lead(n.name, o))
	listed := direct
	if n.class != "" {
		listed = direct[1:]
	}
	fmt.Fprintf(&w.body, "func %s%s(%s) %s {\n", receiver, n.name, goParams(listed, options), result)
	w.once(o, direct, options, wrap)
	fmt.Fprintf(&w.body, "r := &%s\n", o.proto)
	if options != "" {
		fmt.Fprintf(&w.body, "var opt %s\nif len(o) > 0 {\nopt = o[0]\n}\n", options)
	}
	if err := w.fill(o, ps, direct, options, wrap); err != nil {
		return err
	}
	w.call(o, ps, direct, options, wrap)
	fmt.Fprintln(&w.body, "}")
	return nil
}

// once writes what refuses options, or a last argument that may be left out, that are given more than once.
func (w *nameWriter) once(o *operator, direct []taken, options, wrap string) {
	last := ""
	if options != "" {
		last = "o"
	} else if n := len(direct); n > 0 && direct[n-1].single() {
		last = direct[n-1].name
	}
	switch {
	case last == "":
	case len(direct) > 0 && direct[0].Role == op.InputRole:
		fmt.Fprintf(&w.body, "%[1]s = only(%[1]s, %[2]s)\n", direct[0].name, last)
	default:
		fmt.Fprintf(&w.body, "if err := op.Once(%s); err != nil {\n%s\n}\n", last, o.failed(wrap))
	}
}

// single reports an argument that may be left out and is no list.
func (t taken) single() bool {
	return t.rest && (t.Role == op.OptRole || t.Role == op.FieldRole && !strings.HasPrefix(t.field.typ, "[]"))
}

// failed is what a function returns that has an error.
func (o *operator) failed(wrap string) string {
	s := fmt.Sprintf("bad(%q, err)", o.doc["Name"])
	switch {
	case wrap != "":
		s = wrap + "(" + s + ")"
	case len(o.results) == 1 && o.results[0] == "[]*Tensor":
		s = "[]*Tensor{" + s + "}"
	case len(o.results) > 1:
		s = strings.Repeat(", "+s, len(o.results))[2:]
	}
	return "return " + s
}

// split sorts the parameters of a name into those that the function takes and those that a struct of options
// has: what is asked for, or inputs and what has no default on the one side and the rest on the other.
func (w *nameWriter) split(o *operator, n askedName, ps []param) (direct []taken, options string, err error) {
	if n.params == nil {
		for _, p := range ps {
			switch {
			case !p.HasDefault && p.Role != op.DefaultRole:
				direct = append(direct, w.taken(p, false))
			case p.Role == op.FieldRole, p.Role == op.OptRole:
				options = strings.TrimSuffix(n.name, "Options") + "Options"
			}
		}
		return direct, options, nil
	}
	for _, s := range n.params {
		s, rest := strings.CutSuffix(s, "...")
		i := slices.IndexFunc(ps, func(p param) bool { return p.Name == s })
		if i < 0 && s[0] >= 'A' && s[0] <= 'Z' {
			options = s
			continue
		}
		if i < 0 {
			return nil, "", fmt.Errorf("%s: the signature has no %s", n.name, s)
		}
		direct = append(direct, w.taken(ps[i], rest))
	}
	if n.class != "" { // the receiver is not written
		i := slices.IndexFunc(ps, func(p param) bool { return p.Role == op.InputRole })
		if i < 0 {
			return nil, "", fmt.Errorf("%s: the signature has no input", n.name)
		}
		direct = append([]taken{w.taken(ps[i], false)}, direct...)
	}
	return direct, options, nil
}

func (w *nameWriter) taken(p param, rest bool) taken {
	t := taken{param: p, name: goParam(p.Name), rest: rest}
	switch t.Role {
	case op.InputsRole:
		if t.typ = "[]*Tensor"; rest || p.Kind == "*args" {
			t.typ, t.rest = "[]any", true
		}
		if w.pkg.name != "tensor" {
			t.typ = "[]Handle"
		}
	case op.InputRole, op.OptRole:
		if t.typ = "any"; w.pkg.name != "tensor" {
			t.typ = p.input
		}
	default:
		t.typ = optionType(p, true)
	}
	return t
}

// optionType is the Go type of a parameter: pointers are for those that have another default than zero.
func optionType(p param, direct bool) string {
	switch t := p.field.typ; {
	case t == "frame.Label":
		return "any"
	case t == "[]frame.Label":
		return "[]any"
	case t == "op.Written":
		return "any"
	case p.field.opposite():
		return "bool"
	case direct:
		return strings.TrimPrefix(t, "*")
	default:
		return t
	}
}

func (f *field) opposite() bool { return strings.HasPrefix(f.option, "!") }

// optionName is the name of a parameter in a struct of options.
func (f *field) optionName() string {
	switch n := strings.TrimPrefix(f.option, "!"); {
	case n != "":
		return n
	case f.name == "Dtype":
		return "DType"
	default:
		return f.name
	}
}

// goParams are parameters as Go declares them.
func goParams(ps []taken, options string) string {
	var out []string
	for i, p := range ps {
		switch {
		case p.rest:
			out = append(out, p.name+" ..."+strings.TrimPrefix(p.typ, "[]"))
		case i+1 < len(ps) && ps[i+1].typ == p.typ && !ps[i+1].rest:
			out = append(out, p.name)
		default:
			out = append(out, p.name+" "+p.typ)
		}
	}
	if options != "" {
		out = append(out, "o ..."+options)
	}
	return strings.Join(out, ", ")
}

// optional are the parameters that a struct of options has for a name.
func optional(ps []param, direct []taken) (out []param) {
	for _, p := range ps {
		if (p.Role == op.FieldRole || p.Role == op.OptRole) && !slices.ContainsFunc(direct, func(t taken) bool { return t.Name == p.Name }) {
			out = append(out, p)
		}
	}
	return out
}

// options writes a struct of options. Names that share one must ask for equal fields.
func (w *nameWriter) options(name string, n askedName, direct []taken, ps []param) error {
	var b strings.Builder
	for _, p := range optional(ps, direct) {
		typ := "any"
		if p.Role == op.FieldRole {
			typ = optionType(p, false)
		} else if w.pkg.name != "tensor" {
			typ = p.input
		}
		said := p.field.comment
		if d := defaultText(p); d != "" {
			said = strings.TrimPrefix(strings.TrimSuffix(said, ".")+". The default is "+d+".", ". ")
		}
		fmt.Fprintf(&b, "%s %s", p.field.optionName(), typ)
		if said != "" {
			fmt.Fprintf(&b, " // %s", said)
		}
		b.WriteString("\n")
	}
	if was, ok := w.structs[name]; ok {
		if was != b.String() {
			return fmt.Errorf("%s is asked for twice, with other fields", name)
		}
		return nil
	}
	w.structs[name] = b.String()
	full := n.name
	if n.class != "" {
		full = n.class + "." + full
	}
	fmt.Fprintf(&w.body, "\n// %s are the options of %s.\ntype %s struct {\n%s}\n", name, full, name, b.String())
	return nil
}

// defaultText is the default that a zero option stands for, where that says something.
func defaultText(p param) string {
	d := strings.Trim(p.Default, `'"`)
	if d == "None" || d == "False" || d == "True" || strings.HasPrefix(d, "<") || strings.Contains(p.field.comment, "The default is") {
		return ""
	}
	return d
}

// gives is the type of a result, and the function that makes it of a node's value.
func (w *nameWriter) gives(o *operator, n askedName) (typ, wrap string, err error) {
	if w.pkg.name == "tensor" {
		if len(o.results) == 1 && o.results[0] == "[]*Tensor" {
			return "[]*Tensor", "", nil
		}
		if len(o.results) > 1 {
			return "(" + strings.Join(o.results, ", ") + ")", "", nil
		}
		return "*Tensor", "", nil
	}
	typ = "Handle"
	if len(o.results) > 0 {
		typ = o.results[0]
	}
	kinds := map[string]string{"dataframe": "*DataFrame", "series": "*Series", "index": "*Index", "tensor": "*tensor.Tensor"}
	switch gives := o.doc["Gives"]; {
	case gives == "reduce" && n.class == "DataFrame":
		typ = "*Series"
	case gives == "reduce":
		typ = "*Scalar"
	case kinds[gives] != "":
		typ = kinds[gives]
	case typ == "Handle" && n.class != "":
		typ = "*" + n.class
	}
	wrap = map[string]string{"*DataFrame": "FrameOf", "*Series": "SeriesOf", "*Index": "IndexOf", "*Scalar": "ScalarOf", "*tensor.Tensor": "tensor.Of"}[typ]
	if wrap == "" {
		return "", "", fmt.Errorf("%s: what kind it gives is not known", n.name)
	}
	return typ, wrap, nil
}

// fill sets the operand's fields.
func (w *nameWriter) fill(o *operator, ps []param, direct []taken, options, wrap string) error {
	for _, t := range direct {
		if t.Role != op.FieldRole {
			continue
		}
		list := strings.HasPrefix(t.field.typ, "[]")
		switch {
		case t.rest && !list:
			fmt.Fprintf(&w.body, "if len(%s) > 0 {\n", t.name)
			w.set(o, t.param, t.name+"[0]", wrap, false)
			fmt.Fprintln(&w.body, "}")
		default:
			w.set(o, t.param, t.name, wrap, false)
		}
	}
	if options == "" {
		return nil
	}
	for _, p := range w.offered(options, optional(ps, direct)) {
		if p.Role == op.FieldRole {
			w.set(o, p, "opt."+p.field.optionName(), wrap, true)
		}
	}
	return nil
}

// offered are the parameters that a struct of options has: all of them, unless it is written by hand.
func (w *nameWriter) offered(options string, ps []param) []param {
	st := w.pkg.types[options]
	if st == nil {
		return ps
	}
	has := fieldsOf(st)
	return slices.DeleteFunc(ps, func(p param) bool {
		return !slices.ContainsFunc(has, func(f field) bool { return f.name == p.field.optionName() })
	})
}

// set writes one field.
func (w *nameWriter) set(o *operator, p param, v, wrap string, option bool) {
	f, to := p.field, "r."+p.field.name
	if f.typ == "op.Written" { // it may refer to inputs: call writes it
		return
	}
	failed := o.failed(wrap)
	asked := func(call string) {
		fmt.Fprintf(&w.body, "if %s != nil {\nvar err error\nif %s, err = %s; err != nil {\n%s\n}\n}\n", v, to, call, failed)
	}
	switch {
	case f.typ == "frame.Label":
		asked("schema.LabelOf(" + v + ")")
	case f.typ == "[]frame.Label":
		asked("schema.LabelsIn(" + v + ")")
	case f.typ == "any" && w.pkg.name == "tensor":
		fmt.Fprintf(&w.body, "%s = chunk.Parameter(%s)\n", to, v)
	case f.typ == "any":
		fmt.Fprintf(&w.body, "if %s != nil {\nvar err error\nif %s, err = parameter(%s); err != nil {\n%s\n}\n}\n", v, to, v, failed)
	case f.opposite() && strings.HasPrefix(f.typ, "*"):
		fmt.Fprintf(&w.body, "%s = new(!%s)\n", to, v)
	case f.opposite():
		fmt.Fprintf(&w.body, "%s = !%s\n", to, v)
	case strings.HasPrefix(f.typ, "*") && !option:
		fmt.Fprintf(&w.body, "%s = &%s\n", to, v)
	default:
		fmt.Fprintf(&w.body, "%s = %s\n", to, v)
	}
}

// call writes how the node is built: inputs in order of the signature, those that are absent left out.
func (w *nameWriter) call(o *operator, ps []param, direct []taken, options, wrap string) {
	var fixed []string
	var more strings.Builder
	if options != "" {
		direct = slices.Clone(direct)
		for _, p := range w.offered(options, optional(ps, direct)) {
			if p.Role == op.OptRole || p.field.typ == "op.Written" {
				direct = append(direct, taken{param: p, name: "opt." + p.field.optionName()})
			}
		}
	}
	for _, p := range ps {
		i := slices.IndexFunc(direct, func(t taken) bool { return t.Name == p.Name })
		if i < 0 {
			continue
		}
		t := direct[i]
		switch {
		case p.field != nil && p.field.typ == "op.Written" && slices.Contains(strings.Fields(o.doc["Forms"]), p.Name+"=plain"):
			fmt.Fprintf(&more, "r.%s = chunk.Plain(%s)\n", p.field.name, t.name)
		case p.field != nil && p.field.typ == "op.Written":
			fmt.Fprintf(&more, "in, r.%s = given(in, %s)\n", p.field.name, t.name)
		case p.Role == op.InputRole:
			fixed = append(fixed, t.name)
		case p.Role == op.OptRole && t.rest:
			fmt.Fprintf(&more, "if len(%s) > 0 {\nin, r.%s = append(in, %s[0]), op.In(len(in))\n}\n", t.name, p.field.name, t.name)
		case p.Role == op.OptRole:
			fmt.Fprintf(&more, "if %s != nil {\nin, r.%s = append(in, %s), op.In(len(in))\n}\n", t.name, p.field.name, t.name)
		case p.Role == op.InputsRole:
			ref := ""
			if p.field != nil {
				ref = fmt.Sprintf("r.%s = append(r.%s, op.In(len(in)))\n", p.field.name, p.field.name)
			}
			fmt.Fprintf(&more, "for _, t := range %s {\n%sin = append(in, t)\n}\n", t.name, ref)
		}
	}
	args := strings.Join(fixed, ", ")
	if more.Len() > 0 {
		typ := "any"
		if w.pkg.name != "tensor" {
			typ = "Handle"
		}
		fmt.Fprintf(&w.body, "in := []%s{%s}\n%s", typ, args, more.String())
		args = "in..."
	}
	if args != "" {
		args = ", " + args
	}
	switch {
	case wrap != "":
		fmt.Fprintf(&w.body, "return %s(apply(r%s))\n", wrap, args)
	case o.viewer:
		fmt.Fprintf(&w.body, "return shown(r%s)\n", args)
	case len(o.results) == 1 && o.results[0] == "[]*Tensor":
		fmt.Fprintf(&w.body, "return madeAll(r%s)\n", args)
	case len(o.results) > 1:
		fmt.Fprintf(&w.body, "ts := madeN(%d, r%s)\nreturn ts[0]", len(o.results), args)
		for k := range len(o.results) - 1 {
			fmt.Fprintf(&w.body, ", ts[%d]", k+1)
		}
		fmt.Fprintln(&w.body)
	default:
		fmt.Fprintf(&w.body, "return made(r%s)\n", args)
	}
}
