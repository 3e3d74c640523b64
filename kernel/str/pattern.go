package str

import (
	"bytes"
	"regexp"
	"strings"
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

// A Pattern is a regular expression of Python, run by Go's regexp in time linear in the text.
//
// Classes of characters and flags mean what they mean in Python. Look-ahead, look-behind, references to groups, conditional and
// atomic groups, possessive repeats and verbose patterns are refused by name. Different are word boundaries next to characters
// beyond ASCII, which Go does not see, and matches of nothing right behind another match, which are left out as RE2 does.
type Pattern struct {
	re      *regexp.Regexp
	literal []byte // what the pattern matches when it is a text and case counts
	mode    Mode
	dollar  bool // $ matches before a final newline
}

// Compile reads a pattern. Errors: Invalid, saying what is wrong or not supported.
func Compile(pat string, mode Mode, flags Flag) (*Pattern, error) {
	t, err := translate(pat, flags)
	if err != nil {
		return nil, err
	}
	p := &Pattern{mode: mode, dollar: t.dollar}
	if t.plain && flags&IgnoreCase == 0 && pat != "" {
		p.literal = []byte(pat)
	}
	g := t.goText
	switch mode {
	case Match:
		g = `\A(?:` + g + `)`
	case Full:
		g = `\A(?:` + g + `)\z`
	}
	if p.re, err = regexp.Compile(t.goFlags() + g); err != nil {
		return nil, badPattern(pat, err)
	}
	return p, nil
}

// Test reports whether the pattern matches in its mode.
func (p *Pattern) Test(s []byte) bool {
	if p.literal != nil {
		switch p.mode {
		case Search:
			return bytes.Contains(s, p.literal)
		case Match:
			return bytes.HasPrefix(s, p.literal)
		}
		return bytes.Equal(s, p.literal)
	}
	return p.re.Match(s) || p.mode != Full && p.beforeNewline(s) && p.re.Match(s[:len(s)-1])
}

// beforeNewline reports that $ may match before the last character.
func (p *Pattern) beforeNewline(s []byte) bool {
	return p.dollar && len(s) > 0 && s[len(s)-1] == '\n'
}

// Count is the number of matches that do not overlap.
func (p *Pattern) Count(s []byte) int64 {
	if p.literal != nil {
		return int64(bytes.Count(s, p.literal))
	}
	return int64(len(p.matches(s, -1)))
}

// matches are the first n matches, all where n is negative. Where $ can match before a final newline only, it does.
func (p *Pattern) matches(s []byte, n int) [][]int {
	m := p.re.FindAllSubmatchIndex(s, n)
	if m == nil && p.beforeNewline(s) {
		m = p.re.FindAllSubmatchIndex(s[:len(s)-1], n)
	}
	return m
}

// Groups is the number of groups, Names their names, "" for one without.
func (p *Pattern) Groups() int { return p.re.NumSubexp() }

// Names are the names of the groups.
func (p *Pattern) Names() []string { return p.re.SubexpNames()[1:] }

// Extract sets out[k] to what group k matches in the first match, nil where it takes no part. It reports whether there is a match.
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

// Split cuts s at the first n matches, all where n is not positive, and gives what groups matched in between, as re.split. A group that takes no part
// gives nil.
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
