package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// strSlice is the methods that take characters by their place.
type strSlice struct {
	op.Rowwise
	Start, Stop, Step *int    `sig:"-"`
	Repl              *string `sig:"-"`
	I                 int     `sig:"-"`
	row               string
}

func (o *strSlice) Row() string { return o.row }

func init() {
	for _, r := range [][3]string{
		{"slice", "(start=None, stop=None, step=None)", "Characters of a slice of each text"},
		{"slice_replace", "(start=None, stop=None, repl=None)", "Texts with a slice replaced"},
		{"get", "(i)", "Character at a place of each text"},
	} {
		op.Register[strSlice](strDoc(r[0], r[1], r[2]), strSlice{row: r[0]})
	}
}

// StrSlice is the options of Slice and SliceReplace: a Python slice of characters.
type StrSlice struct {
	Start, Stop, Step *int // nil where absent. Step counts for Slice alone.
}

// At is a bound of a slice.
func At(n int) *int { return &n }

// Slice is the characters of each text that a Python slice takes.
func (s Str) Slice(b StrSlice) *Series {
	o := strOp[*strSlice]("slice")
	o.Start, o.Stop, o.Step = b.Start, b.Stop, b.Step
	return SeriesOf(apply(o, s.s))
}

// SliceReplace is the texts with the characters of a slice replaced by repl.
func (s Str) SliceReplace(b StrSlice, repl string) *Series {
	o := strOp[*strSlice]("slice_replace")
	o.Start, o.Stop, o.Repl = b.Start, b.Stop, &repl
	return SeriesOf(apply(o, s.s))
}

// Get is character i of each text, from the end where i is negative; missing where there is none.
func (s Str) Get(i int) *Series {
	o := strOp[*strSlice]("get")
	o.I = i
	return SeriesOf(apply(o, s.s))
}

// Normalize refuses a step of zero.
func (o *strSlice) Normalize([]op.Meta) error {
	if o.Step != nil && *o.Step == 0 {
		return errs.New(errs.Invalid, "Slice step cannot be zero")
	}
	return nil
}

func (o *strSlice) Infer(in []op.Meta) ([]op.Meta, error) { return inferText(in, aText) }

func (o *strSlice) Exec(x *op.Exec) error {
	p := str.Slice{Start: o.Start, Stop: o.Stop, Step: 1}
	if o.Step != nil {
		p.Step = *o.Step
	}
	repl := ""
	if o.Repl != nil {
		repl = *o.Repl
	}
	var lists func(items []any) any
	if o.row == "get" {
		lists = func(items []any) any { return itemAt(items, o.I) }
	}
	return textOrList(x, func(c *frame.Column, d dtype.DType) (*frame.Column, error) {
		switch o.row {
		case "get":
			return str.Texts(x.Mem(), c, d, func(dst, s []byte) ([]byte, bool) { return str.Get(dst, s, o.I) })
		case "slice":
			return texts(x.Mem(), c, d, p.Cut)
		}
		return texts(x.Mem(), c, d, func(dst, s []byte) []byte { return p.Replace(dst, s, repl) })
	}, lists)
}
