package str

import (
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// A Rewrite is what stands for a match: texts and groups of the pattern.
type Rewrite struct {
	p     *Pattern
	parts []part
}

type part struct {
	text  string
	group int // -1: the text
}

// NewRewrite reads a replacement of Python: \1 to \99 and \g<name> are groups, \0 is the whole match, \n and
// its like are characters. Errors: Invalid for a group that the pattern lacks and for an unknown escape.
func NewRewrite(p *Pattern, repl string) (*Rewrite, error) {
	w := &Rewrite{p: p}
	var b strings.Builder
	group := func(k int) error {
		if k > p.Groups() {
			return errs.New(errs.Invalid, "replacement %q: invalid group reference %d", repl, k)
		}
		w.parts = append(w.parts, part{b.String(), -1}, part{"", k})
		b.Reset()
		return nil
	}
	for i := 0; i < len(repl); i++ {
		if repl[i] != '\\' {
			b.WriteByte(repl[i])
			continue
		}
		if i++; i == len(repl) {
			return nil, errs.New(errs.Invalid, "replacement %q: bad escape (end of pattern)", repl)
		}
		switch c := repl[i]; {
		case c >= '0' && c <= '9':
			k := int(c - '0')
			if i+1 < len(repl) && repl[i+1]-'0' < 10 && k*10+int(repl[i+1]-'0') <= p.Groups() && k > 0 {
				i++
				k = k*10 + int(repl[i]-'0')
			}
			if err := group(k); err != nil {
				return nil, err
			}
		case c == 'g':
			name, _, ok := strings.Cut(repl[i+1:], ">")
			k, err := p.group(strings.TrimPrefix(name, "<"))
			if !ok || err != nil || !strings.HasPrefix(name, "<") {
				return nil, errs.New(errs.Invalid, "replacement %q: unknown group name %q", repl, strings.TrimPrefix(name, "<"))
			}
			if err := group(k); err != nil {
				return nil, err
			}
			i += len(name) + 1
		case strings.IndexByte(`abfnrtv\`, c) >= 0:
			b.WriteByte("\a\b\f\n\r\t\v\\"[strings.IndexByte(`abfnrtv\`, c)])
		default:
			return nil, errs.New(errs.Invalid, `replacement %q: bad escape \%c`, repl, c)
		}
	}
	w.parts = append(w.parts, part{b.String(), -1})
	return w, nil
}

// Err is that of the pattern.
func (w *Rewrite) Err() error { return w.p.Err() }

// group is the number of a group by number or name.
func (p *Pattern) group(name string) (int, error) {
	if k, err := strconv.Atoi(name); err == nil && k >= 0 {
		return k, nil
	}
	for k, n := range p.Names() {
		if n == name && n != "" {
			return k + 1, nil
		}
	}
	return 0, errs.New(errs.Invalid, "unknown group name %q", name)
}

// replaced are the matches that are replaced. pandas has RE2 replace them unless it needs Python for the
// pattern, and RE2 leaves out an empty match right behind another one.
func (p *Pattern) replaced(s []byte, n int) [][]int {
	if p.empty && !p.blanks && !p.backtracks(s) {
		return p.re.FindAllSubmatchIndex(s, n)
	}
	return p.matches(s, n)
}

// Replace appends s with the first n matches replaced, all where n is negative.
func (w *Rewrite) Replace(dst, s []byte, n int) []byte {
	from := 0
	if n != 0 && w.p.Test(s) {
		for _, m := range w.p.replaced(s, n) {
			dst = append(dst, s[from:m[0]]...)
			for _, q := range w.parts {
				switch {
				case q.group < 0:
					dst = append(dst, q.text...)
				case m[2*q.group] >= 0:
					dst = append(dst, s[m[2*q.group]:m[2*q.group+1]]...)
				}
			}
			from = m[1]
		}
	}
	return append(dst, s[from:]...)
}
