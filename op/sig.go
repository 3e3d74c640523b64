package op

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Role is what a name in a signature stands for.
type Role string

const (
	InputRole   Role = "input"   // required input, in order
	InputsRole  Role = "inputs"  // *args, or a field of type []Ref
	OptRole     Role = "optin"   // a field of type Ref: a value or None
	FieldRole   Role = "param"   // an exported field
	DefaultRole Role = "default" // known to NumPy or pandas, accepted at its default only
)

// A Param is one name of a signature.
type Param struct {
	Name       string
	Default    string // Python source; HasDefault tells None from nothing
	HasDefault bool
	Lead       bool   // optional although a required one follows: arange([start,] stop)
	Kind       string // pos, any, kw, *args, **args
	Role       Role
	Field      []int // struct index of FieldRole, OptRole and InputsRole
	Call       int   // which call of a chain: groupby(...).agg(...)
}

// A Sig is a parsed Python signature whose names are tied to the fields of an operand.
type Sig struct {
	Calls  []string
	Params []Param
}

// ParseSig reads a Python signature and maps its names to the exported fields of the operand p points at.
// Every field must be named, but for those of traits.
func ParseSig(s string, p any) (Sig, error) {
	sig, err := parseSig(s, p, true)
	if err != nil {
		return sig, err
	}
	for n, f := range fieldsOf(p) {
		if sig.param(n) == nil && !ofTrait(p, f) {
			return sig, fmt.Errorf("signature %q does not name field %s", s, f.Name)
		}
	}
	return sig, nil
}

// ParseMethod reads the Python signature of a method, without the value that it is called on: it may leave
// out fields, and its defaults may mean the same as those that are not given.
func ParseMethod(s string, p any) (Sig, error) {
	return parseSig(s, p, false)
}

func parseSig(s string, p any, defaults bool) (Sig, error) {
	sig, fields, places := Sig{Params: make([]Param, 0, 1+strings.Count(s, ","))}, fieldsOf(p), 0
	if l, ok := p.(Placer); ok {
		places = l.Places()
	}
	for call, part := range splitTop(s, '.') {
		name, body, ok := strings.Cut(part, "(")
		if !ok || !strings.HasSuffix(body, ")") {
			return sig, fmt.Errorf("signature %q: want name(...)", s)
		}
		sig.Calls = append(sig.Calls, strings.TrimSpace(name))
		kind, first := "any", len(sig.Params)
		for _, raw := range splitTop(unbracket(strings.TrimSuffix(body, ")")), ',') {
			w := strings.TrimSpace(raw)
			switch w {
			case "":
			case "/":
				for i := first; i < len(sig.Params); i++ {
					sig.Params[i].Kind = "pos"
				}
			case "*":
				kind = "kw"
			default:
				q := readParam(w, kind, call)
				if q.Kind == "*args" {
					kind = "kw"
				}
				f, named := fields[q.Name]
				if named {
					q.Field = f.Index
				}
				if len(sig.Params) < places {
					q.Role = InputRole
				} else if q.Role = roleOf(q, f, named); q.Role == FieldRole && defaults {
					if err := checkDefault(q, f.Type); err != nil {
						return sig, err
					}
				}
				sig.Params = append(sig.Params, q)
			}
		}
	}
	markLead(sig.Params)
	return sig, nil
}

// fieldsByType are what fieldsOf has said: rows of a family have one type.
var fieldsByType sync.Map // of reflect.Type: map[string]reflect.StructField

// fieldsOf are the exported fields of what p points at, by their names in signatures. They are not changed.
func fieldsOf(p any) map[string]reflect.StructField {
	if p == nil {
		return nil
	}
	if fields, ok := fieldsByType.Load(reflect.TypeOf(p)); ok {
		return fields.(map[string]reflect.StructField)
	}
	fields := map[string]reflect.StructField{}
	defer fieldsByType.Store(reflect.TypeOf(p), fields)
	for _, f := range Fields(reflect.TypeOf(p).Elem()) {
		if f.IsExported() && !f.Anonymous {
			fields[snake(f.Name)] = f
		}
	}
	return fields
}

