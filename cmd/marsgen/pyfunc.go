package main

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// A pyFunc is the Python function of an operator.
type pyFunc struct {
	def    *op.Def
	params []op.Param // of the first call
	tail   []op.Param // of the second: groupby(...).agg(...)
	public bool
	name   string // of the function
	frame  bool
	group  *op.Method // of a method of groups of rows
	line   bool       // a method of series or of an index: there is one axis
}

func newFunc(d *op.Def, frame bool) (*pyFunc, error) {
	f := &pyFunc{def: d, frame: frame}
	sig := d.Sig
	if s := d.Doc.Python; s != "" {
		var err error
		if sig, err = op.ParseSig(s, nil); err != nil {
			return nil, err
		}
	}
	for _, q := range sig.Params {
		q.Name = spelling(&d.Doc, q.Name)
		if q.Call == 0 {
			f.params = append(f.params, q)
		} else {
			f.tail = append(f.tail, q)
		}
	}
	base := d.Doc.Name[strings.LastIndexByte(d.Doc.Name, '.')+1:]
	f.public = !frame || d.Doc.Like == "pandas."+base || slices.Contains([]string{"isna", "notna", "dataframe_from_tensor", "series_from_tensor"}, base)
	if f.name = base; !f.public {
		_, rest, _ := strings.Cut(d.Doc.Name, ".")
		f.name = "_" + strings.ReplaceAll(strings.ToLower(rest), ".", "_")
	}
	return f, nil
}

// ofSeries is the method of series, or of an index, where its parameters differ from those of frames.
func (f *pyFunc) ofSeries(name, params string) (*pyFunc, error) {
	sig, err := op.ParseMethod(name+params, f.def.New())
	if err != nil {
		return nil, err
	}
	g := *f
	g.line = true
	g.params = []op.Param{{Name: "self", Kind: "any", Role: op.InputRole}}
	for _, q := range sig.Params {
		if q.Kind == "*args" {
			q.Role = op.DefaultRole
		}
		g.params = append(g.params, q)
	}
	return &g, nil
}

// accessor reports a method of an accessor of series: of texts, times or categories.
func (f *pyFunc) accessor() bool {
	return strings.HasPrefix(f.def.Doc.Name, "dataframe.Series.") && strings.Count(f.def.Doc.Name, ".") == 3
}

// attr is the name of a parameter on the wire.
func (f *pyFunc) attr(name string) string {
	for _, q := range f.def.Sig.Params {
		if f.def.Doc.Form(q.Name) == "as:"+name {
			return q.Name
		}
	}
	return name
}

// handName is the name of the function in _hand.py.
func (f *pyFunc) handName() string {
	n := f.def.Doc.Name
	n = n[strings.IndexByte(n, '.')+1:]
	n = strings.NewReplacer("random.", "", "linalg.", "", "fft.", "", "special.", "", "Series.", "", "DataFrame.value_counts", "frame_value_counts").Replace(n)
	return strings.TrimSuffix(strings.ReplaceAll(n, ".", "_"), "_agg")
}

// defaultOf is the default as Python source.
func defaultOf(q op.Param) string {
	switch q.Default {
	case "<no_default>":
		return "_no_default"
	case "<no value>":
		return "_no_value"
	}
	return q.Default
}

// differs is the condition that an argument is not the default.
func differs(q op.Param) string {
	d := defaultOf(q)
	if q.Name == "axis" && q.Role == op.DefaultRole && (d == "0" || d == "None") {
		return q.Name + " not in _rows"
	}
	if slices.Contains([]string{"None", "True", "False", "_no_default", "_no_value", "float", "int"}, d) {
		return q.Name + " is not " + d
	}
	if q.Name == "ambiguous" { // may be an array, which compares by element
		return "not isinstance(" + q.Name + ", str) or " + q.Name + " != " + d
	}
	return q.Name + " != " + d
}

