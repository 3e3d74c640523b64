package op

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A Doc is what users read about an operator.
type Doc struct {
	Name    string // "tensor.mean": package and Python name, unique
	Like    string // the NumPy or pandas function it follows, "numpy.mean"
	Sig     string // the Python signature, verbatim
	Summary string // one line, verb or noun first, no final period
	Methods string // "Tensor.mean Series.mean": where it is a method too; the first input is self
	Aliases string // other names of the function, "abs"
	Also    []Name // names in Python that call the function in another way
	Notes   string // what differs from Like, and the source of the algorithm
	Text    string // further sentences of the documentation in both languages: shapes, dtypes, errors
	Go      string // the Go names that are generated: "Roll(a, shift, axis...) Tensor.Roll", see CONTRIBUTING.md; none where they are written by hand

	Face  string // how Python shows it: a function and methods, "property", "inner" for nobody, "hand" for a body written by hand, "brackets" for the names in Also alone, before brackets
	Gives string // what Python takes the result for: a kind, "reduce", "binary", "reduce unless list"; the default is a tensor, of frames the kind of the first input.
	// "answer" is one value, or a label in an index of at most one, that is computed at once; "moved" what
	// the first input is from here on, "told" what the engine says at once,
	// "line" a series of a frame, an index of a tensor, else the kind of the first input.
	// Of several tensors how many: "2", "2 if returned" (else the first alone), "4 asked a b c" (the first,
	// and of the others those that are true), "rank" of the input, "times N": as many as a parameter says,
	// "along axis" one for each axis that is
	// named or of the input, alone where there is one, "parts N" views: N of them, or one more where N is a
	// list, "each" input, "each shape" for each entry of a parameter, "each shape if sparse" (else one),
	// "named values counts" a tuple with fields, "QRResult Q R where mode != 'r'" one of that class (else one
	// tensor)
	Labels string   // what it gives of an index, whose labels it takes as a series: "index", "tensor", "value" as of a series; behind a blank the parameters of its Python method there; the default refuses an index
	Python string   // the Python signature where Sig cannot say it
	Series string   // the parameters of the Python method of series, "(n=5)", where they differ from those of frames; they may be any fields
	Groups []Method // methods of groups of rows that it answers: with the method's name in the field Func, if there is one
	Forms  string   // the forms in which Python takes parameters, "q=numbers axis=ravel"; the default follows from the field's type
}

// A Name is another name in Python of an operator's function: a function, a method of tensors or a property
// that calls it with its own first argument and the parameters that both have.
type Name struct {
	Sig     string // "asarray(a, dtype=None)"; of a method without self, "Tensor.fill(value)"; of a property "Tensor.mT"; before brackets "mgrid[key]"
	Sets    string // arguments of the function as Python source, "axis1=-2, axis2=-1"
	Summary string
	Stores  bool // the result is stored in the first argument
}

// Named splits the name: "Tensor", "reshape", "*shape, order='C'"; of a function class is empty. A property
// has no call.
func (n *Name) Named() (class, name, params string, call bool) {
	name, params, call = strings.Cut(strings.TrimSuffix(strings.TrimSuffix(n.Sig, "[key]"), ")"), "(")
	if i := strings.IndexByte(name, '.'); i >= 0 {
		class, name = name[:i], name[i+1:]
	}
	return class, name, params, call
}

// Names lists aliases and methods, with those that call the function in another way.
func (d *Doc) Names() (aliases, methods []string) {
	aliases, methods = strings.Fields(d.Aliases), strings.Fields(d.Methods)
	for i := range d.Also {
		if class, name, _, _ := d.Also[i].Named(); class == "" {
			aliases = append(aliases, name)
		} else {
			methods = append(methods, class+"."+name)
		}
	}
	return aliases, methods
}

// A Method is a method of groups of rows in Python.
type Method struct {
	Sig     string // without the groups: "sum(numeric_only=False)"
	Summary string
	Forms   string // as Doc.Forms
	Gives   string // "keyed": a row for each group; "size": one number for each; "series"; "dataframe"; the default is a row for each row of the input
	Sets    string // a field that the method sets to true
}

