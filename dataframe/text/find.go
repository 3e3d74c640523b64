package text

import (
	"cmp"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// Find is the methods that count or find in texts.
type Find struct {
	op.Rowwise
	Sub      string `sig:"-"`
	Start    int    `sig:"-"`
	End      *int   `sig:"-"`
	Pat      string `sig:"-"`
	Flags    int    `sig:"-"`
	Compiled *int   `sig:"-"` // flags of a compiled pattern
	row      string
}

func (o *Find) Row() string { return o.row }

func init() {
	for _, r := range [][3]string{
		{"find", "(sub, start=0, end=None)", "First place of a text in each text, -1 where there is none"},
		{"rfind", "(sub, start=0, end=None)", "Last place of a text in each text, -1 where there is none"},
		{"count", "(pat, flags=0)", "Number of matches of a pattern in each text"},
	} {
		d := strDoc(r[0], r[1], r[2])
		if r[0] == "count" {
			d.Forms = compiled
		}
		op.Register[Find](d, Find{row: r[0]})
	}
}

// Normalize compiles the pattern once, to refuse a bad one at the call.
func (o *Find) Normalize([]op.Meta) error {
	var err error
	if o.Flags, err = flagsOf(o.Compiled, o.Flags, nil); err != nil {
		return err
	}
	o.Compiled = nil
	_, err = str.Compile(o.Pat, str.Search, str.Flag(o.Flags))
	return err
}

func (o *Find) Infer(in []op.Meta) ([]op.Meta, error) { return inferText(in, aCount) }

func (o *Find) Exec(x *op.Exec) error {
	sub := []byte(o.Sub)
	f := func(s []byte) int64 { return str.Find(s, sub, o.Start, o.End) }
	searched := func() error { return nil }
	switch o.row {
	case "rfind":
		f = func(s []byte) int64 { return str.Rfind(s, sub, o.Start, o.End) }
	case "count":
		p, err := str.Compile(o.Pat, str.Search, str.Flag(o.Flags))
		if err != nil {
			return err
		}
		f, searched = p.Count, p.Err
	}
	err := textColumn(x, func(c *frame.Column, _ dtype.DType) (*frame.Column, error) { return counts(x.Mem(), c, f) })
	return cmp.Or(searched(), err)
}
