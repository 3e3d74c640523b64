package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// replaceWritten is replace in all the forms that pandas knows: values, lists, mappings, mappings by column,
// patterns.
type replaceWritten struct {
	op.Recipe
	ToReplace, Value, Regex op.Written
}

func init() {
	op.Register[replaceWritten](op.Doc{
		Name: "dataframe.replace", Like: "pandas.DataFrame.replace", Sig: "replace(df, to_replace=None, value=<no_default>, *, inplace=False, regex=False)",
		Summary: "Values in the place of others", Methods: "DataFrame.replace Series.replace", Forms: "to_replace=plain value=plain regex=plain",
		Text: "Scalars, lists, dicts, dicts by column, or patterns of Python's re with regex. All are replaced at once: what was put is not replaced again.",
	})
}

// A replacing collects substitutions.
type replacing struct {
	series, regex bool
	by            []cells.Substitution
}

func (o *replaceWritten) Build(h Handle) (Handle, error) {
	r := &replacing{series: h.Value().Meta().Kind == op.Series}
	old, is := o.ToReplace.V, o.ToReplace.V != nil
	flag, ok := o.Regex.V.(bool)
	if r.regex = flag; !is && !ok && o.Regex.Is {
		old, r.regex = o.Regex.V, true
	}
	if !is && ok && o.Value.Is {
		return nil, errs.New(errs.Type, "'regex' must be a string or a compiled regular expression or a list or dict of strings or regular expressions, you passed a 'bool'")
	}
	if err := r.read(old, o.Value); err != nil {
		return nil, err
	}
	return valued(apply(&cells.ReplaceOp{By: r.by}, h)), nil
}

// read is the grammar: what is replaced by what, in which columns.
func (r *replacing) read(old any, to op.Written) error {
	was, mapping := old.(op.Dict)
	by, columns := to.V.(op.Dict)
	switch {
	case mapping:
		nested := func(e op.Entry) bool { _, ok := e.Value.(op.Dict); return ok }
		some := slices.ContainsFunc(was, nested)
		if some && slices.ContainsFunc(was, func(e op.Entry) bool { return !nested(e) }) {
			return errs.New(errs.Type, "If a nested mapping is passed, all values of the top level mapping must be mappings")
		}
		if some || to.Is && !r.series {
			return r.byColumn(was, to)
		}
		if to.Is {
			return errs.New(errs.Invalid, "Series.replace cannot use dict-value and non-None to_replace")
		}
		return r.pairs(was, nil, nil)
	case columns:
		for _, e := range by {
			if err := r.pairs(old, e.Value, &e.Key); err != nil {
				return err
			}
		}
		return nil
	case !to.Is:
		class := map[bool]string{true: "Series", false: "DataFrame"}[r.series]
		return errs.New(errs.Invalid, "%s.replace must specify either 'value', a dict-like 'to_replace', or dict-like 'regex'", class)
	}
	return r.pairs(old, to.V, nil)
}

// byColumn reads a mapping from columns to what is replaced there; what stands in its place may be a mapping
// from columns too.
func (r *replacing) byColumn(was op.Dict, to op.Written) error {
	for _, e := range was {
		v := to.V
		if by, ok := v.(op.Dict); ok {
			v = nil
			for _, b := range by {
				if b.Key == e.Key {
					v = b.Value
				}
			}
		}
		if err := r.pairs(e.Value, v, &e.Key); err != nil {
			return err
		}
	}
	return nil
}

// pairs reads values in the place of others: a mapping, two lists of one length, a list and one value, or two
// values.
func (r *replacing) pairs(a, b any, column *any) error {
	if d, ok := a.(op.Dict); ok {
		for _, e := range d {
			if err := r.pair(e.Key, e.Value, column); err != nil {
				return err
			}
		}
		return nil
	}
	from, ok := inList(a)
	if !ok {
		return r.pair(a, b, column)
	}
	to, each := inList(b)
	if each && len(from) != len(to) {
		return errs.New(errs.Invalid, "Replacement lists must match in length. Expecting %d got %d ", len(from), len(to))
	}
	for i, k := range from {
		v := b
		if each {
			v = to[i]
		}
		if err := r.pair(k, v, column); err != nil {
			return err
		}
	}
	return nil
}

// pair is one value in the place of another.
func (r *replacing) pair(a, b any, column *any) error {
	_, text := a.(string)
	s := cells.Substitution{Regex: r.regex && text}
	if p, ok := a.(op.Pattern); ok {
		a, s.Regex, s.Flags = p.Text, true, str.Flag(p.Flags)
	}
	var err error
	if s.From, err = labelWritten(a); err != nil {
		return err
	}
	if s.To, err = parameter(b); err != nil {
		return err
	}
	if column != nil {
		s.One = true
		if s.Column, err = labelWritten(*column); err != nil {
			return err
		}
	}
	r.by = append(r.by, s)
	return nil
}
