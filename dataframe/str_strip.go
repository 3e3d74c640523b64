package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// strEnd is the methods that take something off the ends.
type strEnd struct {
	op.Rowwise
	ToStrip *string `sig:"-"`
	Prefix  string  `sig:"-"`
	Suffix  string  `sig:"-"`
	row     string
}

func (o *strEnd) Row() string { return o.row }

func init() {
	for _, r := range [][3]string{
		{"strip", "(to_strip=None)", "Texts without characters of a set, or blanks, at both ends"},
		{"lstrip", "(to_strip=None)", "Texts without characters of a set, or blanks, at the start"},
		{"rstrip", "(to_strip=None)", "Texts without characters of a set, or blanks, at the end"},
		{"removeprefix", "(prefix)", "Texts without a prefix"},
		{"removesuffix", "(suffix)", "Texts without a suffix"},
	} {
		op.Register[strEnd](strDoc(r[0], r[1], r[2]), strEnd{row: r[0]})
	}
}

// Strip takes the characters of a set off both ends of the texts; without a set blanks.
func (s Str) Strip(set ...string) *Series { return s.strip("strip", set) }

// Lstrip is Strip of the start.
func (s Str) Lstrip(set ...string) *Series { return s.strip("lstrip", set) }

// Rstrip is Strip of the end.
func (s Str) Rstrip(set ...string) *Series { return s.strip("rstrip", set) }

func (s Str) strip(name string, set []string) *Series {
	o := strOp[*strEnd](name)
	if len(set) > 0 {
		o.ToStrip = &set[0]
	}
	return SeriesOf(apply(o, s.s))
}

// RemovePrefix takes a prefix off the texts that have it.
func (s Str) RemovePrefix(prefix string) *Series {
	o := strOp[*strEnd]("removeprefix")
	o.Prefix = prefix
	return SeriesOf(apply(o, s.s))
}

// RemoveSuffix takes a suffix off the texts that have it.
func (s Str) RemoveSuffix(suffix string) *Series {
	o := strOp[*strEnd]("removesuffix")
	o.Suffix = suffix
	return SeriesOf(apply(o, s.s))
}

func (o *strEnd) Infer(in []op.Meta) ([]op.Meta, error) { return inferText(in, aText) }

func (o *strEnd) Exec(x *op.Exec) error {
	f := str.NewStripper(o.row != "rstrip", o.row != "lstrip", o.ToStrip).Strip
	switch o.row {
	case "removeprefix":
		f = func(dst, s []byte) []byte { return str.RemovePrefix(dst, s, []byte(o.Prefix)) }
	case "removesuffix":
		f = func(dst, s []byte) []byte { return str.RemoveSuffix(dst, s, []byte(o.Suffix)) }
	}
	return textColumn(x, func(c *frame.Column, d dtype.DType) (*frame.Column, error) { return texts(x.Mem(), c, d, f) })
}
