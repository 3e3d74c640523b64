package dataframe

import (
	"unicode/utf8"

	"github.com/mars-project/mars-go/dataframe/text"
	"github.com/mars-project/mars-go/errs"
)

// Pad fills the texts up to width characters with a character, blanks when it is left out. The side that gets
// them is left, right, or both.
func (s Str) Pad(width int, side string, fill ...string) *Series {
	o := text.Op[*text.Pad]("pad")
	o.Side = side
	return s.pad(o, width, fill)
}

// Ljust fills the texts up on their right.
func (s Str) Ljust(width int, fill ...string) *Series {
	return s.pad(text.Op[*text.Pad]("ljust"), width, fill)
}

// Rjust fills the texts up on their left.
func (s Str) Rjust(width int, fill ...string) *Series {
	return s.pad(text.Op[*text.Pad]("rjust"), width, fill)
}

// Center fills the texts up on both sides.
func (s Str) Center(width int, fill ...string) *Series {
	return s.pad(text.Op[*text.Pad]("center"), width, fill)
}

// Zfill fills the texts up with zeros, behind a sign.
func (s Str) Zfill(width int) *Series { return s.pad(text.Op[*text.Pad]("zfill"), width, nil) }

// Repeat is every text n times.
func (s Str) Repeat(n int) *Series {
	o := text.Op[*text.Pad]("repeat")
	o.Repeats = n
	return SeriesOf(apply(o, s.s))
}

// Join is the characters of every text with sep between.
func (s Str) Join(sep string) *Series {
	o := text.Op[*text.Pad]("join")
	o.Sep = sep
	return SeriesOf(apply(o, s.s))
}

func (s Str) pad(o *text.Pad, width int, fill []string) *Series {
	s.s = only(s.s, fill)
	o.Width = width
	if len(fill) > 0 {
		o.Fillchar = fill[0]
		if utf8.RuneCountInString(fill[0]) != 1 {
			return SeriesOf(bad("dataframe.Series.str."+o.Row(), errs.New(errs.Type, "fillchar must be a character, not str")))
		}
	}
	return SeriesOf(apply(o, s.s))
}
