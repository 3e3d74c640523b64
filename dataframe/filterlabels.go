package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// filterLabels is the columns, or rows, whose labels are in a list, hold a text, or match a pattern.
type filterLabels struct {
	op.Deferred
	Items       op.Written
	Like, Regex *string
	Axis        *int
}

func init() {
	op.Register[filterLabels](op.Doc{
		Name: "dataframe.DataFrame.filter", Like: "pandas.DataFrame.filter", Methods: "DataFrame.filter Series.filter", Sig: "filter(df, arg=None, /, like=None, regex=None, axis=None, *, items=None, cond=None, na=False)",
		Summary: "Columns, or rows, whose labels are in a list, hold a text, or match a pattern", Forms: "items=plain arg=for:items",
		Text: "One of items, like and regex is given. Of a frame labels are those of columns, unless axis says otherwise.",
	})
}

// Normalize refuses what does not depend on data.
func (o *filterLabels) Normalize([]op.Meta) error {
	n := 0
	for _, is := range []bool{o.Items.V != nil, o.Like != nil, o.Regex != nil} {
		if is {
			n++
		}
	}
	switch {
	case n == 0:
		return errs.New(errs.Type, "Must pass a positional argument or one of `items`, `like`, or `regex`")
	case n > 1:
		return errs.New(errs.Type, "The positional argument and the keyword arguments `items`, `like`, and `regex` are mutually exclusive")
	}
	_, err := o.test()
	return err
}

// rows reports that labels are those of rows.
func (o *filterLabels) rows(k op.Kind) bool { return k == op.Series || o.Axis != nil && *o.Axis == 0 }

func (o *filterLabels) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	if o.rows(m.Kind) {
		m.Dims = append([]op.Dim{op.Sym("filter", m)}, m.Dims[1:]...)
		m.Index = m.Index.Derive("filter", in[0])
		return []op.Meta{m}, nil
	}
	return []op.Meta{m}, nil
}

// test tells whether the text of a label is wanted; nil where the label itself decides.
func (o *filterLabels) test() (func(string) bool, error) {
	mode, pat := str.Search, o.Regex
	switch {
	case o.Like != nil:
		p, err := str.Text(*o.Like, mode, 0)
		if err != nil {
			return nil, err
		}
		return func(s string) bool { return p.Test([]byte(s)) }, nil
	case pat != nil:
		p, err := str.Compile(*pat, mode, 0)
		if err != nil {
			return nil, err
		}
		return func(s string) bool { return p.Test([]byte(s)) }, nil
	}
	return nil, nil
}

func (o *filterLabels) Build(a *op.Asker, h Handle) (Handle, error) {
	items, err := categoriesIn(o.Items)
	if err != nil {
		return nil, err
	}
	if o.rows(h.Value().Meta().Kind) {
		return o.rowsOf(a, h, items)
	}
	d := FrameOf(h.Value())
	test, err := o.test()
	if err != nil {
		return nil, err
	}
	keep := []int{}
	names := schema.LabelsOf(colsOf(d))
	if test == nil {
		for _, l := range items {
			for i, n := range names {
				if n.Same(l) {
					keep = append(keep, i)
				}
			}
		}
	}
	for i, n := range names {
		if test != nil && test(n.String()) {
			keep = append(keep, i)
		}
	}
	return d.Iloc(pick.AllPlaces, keep), nil
}

// rowsOf are the rows; those of a list stand in its order.
func (o *filterLabels) rowsOf(a *op.Asker, h Handle, items []frame.Label) (Handle, error) {
	labels := levelSeries(h, 0)
	if test, err := o.test(); err != nil {
		return nil, err
	} else if test != nil {
		texts, p, regex := labels.AsType("str").Str(), o.Like, o.Regex != nil
		if regex {
			p = o.Regex
		}
		return valued(apply(&pick.Filter{}, h, texts.Contains(*p, StrMatch{Literal: !regex}))), nil
	}
	few := labels.Filter(labels.IsIn(anys(items)...)).Unique()
	if err := a.Need(op.Values, few); err != nil {
		return nil, err
	}
	there := labelsAmong(items, schema.LabelsOfRows(a.Value(few).(*frame.Frame).Cols[0]))
	if d, ok := h.(*DataFrame); ok {
		return d.Loc(there), nil
	}
	return SeriesOf(h.Value()).Loc(there), nil
}
