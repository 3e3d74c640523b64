package text

import (
	"cmp"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// Extract is the methods that give what groups of a pattern match.
type Extract struct {
	op.Rowwise
	Pat      string `sig:"-"`
	Flags    int    `sig:"-"`
	Expand   *bool  `sig:"-"`
	Compiled *int   `sig:"-"` // flags of a compiled pattern
	row      string
}

func (o *Extract) Row() string { return o.row }

func init() {
	extract := strDoc("extract", "(pat, flags=0, expand=True)", "Groups of the first match of a pattern as columns").Giving("dataframe").Over("")
	all := strDoc("findall", "(pat, flags=0)", "Lists of all matches of a pattern")
	extract.Forms, all.Forms = compiled, compiled
	op.Register[Extract](extract, Extract{row: "extract"})
	op.Register[Extract](all, Extract{row: "findall"})
}

// Normalize brings the flags of a compiled pattern into those of the call.
func (o *Extract) Normalize([]op.Meta) (err error) {
	o.Flags, err = flagsOf(o.Compiled, o.Flags, nil)
	o.Compiled = nil
	return err
}

func (o *Extract) compile() (*str.Pattern, error) {
	p, err := str.Compile(o.Pat, str.Search, str.Flag(o.Flags))
	if err == nil && o.row == "extract" && p.Groups() == 0 {
		return nil, errs.New(errs.Invalid, "pattern contains no capture groups")
	}
	return p, err
}

func (o *Extract) Infer(in []op.Meta) ([]op.Meta, error) {
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

func (o *Extract) Exec(x *op.Exec) error {
	p, err := o.compile()
	if err != nil {
		return err
	}
	if o.row == "extract" {
		err := expandText(x, func(s []byte, out [][]byte) [][]byte {
			for range p.Groups() {
				out = append(out, nil)
			}
			p.Extract(s, out)
			return out
		})
		return cmp.Or(p.Err(), err)
	}
	err = textColumn(x, func(c *frame.Column, _ dtype.DType) (*frame.Column, error) {
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
	return cmp.Or(p.Err(), err)
}
