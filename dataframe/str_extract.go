package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/text"
	"github.com/mars-project/mars-go/op"
)

// Extract is a frame with a column for each group of a regular expression: what it matches in the first
// match, missing where there is none. A column has the name of its group, or its number from 0 on. Flags are
// those of Python's re.
func (s Str) Extract(pat string, flags ...int) *DataFrame {
	s.s = only(s.s, flags)
	return FrameOf(s.extract("extract", pat, true, flags))
}

// ExtractOne is Extract of a pattern with one group as a series, of the group's name or else of its own.
func (s Str) ExtractOne(pat string, flags ...int) *Series {
	s.s = only(s.s, flags)
	return SeriesOf(s.extract("extract", pat, false, flags))
}

// FindAll is lists of what a regular expression matches, or of what its group matches, or of tuples of what
// its groups match: a series of []any, of dtype object.
func (s Str) FindAll(pat string, flags ...int) *Series {
	s.s = only(s.s, flags)
	return SeriesOf(s.extract("findall", pat, false, flags))
}

func (s Str) extract(name, pat string, expand bool, flags []int) op.Value {
	o := text.Op[*text.Extract](name)
	o.Pat, o.Expand = pat, &expand
	for _, f := range flags {
		o.Flags |= f
	}
	return apply(o, s.s)
}
