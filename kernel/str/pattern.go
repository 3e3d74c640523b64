package str

import (
	"bytes"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// Flag are the flags of Python's re that patterns may have.
type Flag int

// The flags, with Python's values. Others are refused.
const (
	IgnoreCase Flag = 2
	MultiLine  Flag = 8
	DotAll     Flag = 16
	Unicode    Flag = 32
	ASCII      Flag = 256
)

// A Mode says where a pattern must match.
type Mode int

// Anywhere, from the first character on, or the whole text.
const (
	Search Mode = iota
	Match
	Full
)

// A Pattern is a regular expression of Python. Go's regexp runs it in time linear in the text where it can. A
// backtracking one runs look-around, references to groups, atomic and conditional groups and possessive
// repeats, and what Python does otherwise: boundaries of words beyond ASCII, $ before a final newline, and
// matches of nothing right behind another match (which Replace has where pandas has them). It looks for ten
// seconds in one text at most; Err tells.
//
// Classes of characters and flags mean what they mean in Python. Verbose patterns are refused by name.
// Different is a look-behind, which may have any width.
type Pattern struct {
	re      *regexp.Regexp // nil where it cannot run the pattern
	back    *backtracker
	literal []byte // what the pattern matches when it is a text and case counts
	mode    Mode
	names   []string
	dollar  bool // $ matches before a final newline
	words   bool // boundaries of words are looked for
	empty   bool // it may match nothing
	blanks  bool // it has a class of blanks
}

// Compile reads a pattern. Errors: Invalid, saying what is wrong or not supported.
func Compile(pat string, mode Mode, flags Flag) (*Pattern, error) {
	t, err := translate(pat, flags, false)
	if err != nil {
		return nil, err
	}
	p := &Pattern{mode: mode, dollar: t.dollar, words: t.words, blanks: t.blanks, names: t.names, back: &backtracker{pat: pat, mode: mode, flags: flags}}
	if t.plain && flags&IgnoreCase == 0 && pat != "" {
		p.literal = []byte(pat)
	}
	if t.beyond {
		return p, p.back.compile()
	}
	g := t.goFlags() + t.within(mode)
	parsed, err := syntax.Parse(g, syntax.Perl)
	if err == nil {
		p.empty = mayBeEmpty(parsed)
		p.re, err = regexp.Compile(g)
	}
	if err != nil {
		return nil, badPattern(pat, err)
	}
	return p, nil
}

// mayBeEmpty reports an expression that matches nothing somewhere.
func mayBeEmpty(r *syntax.Regexp) bool {
	switch r.Op {
	case syntax.OpNoMatch, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return false
	case syntax.OpLiteral:
		return len(r.Rune) == 0
	case syntax.OpCapture, syntax.OpPlus:
		return mayBeEmpty(r.Sub[0])
	case syntax.OpRepeat:
		return r.Min == 0 || mayBeEmpty(r.Sub[0])
	case syntax.OpConcat:
		return !slices.ContainsFunc(r.Sub, func(s *syntax.Regexp) bool { return !mayBeEmpty(s) })
	case syntax.OpAlternate:
		return slices.ContainsFunc(r.Sub, mayBeEmpty)
	}
	return true
}

// Err is what ended a search: a text in which the pattern takes too long. What was found in it does not
// count.
func (p *Pattern) Err() error { return p.back.err() }

// Test reports whether the pattern matches in its mode.
func (p *Pattern) Test(s []byte) bool {
	switch {
	case p.literal != nil && p.mode == Search:
		return bytes.Contains(s, p.literal)
	case p.literal != nil && p.mode == Match:
		return bytes.HasPrefix(s, p.literal)
	case p.literal != nil:
		return bytes.Equal(s, p.literal)
	case p.backtracks(s):
		return len(p.back.matches(s, 1)) > 0
	}
	return p.re.Match(s)
}

// backtracks reports a text in which Go's regexp does not find what Python does.
func (p *Pattern) backtracks(s []byte) bool {
	return p.re == nil || p.dollar && len(s) > 0 && s[len(s)-1] == '\n' || p.words && (len(s) == 0 || !ascii(s))
}

func ascii(s []byte) bool {
	for _, c := range s {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Count is the number of matches that do not overlap.
func (p *Pattern) Count(s []byte) int64 {
	if p.literal != nil {
		return int64(bytes.Count(s, p.literal))
	}
	return int64(len(p.matches(s, -1)))
}

// matches are the first n matches and their groups, all where n is negative.
func (p *Pattern) matches(s []byte, n int) [][]int {
	if p.backtracks(s) || p.empty && n != 1 {
		return p.back.matches(s, n)
	}
	return p.re.FindAllSubmatchIndex(s, n)
}

// Groups is the number of groups, Names their names, "" for one without.
func (p *Pattern) Groups() int { return len(p.names) }

// Names are the names of the groups.
func (p *Pattern) Names() []string { return p.names }

// Extract sets out[k] to what group k matches in the first match, nil where it takes no part. It reports
// whether there is a match.
func (p *Pattern) Extract(s []byte, out [][]byte) bool {
	m := p.matches(s, 1)
	if m == nil {
		return false
	}
	for k := range out {
		if i := m[0][2*k+2]; i >= 0 {
			out[k] = s[i:m[0][2*k+3]:m[0][2*k+3]]
		} else {
			out[k] = nil
		}
	}
	return true
}

// FindAll is the text of every match, of the group where the pattern has one, or the texts of the groups.
func (p *Pattern) FindAll(s []byte) [][]string {
	var out [][]string
	for _, m := range p.matches(s, -1) {
		if len(m) > 2 {
			m = m[2:]
		}
		ts := make([]string, len(m)/2)
		for k := range ts {
			if m[2*k] >= 0 {
				ts[k] = string(s[m[2*k]:m[2*k+1]])
			}
		}
		out = append(out, ts)
	}
	return out
}

// Split cuts s at the first n matches, all where n is not positive, and gives what groups matched in between,
// as re.split. A group that takes no part gives nil.
func (p *Pattern) Split(s []byte, n int, out [][]byte) [][]byte {
	if n <= 0 {
		n = -1
	}
	from := 0
	for _, m := range p.matches(s, n) {
		out = append(out, s[from:m[0]:m[0]])
		for k := 2; k < len(m); k += 2 {
			if m[k] < 0 {
				out = append(out, nil)
			} else {
				out = append(out, s[m[k]:m[k+1]:m[k+1]])
			}
		}
		from = m[1]
	}
	return append(out, s[from:])
}

// Text is the pattern that matches the text t alone.
func Text(t string, mode Mode, flags Flag) (*Pattern, error) {
	p, err := Compile(Quote(t), mode, flags)
	if err == nil && flags&IgnoreCase == 0 {
		p.literal = []byte(t)
	}
	return p, err
}

// Quote is a pattern that matches s alone.
func Quote(s string) string { return regexp.QuoteMeta(s) }

// QuoteReplacement is a replacement that stands for s.
func QuoteReplacement(s string) string { return strings.ReplaceAll(s, `\`, `\\`) }
