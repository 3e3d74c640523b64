package str

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mars-project/mars-go/errs"
)

// translation is a Python pattern on its way to Go's syntax, or that of the backtracker.
type translation struct {
	pat    string
	i      int
	out    strings.Builder
	goText string
	flags  Flag
	dollar bool
	plain  bool     // no character means anything but itself
	back   bool     // it is written for the backtracker
	beyond bool     // Go's regexp cannot run it
	words  bool     // boundaries of words are looked for, which Go's regexp finds between ASCII characters alone
	blanks bool     // it has \s or \S
	names  []string // of the groups, "" for one without
	atom   int      // where what a repeat repeats begins
	open   []int    // where groups begin that are not closed
}

// known are the flags that are read; Unicode is how text is read anyway.
const known = IgnoreCase | MultiLine | DotAll | Unicode | ASCII

func translate(pat string, flags Flag, back bool) (*translation, error) {
	if flags&^known != 0 {
		return nil, badPattern(pat, fmt.Errorf("flags %d are not supported: of Python's, IGNORECASE, MULTILINE, DOTALL, UNICODE and ASCII are", int(flags)))
	}
	t := &translation{pat: pat, flags: flags, plain: true, back: back}
	for t.i < len(pat) {
		if err := t.step(); err != nil {
			return nil, badPattern(pat, err)
		}
	}
	t.goText = t.out.String()
	return t, nil
}

