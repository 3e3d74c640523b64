package text

import (
	"cmp"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// Replace is the operand of Series.str.replace.
type Replace struct {
	op.Rowwise
	Pat   op.Written // a text, or a compiled pattern, which is a regular expression with flags of its own
	Repl  op.Written
	N     *int
	Case  *bool
	Flags int
	Regex bool
}

func init() {
	d := strDoc("replace", "(pat, repl=None, n=-1, case=None, flags=0, regex=False)", "Texts with matches of a pattern replaced")
	d.Forms = "pat=plain repl=replacement:regex"
	op.Register[Replace](d)
}

// Normalize brings case into the flags and n to -1 for all, and refuses a bad pattern or replacement at the
// call.
func (o *Replace) Normalize([]op.Meta) error {
	switch p := o.Pat.V.(type) {
	case string:
	case op.Pattern:
		if !o.Regex {
			return errs.New(errs.Invalid, "Cannot use a compiled regex as replacement pattern with regex=False")
		}
		if o.Case != nil || o.Flags != 0 {
			return errs.New(errs.Invalid, "case and flags cannot be set when pat is a compiled regex")
		}
		o.Pat, o.Flags = op.WrittenOf(p.Text), p.Flags
	default:
		return errs.New(errs.Type, "pat must be a string or a compiled regex, not %v; replace one pattern at a time", p)
	}
	if _, ok := o.Repl.V.(string); !ok {
		return errs.New(errs.Type, "repl must be a string or callable")
	}
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

// texts are the pattern and what it is replaced by.
func (o *Replace) texts() (pat, repl string) {
	pat, _ = o.Pat.V.(string)
	repl, _ = o.Repl.V.(string)
	return pat, repl
}

func (o *Replace) rewrite() (*str.Rewrite, error) {
	pat, repl := o.texts()
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
	pat, repl := o.texts()
	f := func(dst, s []byte) []byte { return str.ReplaceText(dst, s, pat, repl, *o.N) }
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
