package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/text"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// StrSplit is the options of Split and RSplit. The zero value cuts everywhere.
type StrSplit struct {
	N     int   // how many cuts at most; 0 means all
	Regex *bool // whether the separator is a regular expression: nil means that it is when it has more than one character. Split alone has it
}

// Split cuts the texts at a separator, at blanks where it is empty, and gives a series of lists ([]any of
// strings) of dtype object, also where all texts are missing.
func (s Str) Split(pat string, o ...StrSplit) *Series {
	return SeriesOf(s.split("split", pat, false, o))
}

// RSplit is Split that begins at the right.
func (s Str) RSplit(pat string, o ...StrSplit) *Series {
	return SeriesOf(s.split("rsplit", pat, false, o))
}

// SplitExpand is Split into columns 0, 1, ...: as many as the text with the most pieces has, so that the
// columns are known once the data was read. Pieces that a text lacks are missing.
func (s Str) SplitExpand(pat string, o ...StrSplit) *DataFrame {
	return FrameOf(s.split("split", pat, true, o))
}

// RSplitExpand is RSplit into columns.
func (s Str) RSplitExpand(pat string, o ...StrSplit) *DataFrame {
	return FrameOf(s.split("rsplit", pat, true, o))
}

func (s Str) split(name, pat string, expand bool, opt []StrSplit) op.Value {
	s.s = only(s.s, opt)
	o := text.Op[*text.Split](name)
	o.Expand = &expand
	if pat != "" {
		o.Pat = &pat
	}
	if len(opt) > 0 {
		if opt[0].N != 0 {
			o.N = &opt[0].N
		}
		if name == "split" {
			o.Regex = opt[0].Regex
		}
	}
	return apply(o, s.s)
}

// Partition cuts the texts in three columns at the first place of sep: before, sep, after. Without sep it is
// the text and two empty ones.
func (s Str) Partition(sep string) *DataFrame { return FrameOf(s.partition("partition", sep, true)) }

// RPartition is Partition at the last place of sep. Without sep the empty ones come first.
func (s Str) RPartition(sep string) *DataFrame { return FrameOf(s.partition("rpartition", sep, true)) }

// PartitionTuples is Partition as a series of frame.Tuple, of dtype object.
func (s Str) PartitionTuples(sep string) *Series {
	return SeriesOf(s.partition("partition", sep, false))
}

func (s Str) partition(name, sep string, expand bool) op.Value {
	o := text.Op[*text.Split](name)
	o.Sep, o.Expand = sep, &expand
	if sep == "" {
		return bad("dataframe.Series.str."+name, errs.New(errs.Invalid, "empty separator"))
	}
	return apply(o, s.s)
}
