package dataframe

import "github.com/mars-project/mars-go/dataframe/text"

// Strip takes the characters of a set off both ends of the texts; without a set blanks.
func (s Str) Strip(set ...string) *Series { return s.strip("strip", set) }

// Lstrip is Strip of the start.
func (s Str) Lstrip(set ...string) *Series { return s.strip("lstrip", set) }

// Rstrip is Strip of the end.
func (s Str) Rstrip(set ...string) *Series { return s.strip("rstrip", set) }

func (s Str) strip(name string, set []string) *Series {
	s.s = only(s.s, set)
	o := text.Op[*text.End](name)
	if len(set) > 0 {
		o.ToStrip = &set[0]
	}
	return SeriesOf(apply(o, s.s))
}

// RemovePrefix takes a prefix off the texts that have it.
func (s Str) RemovePrefix(prefix string) *Series {
	o := text.Op[*text.End]("removeprefix")
	o.Prefix = prefix
	return SeriesOf(apply(o, s.s))
}

// RemoveSuffix takes a suffix off the texts that have it.
func (s Str) RemoveSuffix(suffix string) *Series {
	o := text.Op[*text.End]("removesuffix")
	o.Suffix = suffix
	return SeriesOf(apply(o, s.s))
}
