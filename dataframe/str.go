package dataframe

// Str is the text methods of a series, as Series.str in pandas: for columns of dtype str, string, and
// categories of texts. A missing text has a missing answer, except that bool answers of str columns are false
// there.
//
// Of columns of objects, and of categories of objects, what is no text has a missing answer; answers of
// objects are objects, bools and counts where no text is missing. Case and classes of characters follow
// Arrow's tables as in pandas 3, in the Unicode version of Go; patterns are Python's, run in linear time
// (package kernel/str tells what is refused). Categories of texts give columns of objects where the answer is
// a text, as in pandas, but with the case rules of str columns.
type Str struct{ s *Series }

// Str gives the text methods of s.
func (s *Series) Str() Str { return Str{s} }
