package basic

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/asm"
)

var rows = slices.Concat(arithRows, compareRows, floatRows, libmRows, extraRows)

var index = indexRows(rows, asm.Active())

// plan is a sig read: argument and result dtypes.
type plan struct {
	in, out []dtype.DType
	run     Func
}

type entry struct {
	*row
	plans []plan
}

func indexRows(rows []row, level asm.Level) map[string]entry {
	m := map[string]entry{}
	for i := range rows {
		r := &rows[i]
		e := entry{row: r}
		for _, s := range r.loops {
			in, out, ok := strings.Cut(s.types, "->")
			if !ok || len(in) != r.in || len(out) != r.out {
				panic("basic: " + r.name + " has no loop " + s.types)
			}
			e.plans = append(e.plans, plan{typesOf(in), typesOf(out), vectorised(level, r.name, s.types, s.run)})
		}
		for _, n := range append(strings.Fields(r.alias), r.name) {
			if _, ok := m[n]; ok {
				panic("basic: two functions " + n)
			}
			m[n] = e
		}
	}
	return m
}

func typesOf(s string) []dtype.DType {
	var o []dtype.DType
	for _, c := range s {
		o = append(o, byChar[strings.IndexRune(chars, c)])
	}
	return o
}

// Resolve finds the loop of a function for argument dtypes, as NumPy 2 does: the first one to which all
// arguments cast safely. Python's weak scalars are settled before. Errors: NotFound for an unknown function,
// Invalid for a wrong number of arguments, Type with NumPy's words where no loop fits.
func Resolve(name string, in ...dtype.DType) (Loop, error) {
	return resolve(index, name, in)
}

// Loops are the loops of a function for numbers, in the order in which they are tried.
func Loops(name string) []Loop {
	e, ok := index[name]
	if !ok {
		return nil
	}
	var ls []Loop
	for _, p := range e.plans {
		ls = append(ls, e.loop(p.in, p.out, p.run))
	}
	return ls
}

func resolve(index map[string]entry, name string, in []dtype.DType) (Loop, error) {
	e, ok := index[name]
	if !ok {
		return Loop{}, errs.New(errs.NotFound, "no function %q", name)
	}
	if len(in) != e.in {
		return Loop{}, errs.New(errs.Invalid, "%s() takes %d arguments but %d were given", errs.Name(name), e.in, len(in))
	}
	if len(e.plans) == 0 || slices.ContainsFunc(in, dtype.DType.IsTemporal) {
		return e.resolveTime(in)
	}
	if e.refuse != nil {
		if text, ok := e.refuse[charsOf(in)]; ok {
			return Loop{}, refusal(e.name, text, in)
		}
	}
	for _, p := range e.plans {
		if e.fits(p.in, in) {
			return e.loop(p.in, p.out, p.run), nil
		}
	}
	if p := e.plans[0]; e.truth && !slices.ContainsFunc(in, func(d dtype.DType) bool { return !d.Fixed() || d.Null }) {
		return e.loop(p.in, p.out, p.run), nil
	}
	return Loop{}, e.unsupported(in)
}

// fits reports that arguments of in may be given to a loop of want.
func (e entry) fits(want, in []dtype.DType) bool {
	for i, d := range in {
		switch {
		case !safe(d, want[i]), e.truth && d != want[i], e.alone && want[i] == dtype.Float32 && d != want[i]:
			return false
		case !e.intsTo.IsZero() && want[i] != e.intsTo && allInts(in):
			return false
		}
	}
	return true
}

// safely[a][b] is dtype.CanCast(a, b, Safe) for numbers, by kind.
var safely = func() (t [dtype.Complex128Kind + 1][dtype.Complex128Kind + 1]bool) {
	for _, a := range byChar {
		for _, b := range byChar {
			t[a.Kind][b.Kind] = dtype.CanCast(a, b, dtype.Safe)
		}
	}
	return t
}()

func safe(a, b dtype.DType) bool {
	return a.Kind <= dtype.Complex128Kind && !a.Null && safely[a.Kind][b.Kind]
}

func (e entry) loop(in, out []dtype.DType, run Func) Loop {
	l := Loop{Name: e.name, In: in, Out: out, run: run}
	if e.check != nil {
		l.check = e.check(in[0])
	}
	return l
}

func (e entry) unsupported(in []dtype.DType) error {
	if text, ok := e.refuse[anyTypes]; ok {
		return refusal(e.name, text, in)
	}
	return errs.New(errs.Type, "ufunc '%s' not supported for the input types, and the inputs could not be safely coerced to any supported types "+
		"according to the casting rule ''safe''", errs.Name(e.name))
}

func allInts(in []dtype.DType) bool {
	return !slices.ContainsFunc(in, func(d dtype.DType) bool { return !d.IsInteger() && !d.IsBool() })
}

// charsOf is NumPy's type characters of in.
func charsOf(in []dtype.DType) string {
	b := make([]byte, 0, 4)
	for _, d := range in {
		b = append(b, charOf(d))
	}
	return string(b)
}

func charOf(d dtype.DType) byte {
	switch {
	case d.IsDatetime():
		return 'M'
	case d.IsTimedelta():
		return 'm'
	}
	if i := slices.Index(byChar[:], d); i >= 0 {
		return chars[i]
	}
	return 'O'
}

func refusal(name, text string, in []dtype.DType) error {
	if text != "" {
		return errs.New(errs.Type, "%s", errs.Phrase(text))
	}
	var classes, types []string
	for _, d := range in {
		classes, types = append(classes, "<class 'numpy.dtypes."+className(d)+"DType'>"), append(types, d.String())
	}
	arg := strings.Join(classes, ", ")
	if len(in) > 1 {
		arg = "(" + arg + ")"
	}
	return errs.In(errs.New(errs.Type, "%s takes no %s", errs.Name(name).Go(), strings.Join(types, " and ")),
		"ufunc '%s' did not contain a loop with signature matching types %s -> None", name, arg)
}

// className is d as NumPy's classes of dtypes spell it.
func className(d dtype.DType) string {
	n := d.Kind.String()
	switch {
	case d.IsUint():
		return "UI" + n[2:]
	case d.IsDatetime():
		return "DateTime64"
	case d.IsTimedelta():
		return "TimeDelta64"
	}
	return strings.ToUpper(n[:1]) + n[1:]
}