// As is d with another face.
func (d Doc) As(face string) Doc { d.Face = face; return d }

// Giving is d with another kind of result.
func (d Doc) Giving(kind string) Doc { d.Gives = kind; return d }

// Over is d with what it gives of an index.
func (d Doc) Over(labels string) Doc { d.Labels = labels; return d }

// OfLabels is what it gives of an index.
func (d *Doc) OfLabels() string { return strings.SplitN(d.Labels, " ", 2)[0] }

// Form is the form in which Python takes a parameter; empty is that of the field's type.
func (d *Doc) Form(param string) string {
	for _, f := range strings.Fields(d.Forms) {
		if name, form, _ := strings.Cut(f, "="); name == param {
			return form
		}
	}
	return ""
}

// OfUfunc reports a method of NumPy's objects that are universal functions.
func (d *Doc) OfUfunc() bool { return strings.HasPrefix(d.Methods, "Ufunc.") }

// faces, overs and gifts are what Face, Labels and Gives may say.
var (
	faces = []string{"", "property", "inner", "hand", "brackets"}
	overs = []string{"", "index", "tensor", "value"}
	gifts = []string{"", "dataframe", "series", "index", "tensor", "reduce", "binary", "answer", "moved", "told", "line"}
)

// several is what Gives says of an operator of several tensors.
var several = regexp.MustCompile(`^(each( \w+( if \w+)?)?|rank|times \w+|along \w+|parts \w+|[2-9]( if \w+| asked [\w ]+)?|named [\w ]+|[A-Z]\w+ [\w ]+( where .+)?)$`)

// A Def is a registered operator.
type Def struct {
	Doc    Doc
	Sig    Sig
	once   *sync.Once    // of Sig, and of what stands below but proto
	fault  error         // of the Doc
	proto  reflect.Value // with the signature's defaults
	build  *building     // of a recipe
	hash   Key           // of the name
	axes   []axisField
	admits []admission

	frameAxis int // the field that numbers an axis of a frame, -1 for none
}

var (
	defs  = map[string]*Def{}
	types = map[typeKey]*Def{}
)

type typeKey struct {
	t   reflect.Type
	row string
}

func keyOf(o any) typeKey {
	k := typeKey{t: reflect.TypeOf(o).Elem()}
	if r, ok := o.(Rower); ok {
		k.row = r.Row()
	}
	return k
}

// Register adds an operator; call it from init. Rows of a family pass the row as proto. A name without a
// package, and a name or a Go type that is taken, are faults of ours and panic. The Doc is read when the
// operator is first asked for, as a program uses few of them: one that is incomplete, and a field that the
// signature does not name or that cannot be encoded, panic then.
func Register[T any, P interface {
	*T
	Operand
}](d Doc, proto ...T) {
	p := new(T)
	if len(proto) > 0 {
		*p = proto[0]
	}
	k := keyOf(P(p))
	switch {
	case !strings.Contains(d.Name, "."):
		panic(fmt.Sprintf("op %s: the name wants a package and a name", d.Name))
	case defs[d.Name] != nil:
		panic(fmt.Sprintf("op %s: registered twice", d.Name))
	case types[k] != nil:
		panic(fmt.Sprintf("op %s: its Go type is registered as %s", d.Name, types[k].Doc.Name))
	}
	def := &Def{Doc: d, once: new(sync.Once), proto: reflect.ValueOf(p)}
	defs[d.Name], types[k] = def, def
}

// read is d with what follows from its Doc.
func (d *Def) read() *Def {
	if d == nil {
		return nil
	}
	d.once.Do(func() { d.fault = d.complete(d.proto.Interface().(Operand)) })
	if d.fault != nil {
		panic(fmt.Sprintf("op %s: %v", d.Doc.Name, d.fault))
	}
	return d
}

