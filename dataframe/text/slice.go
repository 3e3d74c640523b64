package text

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// Slice is the methods that take characters by their place.
type Slice struct {
	op.Rowwise
	Start, Stop, Step *int    `sig:"-"`
	Repl              *string `sig:"-"`
	row               string
}

func (o *Slice) Row() string { return o.row }

func init() {
	for _, r := range [][3]string{
		{"slice", "(start=None, stop=None, step=None)", "Characters of a slice of each text"},
		{"slice_replace", "(start=None, stop=None, repl=None)", "Texts with a slice replaced"},
	} {
		op.Register[Slice](strDoc(r[0], r[1], r[2]), Slice{row: r[0]})
	}
}

// Normalize refuses a step of zero.
func (o *Slice) Normalize([]op.Meta) error {
	if o.Step != nil && *o.Step == 0 {
		return errs.New(errs.Invalid, "Slice step cannot be zero")
	}
	return nil
}

func (o *Slice) Infer(in []op.Meta) ([]op.Meta, error) { return inferText(in, aText) }

func (o *Slice) Exec(x *op.Exec) error {
	p := str.Slice{Start: o.Start, Stop: o.Stop, Step: 1}
	if o.Step != nil {
		p.Step = *o.Step
	}
	repl := ""
	if o.Repl != nil {
		repl = *o.Repl
	}
	return textColumn(x, func(c *frame.Column, d dtype.DType) (*frame.Column, error) {
		if o.row == "slice" {
			return texts(x.Mem(), c, d, p.Cut)
		}
		return texts(x.Mem(), c, d, func(dst, s []byte) []byte { return p.Replace(dst, s, repl) })
	})
}
