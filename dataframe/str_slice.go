package dataframe

import "github.com/mars-project/mars-go/dataframe/text"

// StrSlice is the options of Slice and SliceReplace: a Python slice of characters.
type StrSlice struct {
	Start, Stop, Step *int // nil where absent. Step counts for Slice alone.
}

// At is a bound of a slice.
func At(n int) *int { return &n }

// Slice is the characters of each text that a Python slice takes.
func (s Str) Slice(b StrSlice) *Series {
	o := text.Op[*text.Slice]("slice")
	o.Start, o.Stop, o.Step = b.Start, b.Stop, b.Step
	return SeriesOf(apply(o, s.s))
}

// SliceReplace is the texts with the characters of a slice replaced by repl.
func (s Str) SliceReplace(b StrSlice, repl string) *Series {
	o := text.Op[*text.Slice]("slice_replace")
	o.Start, o.Stop, o.Repl = b.Start, b.Stop, &repl
	return SeriesOf(apply(o, s.s))
}

// Get is character i of each text, from the end where i is negative; missing where there is none.
func (s Str) Get(i int) *Series {
	o := text.Op[*text.Slice]("get")
	o.I = i
	return SeriesOf(apply(o, s.s))
}