func badPattern(pat string, err error) error {
	return errs.New(errs.Invalid, "pattern %q: %s", pat, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
}

// goFlags are the flags before the whole.
func (t *translation) goFlags() string {
	f := ""
	for _, x := range []struct {
		flag Flag
		name string
	}{{IgnoreCase, "i"}, {MultiLine, "m"}, {DotAll, "s"}} {
		if t.flags&x.flag != 0 {
			f += x.name
		}
	}
	if f == "" {
		return ""
	}
	return "(?" + f + ")"
}

// within is the pattern where a mode wants it.
func (t *translation) within(m Mode) string {
	switch m {
	case Match:
		return `\A(?:` + t.goText + `)`
	case Full:
		return `\A(?:` + t.goText + `)\z`
	}
	return t.goText
}

// step translates one element.
func (t *translation) step() error {
	c := t.pat[t.i]
	if strings.IndexByte(`\.+*?()|[]{}^$`, c) >= 0 {
		t.plain = false
	}
	if strings.IndexByte("*+?{)", c) < 0 {
		t.atom = t.out.Len()
	}
	switch c {
	case '\\':
		return t.escape(false)
	case '[':
		return t.class()
	case '(':
		t.open = append(t.open, t.out.Len())
		return t.group()
	case ')':
		if n := len(t.open); n > 0 {
			t.atom, t.open = t.open[n-1], t.open[:n-1]
		}
	case '$':
		t.i++
		t.dollar = t.dollar || t.flags&MultiLine == 0
		t.out.WriteByte('$')
		return nil
	case '{':
		return t.braces()
	case '*', '+', '?':
		t.i++
		t.out.WriteByte(c)
		t.possessive()
		return nil
	}
	_, n := utf8.DecodeRuneInString(t.pat[t.i:])
	t.out.WriteString(t.pat[t.i : t.i+n])
	t.i += n
	return nil
}

// possessive makes an atomic group of what was repeated where a plus stands behind the repeat.
func (t *translation) possessive() {
	if t.i == len(t.pat) || t.pat[t.i] != '+' {
		return
	}
	t.i++
	t.beyond = true
	whole := t.out.String()
	t.out.Reset()
	t.out.WriteString(whole[:t.atom] + "(?>" + whole[t.atom:] + ")")
}

// braces translates a repeat; {,n} has no lower bound in Python, and other braces are themselves.
func (t *translation) braces() error {
	end := strings.IndexByte(t.pat[t.i:], '}')
	if end < 0 {
		t.out.WriteString(`\{`)
		t.i++
		return nil
	}
	body := t.pat[t.i+1 : t.i+end]
	lo, hi, both := strings.Cut(body, ",")
	number := func(s string) bool { return s == "" || strings.Trim(s, "0123456789") == "" }
	if body == "" || body == "," || !number(lo) || !number(hi) {
		t.out.WriteString(`\{`)
		t.i++
		return nil
	}
	if lo == "" {
		lo = "0"
	}
	t.out.WriteString("{" + lo)
	if both {
		t.out.WriteString("," + hi)
	}
	t.out.WriteByte('}')
	t.i += end + 1
	t.possessive()
	return nil
}

// group translates what follows an opening parenthesis.
func (t *translation) group() error {
	rest := t.pat[t.i:]
	if !strings.HasPrefix(rest, "(?") {
		t.names = append(t.names, "")
		t.out.WriteByte('(')
		t.i++
		return nil
	}
	for _, start := range []string{"(?=", "(?!", "(?<=", "(?<!", "(?>"} {
		if strings.HasPrefix(rest, start) {
			t.beyond = true
			t.out.WriteString(start)
			t.i += len(start)
			return nil
		}
	}
	if strings.HasPrefix(rest, "(?P=") || strings.HasPrefix(rest, "(?(") {
		return t.refer(rest)
	}
	if strings.HasPrefix(rest, "(?#") {
		end := strings.IndexByte(rest, ')')
		if end < 0 {
			return fmt.Errorf("missing ), unterminated comment")
		}
		t.i += end + 1
		t.open = t.open[:len(t.open)-1]
		return nil
	}
	if strings.HasPrefix(rest, "(?P<") {
		return t.named(rest)
	}
	if strings.HasPrefix(rest, "(?:") {
		t.out.WriteString("(?:")
		t.i += 3
		return nil
	}
	return t.inline(rest)
}

// named translates (?P<name>. The backtracker numbers named groups last, so that it gets none.
func (t *translation) named(rest string) error {
	name, _, ok := strings.Cut(rest[4:], ">")
	switch {
	case !ok:
		return fmt.Errorf("missing >, unterminated name")
	case !identifier(name):
		return fmt.Errorf("bad character in group name %q", name)
	case slices.Contains(t.names, name):
		return fmt.Errorf("redefinition of group name %q", name)
	}
	t.names = append(t.names, name)
	t.out.WriteByte('(')
	t.i += 4 + len(name) + 1
	return nil
}

func identifier(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// refer translates (?P=name), and (?(group) of what stands there where the group takes part.
func (t *translation) refer(rest string) error {
	t.beyond = true
	name, _, ok := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(rest, "(?P="), "(?("), ")")
	if !ok {
		return fmt.Errorf("missing ), unterminated name")
	}
	k := slices.Index(t.names, name) + 1
	if n, err := strconv.Atoi(name); err == nil && rest[2] == '(' {
		k = n
	}
	if k <= 0 || k > len(t.names) || name == "" {
		return fmt.Errorf("unknown group name %q", name)
	}
	if rest[2] == 'P' {
		fmt.Fprintf(&t.out, `(?:\%d)`, k)
		t.i += len("(?P=") + len(name) + 1
		t.open = t.open[:len(t.open)-1]
		return nil
	}
	fmt.Fprintf(&t.out, "(?(%d)", k)
	t.i += len("(?(") + len(name) + 1
	return nil
}

// inline translates (?flags) and (?flags:...).
func (t *translation) inline(rest string) error {
	end := strings.IndexAny(rest, ":)")
	if end < 0 {
		return fmt.Errorf("unknown extension or missing -, : or )")
	}
	keep := ""
	for _, c := range rest[2:end] {
		switch c {
		case 'i', 's', '-':
			keep += string(c)
		case 'm':
			keep += "m"
			t.flags |= MultiLine & flagIf(rest[end] == ')')
		case 'a':
			t.flags |= ASCII
		case 'u':
		case 'x':
			return fmt.Errorf("verbose patterns (?x) are not supported")
		default:
			return fmt.Errorf("unknown extension ?%c", c)
		}
	}
	t.i += end + 1
	switch {
	case rest[end] == ':':
		t.out.WriteString("(?" + keep + ":")
		return nil
	case keep != "":
		t.out.WriteString("(?" + keep + ")")
	}
	t.open = t.open[:len(t.open)-1]
	return nil
}

