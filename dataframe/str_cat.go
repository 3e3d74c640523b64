package dataframe

import "github.com/mars-project/mars-go/dataframe/text"

// Cat is each text followed by the separator and the text of others with the same label. It keeps the labels
// of s: a label that others lacks counts as missing, one that comes several times there as well.
func (s Str) Cat(others *Series, o ...StrCat) *Series {
	s.s = only(s.s, o)
	return SeriesOf(apply(text.CatOf(o, true), s.s, others))
}

// CatAll is all texts, one after the other, with the separator between.
func (s Str) CatAll(o ...StrCat) *Scalar {
	s.s = only(s.s, o)
	return ScalarOf(apply(text.CatOf(o, false), s.s))
}
