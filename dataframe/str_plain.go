package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// strRow is a text method without parameters: one of the functions.
type strRow struct {
	name, summary string
	text          func(dst, s []byte) []byte
	truth         func(s []byte) bool
	count         func(s []byte) int64
}

var strRows = []strRow{
	{name: "len", summary: "Number of characters", count: str.Len},
	{name: "lower", summary: "Texts in lower case", text: str.Lower},
	{name: "upper", summary: "Texts in upper case", text: str.Upper},
	{name: "title", summary: "Texts with every word capitalized", text: str.Title},
	{name: "capitalize", summary: "Texts with the first character in upper case, the rest in lower case", text: str.Capitalize},
	{name: "swapcase", summary: "Texts with upper and lower case exchanged", text: str.Swapcase},
	{name: "casefold", summary: "Texts folded for comparison without case", text: str.Casefold},
	{name: "isalpha", summary: "Whether all characters are letters", truth: str.IsAlpha},
	{name: "isdigit", summary: "Whether all characters are digits", truth: str.IsDigit},
	{name: "isnumeric", summary: "Whether all characters are numeric", truth: str.IsNumeric},
	{name: "isdecimal", summary: "Whether all characters are decimal digits", truth: str.IsDecimal},
	{name: "isalnum", summary: "Whether all characters are letters or numbers", truth: str.IsAlnum},
	{name: "isspace", summary: "Whether all characters are blanks", truth: str.IsSpace},
	{name: "islower", summary: "Whether all cased characters are lower case", truth: str.IsLower},
	{name: "isupper", summary: "Whether all cased characters are upper case", truth: str.IsUpper},
	{name: "istitle", summary: "Whether all words are capitalized", truth: str.IsTitle},
	{name: "isascii", summary: "Whether all characters are ASCII", truth: str.IsASCII},
}

type strPlain struct {
	op.Rowwise
	row *strRow
}

func (o *strPlain) Row() string { return o.row.name }

func init() {
	for i := range strRows {
		r := &strRows[i]
		op.Register[strPlain](strDoc(r.name, "()", r.summary), strPlain{row: r})
	}
}

// Len is the number of characters (code points): int64, float64 with NaN where a text is missing.
func (s Str) Len() *Series { return s.plain("len") }

// Lower is the texts in lower case.
func (s Str) Lower() *Series { return s.plain("lower") }

// Upper is the texts in upper case, character by character: 'ß' gives 'ẞ'.
func (s Str) Upper() *Series { return s.plain("upper") }

// Title is the texts with each run of letters capitalized.
func (s Str) Title() *Series { return s.plain("title") }

// Capitalize is the texts with the first character in upper case and the rest in lower case.
func (s Str) Capitalize() *Series { return s.plain("capitalize") }

// Swapcase is the texts with upper and lower case exchanged.
func (s Str) Swapcase() *Series { return s.plain("swapcase") }

// Casefold is the texts folded for comparison without case, by Unicode's full folding: 'ß' gives "ss".
func (s Str) Casefold() *Series { return s.plain("casefold") }

// IsAlpha reports texts of letters only. Like the others it is false for the empty text.
func (s Str) IsAlpha() *Series { return s.plain("isalpha") }

// IsDigit reports texts of digits only, of '½' and its like too.
func (s Str) IsDigit() *Series { return s.plain("isdigit") }

// IsNumeric reports texts of numeric characters only.
func (s Str) IsNumeric() *Series { return s.plain("isnumeric") }

// IsDecimal reports texts of decimal digits only.
func (s Str) IsDecimal() *Series { return s.plain("isdecimal") }

// IsAlnum reports texts of letters and numbers only.
func (s Str) IsAlnum() *Series { return s.plain("isalnum") }

// IsSpace reports texts of blanks only.
func (s Str) IsSpace() *Series { return s.plain("isspace") }

// IsLower reports texts whose cased characters are lower case.
func (s Str) IsLower() *Series { return s.plain("islower") }

// IsUpper reports texts whose cased characters are upper case.
func (s Str) IsUpper() *Series { return s.plain("isupper") }

// IsTitle reports texts whose words are capitalized.
func (s Str) IsTitle() *Series { return s.plain("istitle") }

// IsASCII reports texts of ASCII characters only, the empty text too.
func (s Str) IsASCII() *Series { return s.plain("isascii") }

func (s Str) plain(name string) *Series {
	return SeriesOf(apply(strOp[*strPlain](name), s.s))
}

func (o *strPlain) Infer(in []op.Meta) ([]op.Meta, error) {
	switch {
	case o.row.truth != nil:
		return inferText(in, aTruth)
	case o.row.count != nil:
		return inferText(in, aCount)
	}
	return inferText(in, aText)
}

func (o *strPlain) Exec(x *op.Exec) error {
	if o.row.truth != nil {
		return truthColumn(x, nil, o.row.truth)
	}
	if o.row.name == "len" && x.Frame(0).Cols[0].DType.IsObject() {
		return oneColumn(x, func(c *frame.Column) (*frame.Column, error) { return listLengths(x, c, o.row.count) })
	}
	return textColumn(x, func(c *frame.Column, d dtype.DType) (*frame.Column, error) {
		if o.row.count != nil {
			return counts(x.Mem(), c, o.row.count)
		}
		return texts(x.Mem(), c, d, o.row.text)
	})
}

// texts is str.Texts of a function that always has an answer.
func texts(al mem.Allocator, c *frame.Column, d dtype.DType, f func(dst, s []byte) []byte) (*frame.Column, error) {
	return str.Texts(al, c, d, func(dst, s []byte) ([]byte, bool) { return f(dst, s), true })
}

// counts is str.Counts as int64, pending where a text is missing, or as Int64.
func counts(al mem.Allocator, c *frame.Column, f func(s []byte) int64) (*frame.Column, error) {
	d := dtype.Int64
	if c.DType.Null {
		d = d.Nullable()
	}
	return str.Counts(al, c, d, f)
}