func (d *Def) complete(p Operand) (err error) {
	t := d.proto.Type()
	if err = check(d.Doc, p); err != nil {
		return err
	}
	if d.Sig, err = ParseSig(d.Doc.Sig, p); err != nil {
		return err
	}
	if err = checkForms(d.Doc, d.Sig, p); err != nil {
		return err
	}
	if IsRecipe(p) || IsDeferred(p) {
		if d.build, err = buildingOf(d.Sig, t); err != nil {
			return err
		}
	}
	if d.axes, err = axesOf(t.Elem()); err != nil {
		return err
	}
	d.frameAxis = frameAxis(d.Doc, t.Elem())
	if d.admits, err = admissionsOf(t.Elem()); err != nil {
		return err
	}
	var h Hasher
	d.hash = h.Str(d.Doc.Name).Sum()
	return nil
}

func check(d Doc, p any) error {
	switch {
	case d.Summary == "" || strings.HasSuffix(d.Summary, ".") || strings.Contains(d.Summary, "\n"):
		return fmt.Errorf("the summary wants one line without a final period")
	case d.Sig == "":
		return fmt.Errorf("no signature")
	case !slices.Contains(faces, d.Face):
		return fmt.Errorf("no such face: %s", d.Face)
	case !slices.Contains(overs, d.OfLabels()):
		return fmt.Errorf("labels are never given as a %s", d.Labels)
	case !slices.Contains(gifts, strings.Split(d.Gives, " unless ")[0]) && !several.MatchString(d.Gives):
		return fmt.Errorf("nothing gives a %s", d.Gives)
	}
	return encodable(reflect.TypeOf(p).Elem(), 0)
}

// checkForms finds forms of parameters that neither a signature nor a field has.
func checkForms(d Doc, sig Sig, p any) error {
	var python, series Sig
	var err error
	if d.Python != "" {
		if python, err = ParseSig(d.Python, nil); err != nil {
			return err
		}
	}
	if d.Series != "" {
		if series, err = ParseMethod("series"+d.Series, p); err != nil {
			return err
		}
	}
	for i := range d.Also {
		if _, name, params, _ := d.Also[i].Named(); d.Also[i].Summary == "" {
			return fmt.Errorf("%s has no summary", name)
		} else if _, err := ParseSig(name+"("+params+")", nil); err != nil {
			return err
		}
	}
	fields := fieldsOf(p)
	if _, of, ok := strings.Cut(d.Labels, " "); ok {
		if _, err := ParseMethod("index"+of, p); err != nil {
			return err
		}
	}
	for _, f := range strings.Fields(d.Forms) {
		name, form, ok := strings.Cut(f, "=")
		if _, field := fields[name]; !ok || form == "" || !field && sig.param(name) == nil && python.param(name) == nil && series.param(name) == nil {
			return fmt.Errorf("form %q of no parameter", f)
		}
	}
	return nil
}

// Lookup finds an operator by name; nil when there is none.
func Lookup(name string) *Def { return defs[name].read() }

// DefOf is the registration of o; nil for a structural operand.
func DefOf(o Operand) *Def { return types[keyOf(o)].read() }

// Defs lists all operators by name.
func Defs() []*Def {
	out := make([]*Def, 0, len(defs))
	for _, d := range defs {
		out = append(out, d.read())
	}
	slices.SortFunc(out, func(a, b *Def) int { return strings.Compare(a.Doc.Name, b.Doc.Name) })
	return out
}

// Domains lists what stands before the dot in names, "tensor" and "dataframe" among them.
func Domains() []string {
	of := map[string]bool{}
	for name := range defs {
		of[name[:strings.IndexByte(name, '.')]] = true
	}
	return slices.Sorted(maps.Keys(of))
}

// New returns a copy of the prototype, defaults filled.
func (d *Def) New() Operand {
	v := reflect.New(d.proto.Type().Elem())
	v.Elem().Set(d.proto.Elem())
	o := v.Interface().(Operand)
	d.Sig.fill(o)
	return o
}

// NameOf is the registered name of o, or the Go name of a structural operand.
func NameOf(o Operand) string {
	if d := DefOf(o); d != nil {
		return d.Doc.Name
	}
	return "op." + reflect.TypeOf(o).Elem().Name()
}
