package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/text"
	"github.com/mars-project/mars-go/op"
)

// StrReplace is the options of Replace. The zero value replaces all places of a text.
type StrReplace struct {
	N          int // how many in each text; 0 means all
	IgnoreCase bool
	Flags      int  // of Python's re, as numbers; of a regular expression
	Regex      bool // pat is a regular expression, and repl may name its groups: \1, \g<name>
}

// Replace is the texts with pat replaced by repl. A regular expression finds no empty match right behind
// another match, as in pandas, unless it needs Python: it looks around, refers to groups, or has a class of
// blanks.
func (s Str) Replace(pat, repl string, opt ...StrReplace) *Series {
	s.s = only(s.s, opt)
	o := &text.Replace{Pat: op.WrittenOf(pat), Repl: op.WrittenOf(repl)}
	if len(opt) > 0 {
		p := opt[0]
		o.Flags, o.Regex = p.Flags, p.Regex
		if p.N != 0 {
			o.N = &p.N
		}
		if p.IgnoreCase {
			no := false
			o.Case = &no
		}
	}
	return SeriesOf(apply(o, s.s))
}
