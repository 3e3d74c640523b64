package main

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/op"
)

// A pyWriter writes a module and its stub side by side.
type pyWriter struct{ code, stub bytes.Buffer }

// width of a line of Python.
const pyWidth = 120

func (w *pyWriter) both(format string, args ...any) {
	fmt.Fprintf(&w.code, format, args...)
	fmt.Fprintf(&w.stub, format, args...)
}

// def writes a function at an indent, with its documentation and body, and its line in the stub.
func (w *pyWriter) def(indent, name, sig, hinted, result string, doc, body []string, deco string) {
	if deco != "" {
		w.both("%s%s\n", indent, deco)
	}
	w.code.WriteString(breakCall(indent, "def "+name+"(", sig, "):") + "\n")
	in := indent + "    "
	quote := `"""`
	if strings.Contains(strings.Join(doc, ""), `\`) {
		quote = `r"""`
		for i := range doc {
			doc[i] = strings.ReplaceAll(doc[i], `\\`, `\`)
		}
	}
	if len(doc) == 1 {
		fmt.Fprintf(&w.code, "%s%s%s\"\"\"\n", in, quote, doc[0])
	} else {
		for i, l := range doc {
			switch {
			case i == 0:
				fmt.Fprintf(&w.code, "%s%s%s\n", in, quote, l)
			case l == "":
				w.code.WriteString("\n")
			default:
				fmt.Fprintf(&w.code, "%s%s\n", in, l)
			}
		}
		fmt.Fprintf(&w.code, "%s\"\"\"\n", in)
	}
	for _, l := range body {
		if i := strings.Index(l, "("); len(in)+len(l) > pyWidth && i > 0 && strings.HasSuffix(l, ")") {
			l = strings.TrimPrefix(breakCall(in, l[:i+1], l[i+1:len(l)-1], ")"), in)
		}
		fmt.Fprintf(&w.code, "%s%s\n", in, l)
	}
	w.stub.WriteString(breakCall(indent, "def "+name+"(", hinted, ") -> "+result+": ...") + "\n")
}

// breakCall is head args tail on a line, or as ruff breaks it where it is too long.
func breakCall(indent, head, args, tail string) string {
	if one := indent + head + args + tail; len(one) <= pyWidth {
		return one
	}
	if second := indent + "    " + args; len(second) <= pyWidth && !strings.HasPrefix(head, "def ") && !strings.Contains(args, "=") {
		return indent + head + "\n" + second + "\n" + indent + tail
	}
	var b strings.Builder
	b.WriteString(indent + head + "\n")
	for _, a := range splitArgs(args) {
		b.WriteString(indent + "    " + a)
		if !strings.HasPrefix(a, "**") || strings.HasPrefix(head, "def ") && !strings.HasPrefix(a, "**") {
			b.WriteString(",")
		} else {
			b.WriteString(",")
		}
		b.WriteString("\n")
	}
	return b.String() + indent + tail
}

// splitArgs cuts at commas outside brackets and quotes.
func splitArgs(s string) []string {
	var out []string
	depth, from := 0, 0
	var quote byte
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		case c == ',' && depth == 0:
			out = append(out, strings.TrimSpace(s[from:i]))
			from = i + 1
		}
	}
	return append(out, strings.TrimSpace(s[from:]))
}

// hint is the type of a parameter in the stub.
func (f *pyFunc) hint(types map[string]reflect.Type) func(op.Param) string {
	return func(q op.Param) string {
		h := "Any"
		switch {
		case q.Role == op.InputRole && f.frame:
			h = "FrameLike"
		case q.Role == op.InputRole:
			h = "TensorLike"
		case q.Role == op.FieldRole && types[f.attr(q.Name)] != nil:
			t, err := typeOf(types[f.attr(q.Name)])
			if h = t.hint; err != nil || f.def.Doc.Face == "hand" {
				h = "Any"
			}
			if h != "Any" && q.HasDefault && q.Default == "None" {
				h += " | None"
			}
		case q.Name == "out":
			h = "Tensor | None"
		}
		return ": " + h
	}
}

// result is the type of what a function gives, in the stub.
func (f *pyFunc) result(self string) string {
	names := map[string]string{"dataframe": "DataFrame", "series": "Series", "index": "Index", "tensor": "Tensor", "binary": "DataFrame", "reduce": "Any", "answer": "Any", "told": "Any", "line": "Any", "moved": "None"}
	k, unless, _ := strings.Cut(kindOf(f.def.Doc.Name), " unless ")
	if gives := f.def.Doc.Gives; !f.frame && gives != "" {
		return map[bool]string{true: "Any", false: "tuple[Tensor, ...]"}[strings.Contains(gives, " if ")]
	}
	switch {
	case unless != "" || f.kinds() != nil:
		return "Any"
	case f.def.Doc.Face == "hand" && !(k != "same" && f.frame):
		return "Any"
	case k == "same" && self != "":
		return self
	case k == "same":
		return "Any"
	case k == "reduce" && self == "DataFrame":
		return "Series"
	case k == "reduce" && self == "Series":
		return "Tensor"
	case k == "binary" && self != "":
		return self
	default:
		for _, q := range f.params {
			if q.Name == "out" && q.Default == "(None, None)" {
				return "tuple[Tensor, Tensor]"
			}
		}
		return names[k]
	}
}

// write makes the module and its stub.
func (m *pyModule) write() (code, stub []byte, err error) {
	w := &pyWriter{}
	w.both("%s", header)
	m.imports(w)
	var like, public []string
	methods := map[string][]method{}
	for _, d := range m.defs {
		if d.Doc.Face == "brackets" {
			names, err := w.brackets(d)
			if err != nil {
				return nil, nil, err
			}
			public = append(public, names...)
			continue
		}
		f, err := newFunc(d, m.frame)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", d.Doc.Name, err)
		}
		tr := traitsOf(d.New())
		accessor := f.accessor()
		for _, name := range strings.Fields(d.Doc.Methods) {
			i := strings.LastIndexByte(name, '.')
			if !strings.HasPrefix(name[i+1:], "__") {
				methods[name[:i]] = append(methods[name[:i]], method{name: name[i+1:], f: f})
			}
		}
		others, err := f.also()
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", d.Doc.Name, err)
		}
		for _, a := range others {
			if a.class != "" {
				methods[a.class] = append(methods[a.class], method{a.name, f, a})
			}
		}
		types := fieldTypes(d.New())
		switch {
		case d.Doc.OfUfunc():
		case tr.seeded:
			methods["Random"] = append(methods["Random"], method{name: f.name, f: f})
		case accessor:
		case len(f.tail) > 0 && d.Doc.Groups != nil:
		case len(f.tail) > 0:
			class := title(d.Sig.Calls[0])
			methods[class] = append(methods[class], method{name: d.Sig.Calls[1], f: f})
		default:
			body, err := f.body("")
			if err != nil {
				return nil, nil, err
			}
			w.both("\n\n")
			if r, ok := ufuncOf(d); ok {
				w.ufunc(r)
			} else {
				w.def("", f.name, signature(f.params, 0, false, noHint), signature(f.params, 0, false, f.hint(types)), f.result(""), docOf(d, f.refused(), 100), body, "")
			}
			for _, a := range strings.Fields(d.Doc.Aliases) {
				w.both("\n\n%s = %s\n", a, f.name)
				public = append(public, a)
				if strings.HasPrefix(d.Doc.Like, "numpy.") {
					like = append(like, fmt.Sprintf("    %q: %s,\n", d.Doc.Like[:strings.LastIndexByte(d.Doc.Like, '.')+1]+a, a))
				}
			}
			for _, a := range others {
				if a.class == "" {
					w.both("\n\n")
					a.write(w, "")
					public = append(public, a.name)
					like = append(like, fmt.Sprintf("    \"numpy.%s\": %[1]s,\n", a.name))
				}
			}
			if strings.HasPrefix(d.Doc.Like, "numpy.") || strings.HasPrefix(d.Doc.Like, "scipy.") {
				like = append(like, fmt.Sprintf("    %q: %s,\n", d.Doc.Like, f.name))
			}
		}
		if f.public && !accessor && len(f.tail) == 0 && !d.Doc.OfUfunc() {
			public = append(public, f.name)
		}
	}
	if m.frame {
		of, err := groupMethods()
		if err != nil {
			return nil, nil, err
		}
		methods["GroupBy"] = of
	}
	if err := m.classes(w, methods); err != nil {
		return nil, nil, err
	}
	if rs := methods["Random"]; rs != nil {
		w.code.WriteString("\n\n_shared = RandomState()\n")
		w.stub.WriteString("\n\n_shared: RandomState\n")
		w.both("seed = _shared.seed\n")
		public = append(public, "RandomState", "seed")
		for _, r := range rs {
			w.both("%s = _shared.%s\n", r.name, r.name)
		}
	}
	if like != nil {
		fmt.Fprintf(&w.code, "\n# The function of every function of NumPy or SciPy that has one here.\nLIKE = {\n%s}\n", strings.Join(like, ""))
		w.stub.WriteString("\nLIKE: dict[str, Any]\n")
	}
	if public == nil {
		return w.code.Bytes(), w.stub.Bytes(), nil
	}
	slices.Sort(public)
	w.both("\n__all__ = [\n")
	for _, p := range slices.Compact(public) {
		w.both("    %q,\n", p)
	}
	w.both("]\n")
	return w.code.Bytes(), w.stub.Bytes(), nil
}

// imports writes what the functions use.
func (m *pyModule) imports(w *pyWriter) {
	c := &w.code
	doc := map[bool]string{false: "Functions of tensors.", true: "Functions and methods of frames, series and indexes."}[m.frame]
	w.both("\"\"\"%s\"\"\"\n\n", doc)
	fmt.Fprintf(c, "# ruff: noqa: A001, A002, F401, N802, N803, PLR0913\n")
	fmt.Fprintf(c, "from %s_core import attrs as _a\n", m.up)
	fmt.Fprintf(c, "from %s_core.build import along as _along\nfrom %s_core.build import many as _many\nfrom %s_core.build import one as _one\nfrom %s_core.entity import asked as _asked\nfrom %s_core.entity import named as _named\n", m.up, m.up, m.up, m.up, m.up)
	if m.forms() {
		fmt.Fprintf(c, "from %s_core import forms as _forms\n", m.up)
	}
	fmt.Fprintf(c, "from %s_core.call import no_default as _no_default\nfrom %s_core.call import no_value as _no_value\n", m.up, m.up)
	fmt.Fprintf(c, "from %s_core.call import refuse as _refuse\nfrom %s_core.call import rows as _rows\n", m.up, m.up)
	fmt.Fprintf(c, "from %s_core.call import unexpected as _unexpected\n", m.up)
	if m.frame {
		fmt.Fprintf(c, "from %s_core.build import described as _described\nfrom %s_core.coerce import answer as _answer\n", m.up, m.up)
		fmt.Fprintf(c, "from . import _io\nfrom ._as import frame as _f\nfrom ._as import in_place as _in_place\n")
		fmt.Fprintf(c, "from ._as import operands as _operands\nfrom ._as import wider as _wider\n")
	} else {
		at := m.up[:len(m.up)-1]
		fmt.Fprintf(c, "from %s_as import into as _into\nfrom %s_as import into_all as _into_all\nfrom %s_as import ordered as _ordered\nfrom %s_as import scalars as _scalars\n", at, at, at, at)
		fmt.Fprintf(c, "from %s_as import draws as _draws\n", at)
		fmt.Fprintf(c, "from %s_as import tensor as _t\nfrom %s_as import tensors as _ts\nfrom %s_views import each as _each\nfrom %s_views import parts as _parts\nfrom %s_views import read as _read\nfrom %s_views import view as _view\n", at, at, at, at, at, at)
		if slices.ContainsFunc(m.defs, func(d *op.Def) bool { return d.Doc.Face == "hand" }) {
			fmt.Fprintf(c, "from . import _hand\n")
		}
		if slices.ContainsFunc(m.defs, func(d *op.Def) bool { return d.Doc.Face == "brackets" }) {
			fmt.Fprintf(c, "from %s_core.brackets import Brackets as _Brackets\n", m.up)
		}
		if m.dir == "tensor" && m.file == "_gen" {
			fmt.Fprintf(c, "from ._ufunc import ufunc as _ufunc\n")
			fmt.Fprintf(&w.stub, "from ._ufunc import ufunc as _ufunc\n")
		}
		if strings.HasSuffix(m.dir, "random") {
			w.both("from ._seeds import Seeds as _Seeds\n")
		}
	}
	fmt.Fprintf(&w.stub, "from collections.abc import Hashable, Sequence\nfrom typing import Any\n\nfrom numpy.typing import DTypeLike\n\n")
	fmt.Fprintf(&w.stub, "from mars.dataframe.core import DataFrame, Index, Series\nfrom mars.tensor.core import Tensor\n\nTensorLike = Any\nFrameLike = Any\n")
}

// forms reports that a function calls forms of several parameters.
func (m *pyModule) forms() bool {
	return slices.ContainsFunc(m.defs, func(d *op.Def) bool {
		return (strings.Contains(d.Doc.Forms, ":") || len(d.Doc.Also) > 0 || strings.Contains(d.Doc.Forms, "=line")) && d.Doc.Name != "tensor.eye" || strings.Contains(fmt.Sprint(fieldTypes(d.New())), "op.Written")
	})
}

// A method is a name of a class and the function behind it.
type method struct {
	name string
	f    *pyFunc
	also *pyName // that calls it in another way
}

// classes writes the classes that the handles derive from, with their methods.
func (m *pyModule) classes(w *pyWriter, methods map[string][]method) error {
	var names []string
	for n := range methods {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, class := range names {
		ms := methods[class]
		slices.SortStableFunc(ms, func(a, b method) int { return strings.Compare(a.name, b.name) })
		py := strings.ReplaceAll(title(strings.TrimPrefix(class, "Series.")), ".", "") + "Methods"
		base, doc := "", fmt.Sprintf("Methods of %s that the registry names.", class)
		if class == "Random" {
			py, base = "RandomState", "(_Seeds)"
			doc = "Draws tensors as numpy.random.RandomState does; the numbers are not NumPy's. Without a seed they differ in every run."
		}
		w.both("\n\nclass %s%s:\n", py, base)
		fmt.Fprintf(&w.code, "    \"\"\"%s\"\"\"\n\n    __slots__ = ()\n", doc)
		seen := ""
		for _, e := range ms {
			if e.name == seen {
				continue
			}
			seen = e.name
			w.code.WriteString("\n")
			if err := m.method(w, class, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// method writes one method of a class.
func (m *pyModule) method(w *pyWriter, class string, e method) error {
	f := e.f
	types := fieldTypes(f.def.New())
	doc := docOf(f.def, f.refused(), 100)
	plain := func(ps []op.Param, skip int, body []string, deco, result string) {
		w.def("    ", e.name, signature(ps, skip, true, noHint), signature(ps, skip, true, f.hint(types)), result, doc, body, deco)
	}
	switch {
	case e.also != nil:
		e.also.write(w, "    ")
	case f.group != nil:
		body, err := f.groupBody()
		if err != nil {
			return err
		}
		plain(f.params, 0, body, "", "Any")
	case class == "Random", class == "Ufunc":
		body, err := f.body("")
		if err != nil {
			return err
		}
		plain(f.params, 0, body, "", "Tensor")
	case f.accessor():
		body, err := f.body(map[bool]string{true: "self", false: "self._series"}[class == "Index"])
		if err != nil {
			return err
		}
		deco := ""
		if f.def.Doc.Face == "property" {
			deco = "@property"
		}
		plain(f.params, 0, body, deco, f.result(map[bool]string{true: "Index", false: "Series"}[class == "Index"]))
	case len(f.tail) > 0 && slices.Contains(f.def.Sig.Calls[1:], e.name):
		lines, _ := refusals(f.def.Doc.Name, f.tail)
		enc, _, err := f.encodings(f.tail)
		if err != nil && f.def.Doc.Face != "hand" {
			return err
		}
		lines = append(append(lines, "attrs = {}"), enc...)
		if f.def.Doc.Face == "hand" {
			lines = []string{fmt.Sprintf("return self._%s(%s)", e.name, passed(f.tail, 0, ""))}
		} else {
			lines = append(lines, fmt.Sprintf("return self._call(%q, attrs)", f.def.Doc.Name))
		}
		plain(f.tail, 0, lines, "", "Any")
	case len(f.tail) > 0:
		g := *f
		body, err := g.body("")
		if err != nil {
			return err
		}
		for i := range body { // the first input is self
			body[i] = strings.ReplaceAll(body[i], "("+f.params[0].Name+",", "(self,")
		}
		plain(f.params, 1, body, "", "Any")
	case kindOf(f.def.Doc.Name) == "binary":
		ps, pass, err := operandsOf(class, e.name)
		if err != nil {
			return err
		}
		if class == "Series" {
			pass = strings.Replace(pass, "axis", "_a.one_axis(axis)", 1)
		}
		plain(ps, 0, []string{fmt.Sprintf("return %s(self, %s)", f.name, pass)}, "", f.result(class))
	case f.paramsIn(class) != "":
		g, err := f.ofSeries(e.name, f.paramsIn(class))
		if err != nil {
			return err
		}
		body, err := g.body("")
		if err != nil {
			return err
		}
		doc = docOf(f.def, g.refused(), 100)
		plain(g.params, 1, body, "", f.result(class))
	default:
		deco := ""
		if f.def.Doc.Face == "property" {
			deco = "@property"
		}
		body := []string{fmt.Sprintf("return %s(%s)", f.name, passed(f.params, 1, "self"))}
		plain(f.params, 1, body, deco, f.result(class))
		if _, shows := f.def.New().(op.Viewer); shows && deco != "" { // what is assigned to it is assigned to what it shows
			w.both("\n")
			w.def("    ", e.name, "self, value", "self, value: Any", "None", []string{"Assign to " + strings.ToLower(f.def.Doc.Summary[:1]) + f.def.Doc.Summary[1:] + "."}, []string{f.name + "(self)[...] = value"}, "@"+e.name+".setter")
		}
	}
	return nil
}

// paramsIn are the parameters of the method of a class, where they differ from those of frames.
func (f *pyFunc) paramsIn(class string) string {
	_, of, _ := strings.Cut(f.def.Doc.Labels, " ")
	return map[string]string{"Series": f.def.Doc.Series, "Index": of}[class]
}

// operandsOf is the parameters of a method of two operands as pandas has them, and how they are passed on:
// those of frames and of series come in another order, and comparisons of frames lack one.
func operandsOf(class, name string) (ps []op.Param, pass string, err error) {
	s, pass := "(other, axis='columns', level=None, fill_value=None)", "other, axis, level, fill_value"
	switch compares := slices.Contains([]string{"eq", "ne", "lt", "le", "gt", "ge"}, name); {
	case class == "Series":
		s = "(other, level=None, fill_value=None, axis=0)"
	case compares:
		s, pass = "(other, axis='columns', level=None)", "other, axis, level"
	}
	sig, err := op.ParseSig(name+s, nil)
	return sig.Params, pass, err
}
