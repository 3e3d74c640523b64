package text

import (
	"unicode/utf8"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// Pad is the methods that make texts longer.
type Pad struct {
	op.Rowwise
	Width    int    `sig:"-"`
	Side     string `sig:"-"`
	Fillchar string `sig:"-"`
	Repeats  int    `sig:"-"`
	Sep      string `sig:"-"`
	row      string
}

func (o *Pad) Row() string { return o.row }

func init() {
	for _, r := range [][3]string{
		{"pad", "(width, side='left', fillchar=' ')", "Texts filled up to a width"},
		{"ljust", "(width, fillchar=' ')", "Texts filled up on their right"},
		{"rjust", "(width, fillchar=' ')", "Texts filled up on their left"},
		{"center", "(width, fillchar=' ')", "Texts filled up on both sides"},
		{"zfill", "(width)", "Texts filled up with zeros behind their sign"},
		{"repeat", "(repeats)", "Texts several times over"},
		{"join", "(sep)", "Characters of each text with a separator between"},
	} {
		d := strDoc(r[0], r[1], r[2])
		if r[0] == "repeat" {
			d.Forms = "repeats=times"
		}
		op.Register[Pad](d, Pad{row: r[0]})
	}
}

// Normalize checks what pandas checks.
func (o *Pad) Normalize([]op.Meta) error {
	switch {
	case o.row == "pad" && o.Side != "left" && o.Side != "right" && o.Side != "both":
		return errs.New(errs.Invalid, "Invalid side: %s. Side must be one of 'left', 'right', 'both'", o.Side)
	case o.Fillchar != "" && utf8.RuneCountInString(o.Fillchar) != 1:
		return errs.New(errs.Type, "fillchar must be a character, not str")
	case o.Repeats < 0:
		return errs.New(errs.Invalid, "Repeat count must be a non-negative integer")
	}
	return nil
}

func (o *Pad) Infer(in []op.Meta) ([]op.Meta, error) {
	if o.row == "repeat" {
		return inferText(in, aTexts)
	}
	return inferText(in, aText)
}

func (o *Pad) Exec(x *op.Exec) error {
	p := str.Pad{Width: o.Width, Fill: o.Fillchar}
	side := o.Side
	switch o.row {
	case "ljust":
		side = "right"
	case "rjust":
		side = "left"
	case "center":
		side = "both"
	}
	p.Left, p.Right = side != "right", side != "left"
	f := p.Pad
	switch o.row {
	case "zfill":
		f = func(dst, s []byte) []byte { return str.Zfill(dst, s, o.Width) }
	case "repeat":
		f = func(dst, s []byte) []byte { return str.Repeat(dst, s, o.Repeats) }
	case "join":
		f = func(dst, s []byte) []byte { return str.Join(dst, s, o.Sep) }
	}
	var lists func(items []any) any
	if o.row == "join" {
		lists = func(items []any) any { return joinedItems(items, o.Sep) }
	}
	return textOrList(x, func(c *frame.Column, d dtype.DType) (*frame.Column, error) { return texts(x.Mem(), c, d, f) }, lists)
}
