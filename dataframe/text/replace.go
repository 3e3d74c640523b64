package text

import (
	"cmp"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// Replace is the operand of Series.str.replace.
type Replace struct {
	op.Rowwise
	Pat   string
	Repl  string
	N     *int
	Case  *bool
	Flags int
	Regex bool
}

func init() {
	op.Register[Replace](strDoc("replace", "(pat, repl=None, n=-1, case=None, flags=0, regex=False)", "Texts with matches of a pattern replaced").As("hand"))
}

// Normalize brings case into the flags and n to -1 for all, and refuses a bad pattern or replacement at the call.
func (o *Replace) Normalize([]op.Meta) error {
	if o.Case != nil && !*o.Case {
		o.Flags |= int(str.IgnoreCase)
	}
	o.Case = nil
	if *o.N < 0 {
		*o.N = -1
	}
	if !o.Regex && o.Flags == 0 {
		return nil
	}
	_, err := o.rewrite()
	return err
}

func (o *Replace) rewrite() (*str.Rewrite, error) {
	pat, repl := o.Pat, o.Repl
	if !o.Regex {
		pat = str.Quote(pat)
		repl = str.QuoteReplacement(repl)
	}
	p, err := str.Compile(pat, str.Search, str.Flag(o.Flags))
	if err != nil {
		return nil, err
	}
	return str.NewRewrite(p, repl)
}

func (o *Replace) Infer(in []op.Meta) ([]op.Meta, error) { return inferText(in, aTexts) }

func (o *Replace) Exec(x *op.Exec) error {
	f := func(dst, s []byte) []byte { return str.ReplaceText(dst, s, o.Pat, o.Repl, *o.N) }
	searched := func() error { return nil }
	if o.Regex || o.Flags != 0 {
		w, err := o.rewrite()
		if err != nil {
			return err
		}
		f, searched = func(dst, s []byte) []byte { return w.Replace(dst, s, *o.N) }, w.Err
	}
	err := textColumn(x, func(c *frame.Column, d dtype.DType) (*frame.Column, error) { return texts(x.Mem(), c, d, f) })
	return cmp.Or(searched(), err)
}