// signature is the parameters as Python source; of a stub with hints. The first skip parameters are left out,
// self stands for them.
func signature(ps []op.Param, skip int, self bool, hint func(op.Param) string) string {
	var out []string
	if self {
		out = append(out, "self")
	}
	ps = ps[skip:]
	star := false
	for i, q := range ps {
		if i > 0 && ps[i-1].Kind == "pos" && q.Kind != "pos" {
			out = append(out, "/")
		}
		if strings.HasPrefix(q.Kind, "*") {
			star = true
			out = append(out, strings.TrimSuffix(q.Kind, "args")+q.Name+hint(q))
			continue
		}
		if q.Kind == "kw" && !star {
			star = true
			out = append(out, "*")
		}
		s := q.Name + hint(q)
		if q.HasDefault {
			if eq := "="; hint(q) == "" {
				s += eq + defaultOf(q)
			} else {
				s += " = ..."
			}
		}
		out = append(out, s)
	}
	if n := len(ps); n > 0 && ps[n-1].Kind == "pos" {
		out = append(out, "/")
	}
	return strings.Join(out, ", ")
}

func noHint(op.Param) string { return "" }

// passed is the arguments of a call with the same parameters, the first skip replaced by first.
func passed(ps []op.Param, skip int, first string) string {
	var out []string
	if first != "" {
		out = append(out, first)
	}
	named := false
	for _, q := range ps[skip:] {
		switch {
		case strings.HasPrefix(q.Kind, "*"):
			out = append(out, strings.TrimSuffix(q.Kind, "args")+q.Name)
			named = named || q.Kind == "*args"
		case q.Kind == "kw" || named:
			out = append(out, q.Name+"="+q.Name)
		default:
			out = append(out, q.Name)
		}
	}
	return strings.Join(out, ", ")
}

// refusals are the checks of parameters that are taken at their default only, and the names of these.
func refusals(name string, ps []op.Param) (lines, names []string) {
	where := "mars." + name
	for _, q := range ps {
		switch {
		case formOf(name, q.Name) == "any" || strings.HasPrefix(formOf(name, q.Name), "for:"):
			continue
		case q.Role != op.DefaultRole && formOf(name, q.Name) != "only" || idle[q.Name] && formOf(name, q.Name) != "only" || q.Name == "out" || q.Name == "inplace" || formOf(name, q.Name) == "own" || formOf(name, q.Name) == "masked" || strings.HasPrefix(formOf(name, q.Name), "other:"):
			continue
		case q.Kind == "*args" && (q.Role == op.DefaultRole || formOf(name, q.Name) == "only"):
			lines = append(lines, fmt.Sprintf("if %s:", q.Name), fmt.Sprintf("    _refuse(%q, %q)", where, q.Name))
			continue
		case q.Kind == "**args":
			lines = append(lines, fmt.Sprintf("if %s:", q.Name), fmt.Sprintf("    _unexpected(%q, %s)", where, q.Name))
			continue
		case q.Name == "order" && q.Default != "None":
			continue
		}
		names = append(names, q.Name)
		lines = append(lines, "if "+differs(q)+":", fmt.Sprintf("    _refuse(%q, %q)", where, q.Name))
	}
	return lines, names
}

// encodings are the lines that put the parameters into attrs, and those that do it once there are inputs, to
// which they may add some.
func (f *pyFunc) encodings(ps []op.Param) (lines, late []string, err error) {
	types := fieldTypes(f.def.New())
	for _, q := range ps {
		if q.Role != op.FieldRole {
			continue
		}
		form := f.def.Doc.Form(f.attr(q.Name))
		if form == "own" {
			continue
		}
		t, err := typeOf(types[f.attr(q.Name)])
		if err != nil && (form == "" || generated[form]) {
			return nil, nil, err
		}
		if enc := t.encode; f.frame && q.Name == "axis" {
			t.encode = map[string]string{"integer": "axis", "string": "axis_name"}[enc]
		}
		set, always := encoder(form, f.attr(q.Name), q.Name, t.encode, defaultOf(q))
		switch {
		case strings.Contains(set, ", ins") && (!q.HasDefault || always):
			late = append(late, set)
		case strings.Contains(set, ", ins"):
			late = append(late, "if "+differs(q)+":", "    "+set)
		case !q.HasDefault || always:
			lines = append(lines, set)
		case f.frame && q.Name == "axis" && q.Default == "0":
			lines = append(lines, "if axis != 0:", "    "+set)
		default:
			lines = append(lines, "if "+differs(q)+":", "    "+set)
		}
	}
	return lines, late, nil
}