func flagIf(ok bool) Flag {
	if ok {
		return ^Flag(0)
	}
	return 0
}

// escape translates a backslash and what follows, inside a class or not.
func (t *translation) escape(inside bool) error {
	if t.i+1 == len(t.pat) {
		return fmt.Errorf("bad escape (end of pattern)")
	}
	c := t.pat[t.i+1]
	if s := t.shorthand(c, inside); s != "" {
		t.out.WriteString(s)
		t.i += 2
		return nil
	}
	switch {
	case c == 'b' && inside:
		t.out.WriteString(`\x08`)
	case (c == 'b' || c == 'B') && !inside:
		t.words = t.words || t.flags&ASCII == 0 || c == 'B' // Python's \B is not found in an empty text
		switch {
		case t.back && t.flags&ASCII == 0:
			t.out.WriteString(boundary(c, words))
		case t.back:
			t.out.WriteString(boundary(c, "0-9A-Za-z_"))
		default:
			t.out.WriteString(`\` + string(c))
		}
	case c == 'A' && !inside, strings.IndexByte("afnrtv", c) >= 0:
		t.out.WriteByte('\\')
		t.out.WriteByte(c)
	case c == 'Z' && !inside:
		t.out.WriteString(`\z`)
	case c == 'x':
		return t.hex(2)
	case c == 'u':
		return t.hex(4)
	case c == 'U':
		return t.hex(8)
	case c >= '0' && c <= '9':
		return t.octal(inside)
	case c >= utf8.RuneSelf:
		t.i++ // the character stands for itself
		return nil
	case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		return fmt.Errorf(`bad escape \%c`, c)
	default:
		t.out.WriteByte('\\')
		t.out.WriteByte(c)
	}
	t.i += 2
	return nil
}

// hex translates \xhh, \uhhhh and \Uhhhhhhhh.
func (t *translation) hex(digits int) error {
	from := t.i + 2
	if from+digits > len(t.pat) {
		return fmt.Errorf(`incomplete escape \%c`, t.pat[t.i+1])
	}
	v, err := strconv.ParseUint(t.pat[from:from+digits], 16, 32)
	if err != nil || v > unicode.MaxRune {
		return fmt.Errorf("bad escape %s", t.pat[t.i:from+digits])
	}
	t.out.WriteString(t.char(rune(v)))
	t.i = from + digits
	return nil
}

// char is a character by its number.
func (t *translation) char(r rune) string {
	switch {
	case !t.back:
		return fmt.Sprintf(`\x{%X}`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04X`, r)
	}
	return string(r)
}

// octal translates \0, \012 and \123; other numbers are references to groups.
func (t *translation) octal(inside bool) error {
	from, n := t.i+1, 0
	for n < 3 && from+n < len(t.pat) && t.pat[from+n] >= '0' && t.pat[from+n] <= '7' {
		n++
	}
	if t.pat[from] != '0' && n < 3 && !inside {
		return t.reference(from)
	}
	v, err := strconv.ParseUint(t.pat[from:from+n], 8, 32)
	if err != nil {
		return fmt.Errorf(`bad escape \%c`, t.pat[from])
	}
	t.out.WriteString(t.char(rune(v)))
	t.i = from + n
	return nil
}

// reference translates \1 to \99, the text of a group.
func (t *translation) reference(from int) error {
	n := 1
	if from+1 < len(t.pat) && t.pat[from+1] >= '0' && t.pat[from+1] <= '9' {
		n = 2
	}
	k, err := strconv.Atoi(t.pat[from : from+n])
	if err != nil || k > len(t.names) {
		return fmt.Errorf("invalid group reference %s", t.pat[from:from+n])
	}
	t.beyond = true
	fmt.Fprintf(&t.out, `(?:\%d)`, k)
	t.i = from + n
	return nil
}
