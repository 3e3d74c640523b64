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
	Pat   op.Written // a text, a compiled pattern, which is a regular expression with flags of its own, or a dict of what replaces what
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
	case op.Dict:
		if o.Repl.V != nil {
			return errs.New(errs.Invalid, "repl cannot be used when pat is a dictionary")
		}
	default:
		return errs.New(errs.Type, "pat must be a string, a compiled regex or a dict of texts, not %v", p)
	}
	pairs := o.pairs()
	if d, several := o.Pat.V.(op.Dict); len(pairs) == 0 && (!several || len(d) > 0) {
		return errs.New(errs.Type, "repl must be a string or callable")
	}
	if o.Case != nil && !*o.Case {
		o.Flags |= int(str.IgnoreCase)
	}
	o.Case = nil
	if *o.N < 0 {
		*o.N = -1
	}
	for _, p := range pairs {
		if _, err := o.replacing(p); err != nil {
			return err
		}
	}
	return nil
}

// pairs are the patterns and what replaces each, one after the other; none where one is no text.
func (o *Replace) pairs() (ps [][2]string) {
	d, several := o.Pat.V.(op.Dict)
	if !several {
		d = op.Dict{{Key: o.Pat.V, Value: o.Repl.V}}
	}
	for _, e := range d {
		pat, ok := e.Key.(string)
		repl, also := e.Value.(string)
		if !ok || !also {
			return nil
		}
		ps = append(ps, [2]string{pat, repl})
	}
	return ps
}

// A replacing replaces one pattern; err tells what went wrong in texts.
type replacing struct {
	text func(dst, s []byte) []byte
	err  func() error
}

func (o *Replace) replacing(p [2]string) (replacing, error) {
	pat, repl := p[0], p[1]
	if !o.Regex && o.Flags == 0 {
		return replacing{func(dst, s []byte) []byte { return str.ReplaceText(dst, s, pat, repl, *o.N) }, func() error { return nil }}, nil
	}
	if !o.Regex {
		pat = str.Quote(pat)
		repl = str.QuoteReplacement(repl)
	}
	c, err := str.Compile(pat, str.Search, str.Flag(o.Flags))
	if err != nil {
		return replacing{}, err
	}
	w, err := str.NewRewrite(c, repl)
	if err != nil {
		return replacing{}, err
	}
	return replacing{func(dst, s []byte) []byte { return w.Replace(dst, s, *o.N) }, w.Err}, nil
}

func (o *Replace) Infer(in []op.Meta) ([]op.Meta, error) { return inferText(in, aTexts) }

func (o *Replace) Exec(x *op.Exec) error {
	var rs []replacing
	for _, p := range o.pairs() {
		r, err := o.replacing(p)
		if err != nil {
			return err
		}
		rs = append(rs, r)
	}
	var one, other []byte
	f := func(dst, s []byte) []byte {
		for i, r := range rs {
			if i == len(rs)-1 {
				return r.text(dst, s)
			}
			s = r.text(one[:0], s)
			one, other = other, s
		}
		return append(dst, s...)
	}
	err := textColumn(x, func(c *frame.Column, d dtype.DType) (*frame.Column, error) { return texts(x.Mem(), c, d, f) })
	for _, r := range rs {
		err = cmp.Or(r.err(), err)
	}
	return err
}