// inputs are the lines that make ins of the inputs, and the expression of the kind of the result.
func (f *pyFunc) inputs(tr traits) (lines []string, first string) {
	conv, many := "_t", "_ts"
	if f.frame {
		conv, many = "_f", ""
	}
	var names []string
	for _, q := range f.params {
		if q.Role == op.InputRole {
			names = append(names, q.Name)
		}
	}
	if len(names) > 0 {
		first = names[0]
	}
	if tr.seeded && tr.places > 0 {
		return []string{"ins, args = _draws((" + strings.Join(names, ", ") + ",))", "if args is not None:", "    attrs[\"args\"] = args"}, first
	}
	if tr.scalars && len(names) > 0 {
		how := "_scalars((" + strings.Join(names, ", ") + ",))"
		if f.frame {
			how = "_operands(" + strings.Join(names, ", ") + ")"
		}
		lines = []string{"ins, args = " + how, "if args is not None:", "    attrs[\"args\"] = args"}
		return append(lines, f.optional(conv)...), first
	}
	var list []string
	for _, n := range names {
		how := conv
		if to, ok := strings.CutPrefix(f.def.Doc.Form(n), "in:"); ok {
			how = "_forms." + to
		} else if f.def.Doc.Form(n) == "line" {
			how = "_forms.line"
		}
		list = append(list, how+"("+n+")")
	}
	lines = []string{"ins = [" + strings.Join(list, ", ") + "]"}
	for _, q := range f.params {
		switch q.Role {
		case op.InputsRole:
			if f.def.Doc.Form(q.Name) == "only" {
				continue
			}
			how := many
			if to, ok := strings.CutPrefix(f.def.Doc.Form(f.attr(q.Name)), "in:"); ok {
				how = "_forms." + to
			}
			more := fmt.Sprintf("more = %s(%s)", how, q.Name)
			if how == "" {
				more = fmt.Sprintf("more = [%s(x) for x in %s]", conv, q.Name)
			}
			lines = append(lines, more)
			if q.Field != nil {
				lines = append(lines, fmt.Sprintf("attrs[%q] = _a.refs(len(more), len(ins))", f.attr(q.Name)))
			}
			lines = append(lines, "ins += more")
		}
	}
	return append(lines, f.optional(conv)...), first
}

// optional are the lines that add the inputs that may be left out.
func (f *pyFunc) optional(conv string) (lines []string) {
	for _, q := range f.params {
		if q.Role == op.OptRole {
			lines = append(lines, "if "+differs(q)+":", fmt.Sprintf("    attrs[%q] = _a.ref(len(ins))", q.Name), fmt.Sprintf("    ins.append(%s(%s))", conv, q.Name))
		}
	}
	return lines
}

