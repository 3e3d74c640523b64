package text

import (
	"bytes"
	"cmp"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// Match is the methods that test texts against patterns.
type Match struct {
	op.Rowwise
	Pat      []string `sig:"-"` // several for startswith and endswith
	Case     *bool    `sig:"-"`
	Flags    int      `sig:"-"`
	Na       *bool    `sig:"-"`
	Regex    *bool    `sig:"-"`
	Compiled *int     `sig:"-"` // flags of a compiled pattern
	row      string
}

func (o *Match) Row() string { return o.row }

func init() {
	for _, r := range [][3]string{
		{"contains", "(pat, case=True, flags=0, na=<no_default>, regex=True)", "Whether a pattern is found in each text"},
		{"match", "(pat, case=<no_default>, flags=<no_default>, na=<no_default>)", "Whether a pattern matches the start of each text"},
		{"fullmatch", "(pat, case=True, flags=0, na=<no_default>)", "Whether a pattern matches each text as a whole"},
		{"startswith", "(pat, na=<no_default>)", "Whether each text starts with one of some texts"},
		{"endswith", "(pat, na=<no_default>)", "Whether each text ends with one of some texts"},
	} {
		d := strDoc(r[0], r[1], r[2]).Over("tensor")
		if r[0] != "startswith" && r[0] != "endswith" {
			d.Forms = compiled
		}
		op.Register[Match](d, Match{row: r[0]})
	}
}

// Normalize brings case into the flags and compiles the pattern once, to refuse a bad one at the call.
func (o *Match) Normalize([]op.Meta) error {
	var err error
	if o.Flags, err = flagsOf(o.Compiled, o.Flags, o.Case); err != nil {
		return err
	}
	o.Case, o.Compiled = nil, nil
	if o.row == "startswith" || o.row == "endswith" {
		return nil
	}
	if len(o.Pat) == 0 {
		return errs.New(errs.Type, "first argument must be string or compiled pattern")
	}
	_, err = o.pattern()
	return err
}

// pattern is the compiled pattern.
func (o *Match) pattern() (*str.Pattern, error) {
	mode := map[string]str.Mode{"contains": str.Search, "match": str.Match, "fullmatch": str.Full}[o.row]
	if o.Regex != nil && !*o.Regex {
		return str.Text(o.Pat[0], mode, str.Flag(o.Flags))
	}
	return str.Compile(o.Pat[0], mode, str.Flag(o.Flags))
}

func (o *Match) Infer(in []op.Meta) ([]op.Meta, error) {
	ms, err := inferText(in, aTruth)
	if err == nil && o.Na != nil && in[0].Cols[0].Is.IsObject() {
		ms[0].Cols[0].Type = op.T(dtype.Bool)
	}
	return ms, err
}

func (o *Match) Exec(x *op.Exec) error {
	var f func(s []byte) bool
	searched := func() error { return nil }
	switch o.row {
	case "startswith":
		f = o.ends(bytes.HasPrefix)
	case "endswith":
		f = o.ends(bytes.HasSuffix)
	default:
		p, err := o.pattern()
		if err != nil {
			return err
		}
		f, searched = p.Test, p.Err
	}
	err := truthColumn(x, o.Na, f)
	return cmp.Or(searched(), err)
}

// ends tests for any of the texts.
func (o *Match) ends(has func(s, t []byte) bool) func(s []byte) bool {
	if len(o.Pat) == 1 {
		t := []byte(o.Pat[0])
		return func(s []byte) bool { return has(s, t) }
	}
	var ts [][]byte
	for _, p := range o.Pat {
		ts = append(ts, []byte(p))
	}
	return func(s []byte) bool {
		for _, t := range ts {
			if has(s, t) {
				return true
			}
		}
		return false
	}
}
