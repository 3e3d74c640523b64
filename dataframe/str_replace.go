package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

type strReplace struct {
	op.Rowwise
	Pat   string
	Repl  string
	N     *int
	Case  *bool
	Flags int
	Regex bool
}

func init() {
	op.Register[strReplace](strDoc("replace", "(pat, repl=None, n=-1, case=None, flags=0, regex=False)", "Texts with matches of a pattern replaced").As("hand"))
}

// StrReplace is the options of Replace. The zero value replaces all places of a text.
type StrReplace struct {
	N          int // how many in each text; 0 means all
	IgnoreCase bool
	Flags      int  // of Python's re, as numbers; of a regular expression
	Regex      bool // pat is a regular expression, and repl may name its groups: \1, \g<name>
}

// Replace is the texts with pat replaced by repl. A regular expression finds no empty match right behind another match, as RE2 does.
func (s Str) Replace(pat, repl string, opt ...StrReplace) *Series {
	o := &strReplace{Pat: pat, Repl: repl}
	if len(opt) > 0 {
		p := opt[0]
		o.Flags, o.Regex = p.Flags, p.Regex
		if p.N != 0 {
			o.N = &p.N
		}
		if p.IgnoreCase {
			no := false
			o.Case = &no
		}
	}
	return SeriesOf(apply(o, s.s))
}

// Normalize brings case into the flags and n to -1 for all, and refuses a bad pattern or replacement at the call.
func (o *strReplace) Normalize([]op.Meta) error {
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

func (o *strReplace) rewrite() (*str.Rewrite, error) {
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

func (o *strReplace) Infer(in []op.Meta) ([]op.Meta, error) { return inferText(in, aTexts) }

func (o *strReplace) Exec(x *op.Exec) error {
	f := func(dst, s []byte) []byte { return str.ReplaceText(dst, s, o.Pat, o.Repl, *o.N) }
	if o.Regex || o.Flags != 0 {
		w, err := o.rewrite()
		if err != nil {
			return err
		}
		f = func(dst, s []byte) []byte { return w.Replace(dst, s, *o.N) }
	}
	return textColumn(x, func(c *frame.Column, d dtype.DType) (*frame.Column, error) { return texts(x.Mem(), c, d, f) })
}