// body is the lines of the function. self names the first input of a method of an accessor, which the
// signature lacks.
func (f *pyFunc) body(self string) ([]string, error) {
	tr := traitsOf(f.def.New())
	if len(f.params) == 1 && f.def.Doc.Form(f.params[0].Name) == "each" {
		return []string{fmt.Sprintf("return _each(%q, %s)", f.def.Doc.Name, f.params[0].Name)}, nil
	}
	if f.def.Doc.Face == "hand" {
		lines, _ := refusals(f.def.Doc.Name, f.params)
		if tr.seeded {
			self = "self"
		}
		return append(lines, fmt.Sprintf("return _hand.%s(%s)", f.handName(), passed(f.params, 0, self))), nil
	}
	lines, _ := refusals(f.def.Doc.Name, f.params)
	lines = append(f.opened(tr), lines...)
	of := ""
	if len(f.params) > 0 {
		of = f.def.Doc.Form(f.params[0].Name)
	}
	if of == "line" || of == "listed" {
		lines = append([]string{fmt.Sprintf("if _forms.single(%s):", f.params[0].Name), fmt.Sprintf("    return _forms.here(%q, locals())", f.name)}, lines...)
	}
	lines = append(lines, f.instead()...)
	if f.def.Doc.Form("order") == "read" {
		lines = append(lines, fmt.Sprintf("%s = _read(%[1]s, order)", f.params[0].Name))
	}
	if len(f.params) > 0 && f.def.Doc.Form(f.params[0].Name) == "here" {
		lines = append(lines,
			fmt.Sprintf("if (theirs := _forms.theirs(%s)) is not None:", f.params[0].Name), fmt.Sprintf("    return theirs.%s(%s)", f.name, passed(f.params, 0, "")))
	}
	enc, late, err := f.encodings(f.params)
	if err != nil {
		return nil, err
	}
	switch {
	case f.line:
	case f.def.Doc.Form("axis") == "ravel" && f.frame:
		first := f.params[0].Name
		numbers := "None"
		if slices.ContainsFunc(f.params, func(q op.Param) bool { return q.Name == "numeric_only" }) {
			numbers = `{"numeric_only": _a.boolean(True)} if numeric_only else None`
		}
		lines = append(lines, "if axis is None:", fmt.Sprintf("    %s, axis = _one(\"dataframe.flat\", (_f(%s),), %s, \"series\"), 0", first, first, numbers))
	case f.def.Doc.Form("axis") == "ravel" && f.params[0].Role == op.InputsRole:
		lines = append(lines, "if axis is None:", "    "+f.params[0].Name+", axis = [t.ravel() for t in _ts("+f.params[0].Name+")], 0")
	case f.def.Doc.Form("axis") == "ravel":
		lines = append(lines, "if axis is None:", "    "+f.params[0].Name+", axis = _t("+f.params[0].Name+").ravel(), -1")
	}
	lines = append(append(lines, "attrs = {}"), enc...)
	if tr.seeded {
		lines = append(lines, `attrs["seed"] = self._seed()`)
	}
	into := "_into(%s, %s)"
	if f.def.Doc.OfUfunc() {
		lines = append(lines, `attrs["ufunc"] = _a.string(self.__name__)`)
		into = "_into(%s, %s, ufunc=self.__name__)"
	}
	ins, first := f.inputs(tr)
	if self != "" {
		ins, first = []string{"ins = [" + self + "]"}, self
		for _, q := range f.params {
			if q.Role == op.OptRole {
				return nil, fmt.Errorf("%s: an optional input of an accessor; name it in hand", f.def.Doc.Name)
			}
		}
	}
	if len(f.tail) > 0 {
		module, class := "window", title(f.def.Sig.Calls[0])
		if class == "Groupby" || class == "Resample" {
			module, class = "groupby", f.def.Sig.Calls[0]
		}
		from := fmt.Sprintf("from .%s import %s", module, class) // its classes derive from what is generated
		return append(lines, from, fmt.Sprintf("return %s(%s)", class, strings.Join(f.own(first, "attrs"), ", "))), nil
	}
	if tr.reads {
		return append(lines, fmt.Sprintf("return _io.read(%s)", strings.Join(f.own(fmt.Sprintf("%q, attrs", f.def.Doc.Name)), ", "))), nil
	}
	lines = append(append(lines, ins...), late...)
	if tr.writes {
		return append(lines, fmt.Sprintf("return _io.write(%q, ins, attrs, %s)", f.def.Doc.Name, f.path())), nil
	}
	for _, form := range strings.Fields(f.def.Doc.Forms) {
		if field, ok := strings.CutSuffix(form, "=kind"); ok {
			lines = append(lines, `if ins[0]._kind == "series":`, fmt.Sprintf("    attrs[%q] = _a.boolean(True)", field))
		}
	}
	for _, q := range f.params {
		if q.Name == "out" && q.Default == "(None, None)" {
			return append(lines, fmt.Sprintf("return _into_all(out, _many(%q, ins, attrs))", f.def.Doc.Name)), nil
		}
	}
	if kinds := f.kinds(); kinds != nil {
		lines = append(lines, fmt.Sprintf("r = _many(%q, ins, attrs, (%s))", f.def.Doc.Name, strings.Join(kinds, ", ")))
		if of == "codes" {
			lines = append(lines, fmt.Sprintf("if labels is False and _forms.bare(%s):", f.params[0].Name), "    r = type(r)((r[0].to_tensor(), *r[1:]))")
		}
		if _, asked, ok := strings.Cut(f.def.Doc.Gives, " if "); ok {
			return append(lines, "return r if "+asked+" else r[0]"), nil
		}
		return append(lines, "return r"), nil
	}
	kind := ""
	if f.frame {
		k, unless, _ := strings.Cut(kindOf(f.def.Doc.Name), " unless ")
		switch k {
		case "same":
			kind = "ins[0]._kind"
		case "reduce":
			kind = `"series" if ins[0]._kind == "dataframe" else "tensor"`
		case "binary":
			kind = "_wider(ins)"
		case "moved":
			kind = "ins[0]._kind"
		case "line":
			kind = `{"dataframe": "series", "tensor": "index"}.get(ins[0]._kind, ins[0]._kind)`
		case "answer", "told":
			kind = `"tensor"`
		default:
			kind = fmt.Sprintf("%q", k)
		}
		switch f.def.Doc.OfLabels() {
		case "index":
			kind = "ins[0]._kind"
		case "tensor":
			kind = `"tensor" if ins[0]._kind == "index" else ` + kind
		}
		if unless != "" {
			kind = fmt.Sprintf("ins[0]._kind if _a.is_set(attrs, %q) else %s", unless, kind)
		}
		kind = ", " + kind
	}
	if gives := f.def.Doc.Gives; !f.frame && gives != "" {
		return append(lines, f.several(gives)...), nil
	}
	build := "_one"
	if _, ok := f.def.New().(op.Viewer); ok {
		build = "_view"
	}
	call := fmt.Sprintf("%s(%s, ins, attrs%s)", build, f.masked(), kind)
	switch f.def.Doc.Gives {
	case "answer":
		return append(lines, "return _answer("+call+")"), nil
	case "told":
		if call = fmt.Sprintf("_described(%s, ins, attrs)", f.masked()); !slices.ContainsFunc(f.params, func(q op.Param) bool { return q.Name == "inplace" }) {
			return append(lines, "return "+call), nil
		}
	case "moved":
		return append(lines, first+"._move("+call+"._ref)"), nil
	}
	if of == "listed" {
		return append(lines, "r = "+call, fmt.Sprintf("return r.to_tensor() if r._kind == \"series\" and _forms.bare(%s) else r", f.params[0].Name)), nil
	}
	if of == "stored" {
		return append(lines, fmt.Sprintf(into, first, call)), nil
	}
	for _, q := range f.params {
		switch {
		case q.Name == "out" && q.Role == op.DefaultRole:
			return append(lines, "r = "+call, "return r if out is None else "+fmt.Sprintf(into, "out", "r")), nil
		case q.Name == "copy" && f.def.Doc.Form("copy") == "stored":
			return append(lines, "r = "+call, fmt.Sprintf("return r if copy or not hasattr(%s, 'dtype') else ", first)+fmt.Sprintf(into, first, "r")), nil
		case q.Name == "inplace":
			return append(lines, "r = "+call, fmt.Sprintf("return _in_place(%s, r, %q) if inplace is True else r", first, f.name)), nil
		}
	}
	if !f.frame && f.laid() {
		like := ""
		if first != "" {
			like = ", ins[0]"
			if slices.ContainsFunc(f.params, func(q op.Param) bool { return q.Name == "copy" }) {
				like += ", copy"
			}
		}
		call = "_ordered(" + call + ", order" + like + ")"
	}
	return append(lines, "return "+call), nil
}

