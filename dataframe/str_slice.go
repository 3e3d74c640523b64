package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/text"
	"github.com/mars-project/mars-go/op"
)

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

// Get is character i of each text, from the end where i is negative; missing where there is none. Of objects
// it is also an item of each list, or the value of each dict under the key i, in the dtype that all have.
func (s Str) Get(i any) *Series {
	_, w := given(nil, i)
	return SeriesOf(apply(&strGet{I: w}, s.s))
}

type strGet struct {
	op.Recipe
	I op.Written
}

func init() {
	op.Register[strGet](op.Doc{
		Name: "dataframe.Series.str.get", Like: "pandas.Series.str.get", Methods: "Series.str.get", Labels: "index", Sig: "get(i)", Forms: "i=plain",
		Summary: "Character at a place of each text", Text: "Of objects also an item of each list, or the value of each dict under a key, in the dtype that all have.",
	})
}

// Build gets the series.
func (o *strGet) Build(in []Handle) (Handle, error) {
	s := in[0]
	out := SeriesOf(apply(&text.Item{I: o.I}, s))
	if s.Value().Meta().Cols[0].Is.IsObject() {
		return SeriesOf(apply(&cells.InferObjects{Numbers: true}, out)), nil
	}
	return out, nil
}
