package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/text"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/str"
)

// Find is the first place of sub in each text, counted in characters, -1 where there is none. Bounds, when
// given, are the start and the end of where to look, as in Python.
func (s Str) Find(sub string, bounds ...int) *Series { return s.find("find", sub, bounds) }

// Rfind is the last place of sub.
func (s Str) Rfind(sub string, bounds ...int) *Series { return s.find("rfind", sub, bounds) }

func (s Str) find(name, sub string, bounds []int) *Series {
	o := text.Op[*text.Find](name)
	o.Sub = sub
	if len(bounds) > 2 {
		return SeriesOf(bad("dataframe.Series.str."+name, errs.New(errs.Type, "bounds are a start and an end, not %d places", len(bounds))))
	}
	if len(bounds) > 0 {
		o.Start = bounds[0]
	}
	if len(bounds) > 1 {
		o.End = &bounds[1]
	}
	return SeriesOf(apply(o, s.s))
}

// Count is the number of matches of a regular expression in each text that do not overlap.
func (s Str) Count(pat string, opt ...StrMatch) *Series {
	s.s = only(s.s, opt)
	o := text.Op[*text.Find]("count")
	o.Pat = pat
	if len(opt) > 0 {
		o.Flags = opt[0].Flags
		if opt[0].IgnoreCase {
			o.Flags |= int(str.IgnoreCase)
		}
		if opt[0].Literal {
			o.Pat = str.Quote(pat)
		}
	}
	return SeriesOf(apply(o, s.s))
}