// kinds are the kinds of what a recipe of frames gives, as Python source; nil where it gives one thing. What
// may be any handle is of the kind of the input of its number.
func (f *pyFunc) kinds() (out []string) {
	if !f.frame || f.def.Doc.Gives == "" || f.def.Doc.Gives[0] < '2' || f.def.Doc.Gives[0] > '9' {
		return nil
	}
	m, _ := reflect.TypeOf(f.def.New()).MethodByName("Build")
	names := map[reflect.Type]string{
		reflect.TypeFor[*dataframe.DataFrame](): `"dataframe"`, reflect.TypeFor[*dataframe.Series](): `"series"`, reflect.TypeFor[*dataframe.Index](): `"index"`,
		reflect.TypeFor[*dataframe.Scalar](): `"tensor"`, reflect.TypeFor[*tensor.Tensor](): `"tensor"`,
	}
	for i := range int(f.def.Doc.Gives[0] - '0') {
		out = append(out, cmp.Or(names[m.Type.Out(i)], fmt.Sprintf("ins[%d]._kind", i)))
	}
	return out
}

// path is the parameter of an operator on files that says where they are.
func (f *pyFunc) path() string {
	return f.params[slices.IndexFunc(f.params, func(q op.Param) bool { return q.Role == op.FieldRole })].Name
}