// traits are the types whose fields no signature needs to name.
var traits = []reflect.Type{reflect.TypeFor[Seeded](), reflect.TypeFor[External](), reflect.TypeFor[Effect](), reflect.TypeFor[Opaque](), reflect.TypeFor[Scalars]()}

func ofTrait(p any, f reflect.StructField) bool {
	if len(f.Index) < 2 || f.Tag.Get("sig") == "-" {
		return f.Tag.Get("sig") == "-" // learnt by Open, or given by one of several functions
	}
	outer := reflect.TypeOf(p).Elem().FieldByIndex(f.Index[:len(f.Index)-1])
	return slices.Contains(traits, outer.Type)
}

func readParam(w, kind string, call int) Param {
	opt := strings.HasPrefix(w, "?")
	name, def, has := strings.Cut(strings.TrimPrefix(w, "?"), "=")
	q := Param{Name: strings.TrimSpace(name), Default: strings.TrimSpace(def), HasDefault: has, Kind: kind, Call: call}
	if stars := len(q.Name) - len(strings.TrimLeft(q.Name, "*")); stars > 0 {
		q.Kind, q.Name = q.Name[:stars]+"args", q.Name[stars:]
	}
	if opt && !has {
		q.HasDefault, q.Default = true, "None"
	}
	return q
}

func roleOf(q Param, f reflect.StructField, named bool) Role {
	switch {
	case named && f.Type == reflect.TypeFor[Ref]():
		return OptRole
	case named && f.Type == reflect.TypeFor[[]Ref](), !named && q.Kind == "*args":
		return InputsRole
	case named:
		return FieldRole
	case q.HasDefault || q.Kind == "**args":
		return DefaultRole
	}
	return InputRole
}

// markLead finds optional names before a required one, as start in arange([start,] stop).
func markLead(ps []Param) {
	required := false
	for i := len(ps) - 1; i >= 0; i-- {
		q := &ps[i]
		q.Lead = q.HasDefault && required && q.Kind != "kw"
		required = required || !q.HasDefault && q.Kind != "kw" && q.Kind != "*args" && q.Call == 0
	}
}

// unbracket turns "[start,] stop[, step]" into "?start, stop, ?step". Brackets of a default value stay.
func unbracket(s string) string {
	if !strings.Contains(s, "[") {
		return s
	}
	var b strings.Builder
	depth, literal := 0, 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		isDefault := strings.HasSuffix(strings.TrimRight(s[:i], " "), "=")
		switch {
		case c == '(' || c == '{' || c == '[' && (isDefault || literal > 0):
			literal++
			b.WriteByte(c)
		case literal > 0 && (c == ')' || c == '}' || c == ']'):
			literal--
			b.WriteByte(c)
		case literal > 0:
			b.WriteByte(c)
		case c == '[':
			depth++
			if i+1 < len(s) && s[i+1] != ',' {
				b.WriteByte('?')
			}
		case c == ']':
			depth--
		case c == ',' && depth > 0 && !strings.HasPrefix(strings.TrimLeft(s[i+1:], " "), "]"):
			b.WriteString(",?")
		default:
			b.WriteByte(c)
		}
	}
	return strings.ReplaceAll(b.String(), "? ", "?")
}

// splitTop cuts at sep outside brackets and quotes.
func splitTop(s string, sep byte) []string {
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
		case strings.IndexByte("([{<", c) >= 0:
			depth++
		case strings.IndexByte(")]}>", c) >= 0:
			depth--
		case c == sep && depth == 0:
			out = append(out, s[from:i])
			from = i + 1
		}
	}
	return append(out, s[from:])
}

// snake is the Python spelling of a Go field: words join with underscores, LeftOn is left_on and DropNA
// drop_na. A field is spelled so that it comes out as its Python name: Keepdims for keepdims.
func snake(s string) string {
	var b strings.Builder
	r := []rune(s)
	for i, c := range r {
		if unicode.IsUpper(c) {
			if i > 0 && (!unicode.IsUpper(r[i-1]) || i+1 < len(r) && unicode.IsLower(r[i+1])) {
				b.WriteByte('_')
			}
			c = unicode.ToLower(c)
		}
		b.WriteRune(c)
	}
	return b.String()
}
