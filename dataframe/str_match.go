package dataframe

import "github.com/mars-project/mars-go/dataframe/text"

// StrMatch is the options of methods that take a pattern. The zero value is pandas' default.
type StrMatch struct {
	IgnoreCase bool
	Literal    bool  // the pattern is a text and no regular expression; Contains and Count
	Flags      int   // of Python's re, as numbers
	NA         *bool // the answer for a missing text
}

// Contains reports the texts where a regular expression of Python, or a text, is found. A missing text gives
// false in a str column and NA in a string column, or what NA says.
func (s Str) Contains(pat string, o ...StrMatch) *Series {
	return s.match("contains", []string{pat}, o)
}

// Match reports the texts that a regular expression matches from the first character on.
func (s Str) Match(pat string, o ...StrMatch) *Series { return s.match("match", []string{pat}, o) }

// FullMatch reports the texts that a regular expression matches as a whole.
func (s Str) FullMatch(pat string, o ...StrMatch) *Series {
	return s.match("fullmatch", []string{pat}, o)
}

// StartsWith reports the texts that start with one of some texts.
func (s Str) StartsWith(pats ...string) *Series { return s.match("startswith", pats, nil) }

// EndsWith reports the texts that end with one of some texts.
func (s Str) EndsWith(pats ...string) *Series { return s.match("endswith", pats, nil) }

func (s Str) match(name string, pats []string, opt []StrMatch) *Series {
	s.s = only(s.s, opt)
	o := text.Op[*text.Match](name)
	o.Pat = pats
	if len(opt) > 0 {
		p := opt[0]
		yes, no := true, false
		o.Flags, o.Na = p.Flags, p.NA
		if p.IgnoreCase {
			o.Case = &no
		} else {
			o.Case = &yes
		}
		if p.Literal && name == "contains" {
			o.Regex = &no
		}
	}
	return SeriesOf(apply(o, s.s))
}