// opened are the lines that leave open files, which are here, to pandas.
func (f *pyFunc) opened(tr traits) []string {
	base := f.def.Doc.Name[strings.LastIndexByte(f.def.Doc.Name, '.')+1:]
	switch {
	case tr.reads:
		return []string{
			fmt.Sprintf("if hasattr(%s, \"read\"):", f.path()), fmt.Sprintf("    return _io.read_open(%q, locals())", base),
			fmt.Sprintf("_io.no_functions(%q, locals())", base),
		}
	case tr.writes:
		return []string{
			fmt.Sprintf("if %s is None or hasattr(%[1]s, \"write\"):", f.path()), fmt.Sprintf("    return _io.write_open(%q, locals())", base),
			fmt.Sprintf("_io.no_functions(%q, locals())", base),
		}
	}
	return nil
}

// own adds the parameters of the form own to the arguments of a call.
func (f *pyFunc) own(args ...string) []string {
	for _, q := range f.params {
		if f.def.Doc.Form(f.attr(q.Name)) == "own" {
			args = append(args, q.Name+"="+q.Name)
		}
	}
	return args
}

// several are the lines that end a function of several tensors: as many as Doc.Gives says.
func (f *pyFunc) several(gives string) []string {
	first, rest, _ := strings.Cut(gives, " ")
	many := func(n string) string { return fmt.Sprintf("_many(%q, ins, attrs, %s)", f.def.Doc.Name, n) }
	called := func(class, fields string) string {
		return fmt.Sprintf("_named(%q, %q, %s)", class, fields, many(fmt.Sprint(len(strings.Fields(fields)))))
	}
	switch {
	case first == "named":
		class := ""
		for w := range strings.SplitSeq(f.name, "_") {
			class += title(w)
		}
		return []string{"return " + called(class+"Result", rest)}
	case strings.ToLower(first) != first:
		fields, asked, some := strings.Cut(rest, " where ")
		if !some {
			return []string{"return " + called(first, fields)}
		}
		return []string{"if not (" + asked + "):", fmt.Sprintf("    return _one(%q, ins, attrs)", f.def.Doc.Name), "return " + called(first, fields)}
	case strings.HasPrefix(rest, "asked "):
		names := strings.Join(strings.Fields(rest)[1:], ", ")
		return []string{fmt.Sprintf("return _asked(%s, %s)", many(first), names)}
	case first == "parts" && rest == "axis":
		return []string{fmt.Sprintf("return _parts(%q, ins, attrs, ins[0]._length(axis) or None)", f.def.Doc.Name)}
	case first == "parts":
		return []string{fmt.Sprintf("return _parts(%q, ins, attrs, %s)", f.def.Doc.Name, rest)}
	case first == "along":
		return []string{fmt.Sprintf("return _along(%q, ins, attrs, %q)", f.def.Doc.Name, rest)}
	case first == "times":
		return []string{"return " + many(rest)}
	case first == "rank":
		return []string{"return " + many("ins[0].ndim or 1")}
	case first == "each" && strings.Contains(rest, " if "):
		param, asked, _ := strings.Cut(rest, " if ")
		return []string{
			"if not " + asked + ":", fmt.Sprintf("    return _one(%q, ins, attrs)", f.def.Doc.Name),
			"return " + many(fmt.Sprintf("_a.count(attrs, %q)", f.attr(param))),
		}
	case first == "each" && rest != "":
		return []string{"return " + many(fmt.Sprintf("_a.count(attrs, %q)", f.attr(rest)))}
	case first == "each":
		return []string{"return " + many("len(ins)")}
	case rest != "":
		return []string{"r = " + many(first), "return r if " + strings.TrimPrefix(rest, "if ") + " else r[0]"}
	}
	return []string{"return " + many(first)}
}

