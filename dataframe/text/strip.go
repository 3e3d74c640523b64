package text

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// End is the methods that take something off the ends.
type End struct {
	op.Rowwise
	ToStrip *string `sig:"-"`
	Prefix  string  `sig:"-"`
	Suffix  string  `sig:"-"`
	row     string
}

func (o *End) Row() string { return o.row }

func init() {
	for _, r := range [][3]string{
		{"strip", "(to_strip=None)", "Texts without characters of a set, or blanks, at both ends"},
		{"lstrip", "(to_strip=None)", "Texts without characters of a set, or blanks, at the start"},
		{"rstrip", "(to_strip=None)", "Texts without characters of a set, or blanks, at the end"},
		{"removeprefix", "(prefix)", "Texts without a prefix"},
		{"removesuffix", "(suffix)", "Texts without a suffix"},
	} {
		op.Register[End](strDoc(r[0], r[1], r[2]), End{row: r[0]})
	}
}

func (o *End) Infer(in []op.Meta) ([]op.Meta, error) { return inferText(in, aText) }

func (o *End) Exec(x *op.Exec) error {
	f := str.NewStripper(o.row != "rstrip", o.row != "lstrip", o.ToStrip).Strip
	switch o.row {
	case "removeprefix":
		f = func(dst, s []byte) []byte { return str.RemovePrefix(dst, s, []byte(o.Prefix)) }
	case "removesuffix":
		f = func(dst, s []byte) []byte { return str.RemoveSuffix(dst, s, []byte(o.Suffix)) }
	}
	return textColumn(x, func(c *frame.Column, d dtype.DType) (*frame.Column, error) { return texts(x.Mem(), c, d, f) })
}
