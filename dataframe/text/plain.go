package text

import (
	"github.com/mars-project/mars-go/dataframe/schema"
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

// Plain is the operand of functions of texts that take nothing else.
type Plain struct {
	op.Rowwise
	row *strRow
}

func (o *Plain) Row() string { return o.row.name }

func init() {
	for i := range strRows {
		r := &strRows[i]
		d := strDoc(r.name, "()", r.summary)
		if r.truth != nil {
			d.Labels = "tensor"
		}
		op.Register[Plain](d, Plain{row: r})
	}
}

func (o *Plain) Infer(in []op.Meta) ([]op.Meta, error) {
	switch {
	case o.row.truth != nil:
		return inferText(in, aTruth)
	case o.row.count != nil:
		return inferText(in, aCount)
	}
	return inferText(in, aText)
}

func (o *Plain) Exec(x *op.Exec) error {
	if o.row.truth != nil {
		return truthColumn(x, nil, o.row.truth)
	}
	if o.row.name == "len" && x.Frame(0).Cols[0].DType.IsObject() {
		return schema.OneColumn(x, func(c *frame.Column) (*frame.Column, error) { return listLengths(x, c, o.row.count) })
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