// instead are the lines for parameters that stand for another one: the form "for:ddof" of correction.
func (f *pyFunc) instead() (lines []string) {
	for _, q := range f.params {
		if other, ok := strings.CutPrefix(f.def.Doc.Form(q.Name), "for:"); ok {
			i := slices.IndexFunc(f.params, func(p op.Param) bool { return p.Name == other })
			lines = append(lines, "if "+differs(q)+":", fmt.Sprintf("    %s = _forms.either(%q, %s, %s, %q, %s)", other, other, other, defaultOf(f.params[i]), q.Name, q.Name))
		}
	}
	return lines
}

// masked is the expression for the operator's name where a reduction may ask for more than its operator
// knows, or an argument makes the function another one; else its name.
func (f *pyFunc) masked() string {
	var asked []string
	for _, q := range f.params {
		if other, ok := strings.CutPrefix(f.def.Doc.Form(q.Name), "other:"); ok {
			return fmt.Sprintf("_forms.other(%q, attrs, ins, %q, %s)", f.def.Doc.Name, other, q.Name)
		}
		if f.def.Doc.Form(q.Name) == "masked" {
			asked = append(asked, q.Name+"="+q.Name)
		}
	}
	if asked == nil {
		return fmt.Sprintf("%q", f.def.Doc.Name)
	}
	return fmt.Sprintf("_forms.masked(%q, attrs, ins, %s)", f.def.Doc.Name, strings.Join(asked, ", "))
}

// laid reports a function whose parameter order is the memory order of its result, universal functions apart.
func (f *pyFunc) laid() bool {
	order := false
	for _, q := range f.params {
		if q.Name == "casting" && traitsOf(f.def.New()).scalars {
			return false
		}
		order = order || q.Name == "order" && f.def.Doc.Form("order") != "read" && q.Default != "None" && q.Role == op.DefaultRole
	}
	return order
}

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// refused are the parameters that documentation says are taken at their default only.
func (f *pyFunc) refused() []string {
	_, names := refusals(f.def.Doc.Name, append(f.params[:len(f.params):len(f.params)], f.tail...))
	return names
}
