package str

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mars-project/mars-go/errs"
)

// translation is a Python pattern on its way to Go's syntax.
type translation struct {
	pat    string
	i      int
	out    strings.Builder
	goText string
	flags  Flag
	dollar bool
	plain  bool // no character means anything but itself
}

// known are the flags that are read; Unicode is how text is read anyway.
const known = IgnoreCase | MultiLine | DotAll | Unicode | ASCII

func translate(pat string, flags Flag) (*translation, error) {
	if flags&^known != 0 {
		return nil, badPattern(pat, fmt.Errorf("flags %d are not supported: of Python's, IGNORECASE, MULTILINE, DOTALL, UNICODE and ASCII are", int(flags)))
	}
	t := &translation{pat: pat, flags: flags, plain: true}
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

// step translates one element.
func (t *translation) step() error {
	c := t.pat[t.i]
	if strings.IndexByte(`\.+*?()|[]{}^$`, c) >= 0 {
		t.plain = false
	}
	switch c {
	case '\\':
		return t.escape(false)
	case '[':
		return t.class()
	case '(':
		return t.group()
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
		return t.notPossessive()
	}
	_, n := utf8.DecodeRuneInString(t.pat[t.i:])
	t.out.WriteString(t.pat[t.i : t.i+n])
	t.i += n
	return nil
}

// notPossessive refuses a plus behind a repeat.
func (t *translation) notPossessive() error {
	if t.i < len(t.pat) && t.pat[t.i] == '+' {
		return fmt.Errorf("possessive repeats are not supported")
	}
	return nil
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
	return t.notPossessive()
}

// group translates what follows an opening parenthesis.
func (t *translation) group() error {
	rest := t.pat[t.i:]
	if !strings.HasPrefix(rest, "(?") {
		t.out.WriteByte('(')
		t.i++
		return nil
	}
	for _, x := range []struct{ start, what string }{
		{"(?=", "look-ahead (?=...)"},
		{"(?!", "negative look-ahead (?!...)"},
		{"(?<=", "look-behind (?<=...)"},
		{"(?<!", "negative look-behind (?<!...)"},
		{"(?P=", "the reference to a group (?P=...)"},
		{"(?>", "an atomic group (?>...)"},
		{"(?(", "a conditional group (?(...)...)"},
	} {
		if strings.HasPrefix(rest, x.start) {
			return fmt.Errorf("%s is not supported: patterns are run in linear time", x.what)
		}
	}
	if strings.HasPrefix(rest, "(?#") {
		end := strings.IndexByte(rest, ')')
		if end < 0 {
			return fmt.Errorf("missing ), unterminated comment")
		}
		t.i += end + 1
		return nil
	}
	if strings.HasPrefix(rest, "(?P<") || strings.HasPrefix(rest, "(?:") {
		n := strings.IndexAny(rest, ":<") + 1
		t.out.WriteString(rest[:n])
		t.i += n
		return nil
	}
	return t.inline(rest)
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
	case keep != "":
		t.out.WriteString("(?" + keep + ")")
	}
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
	case (c == 'b' || c == 'B' || c == 'A') && !inside, strings.IndexByte("afnrtv", c) >= 0:
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
	fmt.Fprintf(&t.out, `\x{%X}`, v)
	t.i = from + digits
	return nil
}

// octal translates \0, \012 and \123; other numbers are references to groups.
func (t *translation) octal(inside bool) error {
	from, n := t.i+1, 0
	for n < 3 && from+n < len(t.pat) && t.pat[from+n] >= '0' && t.pat[from+n] <= '7' {
		n++
	}
	if t.pat[from] != '0' && n < 3 && !inside {
		return fmt.Errorf(`the reference to a group \%c is not supported: patterns are run in linear time`, t.pat[from])
	}
	v, err := strconv.ParseUint(t.pat[from:from+n], 8, 32)
	if err != nil {
		return fmt.Errorf(`bad escape \%c`, t.pat[from])
	}
	fmt.Fprintf(&t.out, `\x{%X}`, v)
	t.i = from + n
	return nil
}
