package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// strFind is the methods that count or find in texts.
type strFind struct {
	op.Rowwise
	Sub   string `sig:"-"`
	Start int    `sig:"-"`
	End   *int   `sig:"-"`
	Pat   string `sig:"-"`
	Flags int    `sig:"-"`
	row   string
}

func (o *strFind) Row() string { return o.row }

func init() {
	for _, r := range [][3]string{
		{"find", "(sub, start=0, end=None)", "First place of a text in each text, -1 where there is none"},
		{"rfind", "(sub, start=0, end=None)", "Last place of a text in each text, -1 where there is none"},
		{"count", "(pat, flags=0)", "Number of matches of a pattern in each text"},
	} {
		op.Register[strFind](strDoc(r[0], r[1], r[2]), strFind{row: r[0]})
	}
}

// Find is the first place of sub in each text, counted in characters, -1 where there is none. Bounds, when given, are the start and the end
// of where to look, as in Python.
func (s Str) Find(sub string, bounds ...int) *Series { return s.find("find", sub, bounds) }

// Rfind is the last place of sub.
func (s Str) Rfind(sub string, bounds ...int) *Series { return s.find("rfind", sub, bounds) }

func (s Str) find(name, sub string, bounds []int) *Series {
	o := strOp[*strFind](name)
	o.Sub = sub
	if len(bounds) > 0 {
		o.Start = bounds[0]
	}
	if len(bounds) > 1 {
		o.End = &bounds[1]
	}
	return SeriesOf(apply(o, s.s))
}

// Count is the number of matches of a regular expression in each text that do not overlap.
func (s Str) Count(pat string, opt ...StrMatch) *Series {
	o := strOp[*strFind]("count")
	o.Pat = pat
	if len(opt) > 0 {
		o.Flags = opt[0].Flags
		if opt[0].IgnoreCase {
			o.Flags |= int(str.IgnoreCase)
		}
		if opt[0].Literal {
			o.Pat = str.Quote(pat)
		}
	}
	return SeriesOf(apply(o, s.s))
}

// Normalize compiles the pattern once, to refuse a bad one at the call.
func (o *strFind) Normalize([]op.Meta) error {
	_, err := str.Compile(o.Pat, str.Search, str.Flag(o.Flags))
	return err
}

func (o *strFind) Infer(in []op.Meta) ([]op.Meta, error) { return inferText(in, aCount) }

func (o *strFind) Exec(x *op.Exec) error {
	sub := []byte(o.Sub)
	f := func(s []byte) int64 { return str.Find(s, sub, o.Start, o.End) }
	switch o.row {
	case "rfind":
		f = func(s []byte) int64 { return str.Rfind(s, sub, o.Start, o.End) }
	case "count":
		p, err := str.Compile(o.Pat, str.Search, str.Flag(o.Flags))
		if err != nil {
			return err
		}
		f = p.Count
	}
	return textColumn(x, func(c *frame.Column, _ dtype.DType) (*frame.Column, error) { return counts(x.Mem(), c, f) })
}
