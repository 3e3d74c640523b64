package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// strExtract is the methods that give what groups of a pattern match.
type strExtract struct {
	op.Rowwise
	Pat    string `sig:"-"`
	Flags  int    `sig:"-"`
	Expand *bool  `sig:"-"`
	row    string
}

func (o *strExtract) Row() string { return o.row }

func init() {
	op.Register[strExtract](strDoc("extract", "(pat, flags=0, expand=True)", "Groups of the first match of a pattern as columns").Giving("dataframe"),
		strExtract{row: "extract"})
	op.Register[strExtract](strDoc("findall", "(pat, flags=0)", "Lists of all matches of a pattern"), strExtract{row: "findall"})
}

// Extract is a frame with a column for each group of a regular expression: what it matches in the first match, missing where there is none. A column
// has the name of its group, or its number from 0 on. Flags are those of Python's re.
func (s Str) Extract(pat string, flags ...int) *DataFrame {
	return FrameOf(s.extract("extract", pat, true, flags))
}

// ExtractOne is Extract of a pattern with one group as a series, of the group's name or else of its own.
func (s Str) ExtractOne(pat string, flags ...int) *Series {
	return SeriesOf(s.extract("extract", pat, false, flags))
}

// FindAll is lists of what a regular expression matches, or of what its group matches, or of tuples of what its groups match: a series of []any,
// of dtype object.
func (s Str) FindAll(pat string, flags ...int) *Series {
	return SeriesOf(s.extract("findall", pat, false, flags))
}

func (s Str) extract(name, pat string, expand bool, flags []int) op.Value {
	o := strOp[*strExtract](name)
	o.Pat, o.Expand = pat, &expand
	for _, f := range flags {
		o.Flags |= f
	}
	return apply(o, s.s)
}

func (o *strExtract) compile() (*str.Pattern, error) {
	p, err := str.Compile(o.Pat, str.Search, str.Flag(o.Flags))
	if err == nil && o.row == "extract" && p.Groups() == 0 {
		return nil, errs.New(errs.Invalid, "pattern contains no capture groups")
	}
	return p, err
}

func (o *strExtract) Infer(in []op.Meta) ([]op.Meta, error) {
	p, err := o.compile()
	if err != nil {
		return nil, err
	}
	if o.row == "findall" {
		return inferText(in, aObject)
	}
	ms, err := inferText(in, aText)
	if err != nil {
		return nil, err
	}
	m := &ms[0]
	t := m.Cols[0].Type
	if !*o.Expand && p.Groups() == 1 {
		if n := p.Names()[0]; n != "" {
			m.Cols[0].Name = frame.L(n)
		}
		return ms, nil
	}
	m.Kind, m.Cols = op.Frame, nil
	for k, n := range p.Names() {
		l := frame.L(n)
		if n == "" {
			l = frame.L(k)
		}
		m.Cols = append(m.Cols, op.Col{Name: l, Type: t})
	}
	return ms, nil
}

func (o *strExtract) Exec(x *op.Exec) error {
	p, err := o.compile()
	if err != nil {
		return err
	}
	if o.row == "extract" {
		return expandText(x, func(s []byte, out [][]byte) [][]byte {
			for range p.Groups() {
				out = append(out, nil)
			}
			p.Extract(s, out)
			return out
		})
	}
	return textColumn(x, func(c *frame.Column, _ dtype.DType) (*frame.Column, error) {
		return str.Objects(x.Mem(), c, func(s []byte) any {
			all := p.FindAll(s)
			vs := make([]any, len(all))
			for i, ts := range all {
				vs[i] = ts[0]
				if len(ts) > 1 {
					g := make(frame.Tuple, len(ts))
					for k := range ts {
						g[k] = ts[k]
					}
					vs[i] = g
				}
			}
			return vs
		})
	})
}
