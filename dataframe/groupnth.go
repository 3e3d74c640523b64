package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// groupNth is rows of each group at places, slices among them, of which those with missing values may be left
// out first.
type groupNth struct {
	groupRecipe
	N       op.Written
	Missing string // rows that miss "any" or "all" of their values do not count
}

func init() {
	const summary = "Rows of each group at places"
	op.Register[groupNth](op.Doc{
		Name: "dataframe.groupby_nth", Face: "inner", Sig: groupSig + "nth(n, missing=None)", Summary: summary,
		Groups: []op.Method{{Sig: "nth(n, missing=None)", Summary: summary, Forms: "n=plain missing=as:dropna"}},
	})
}

// Infer is that of some of the rows.
func (o *groupNth) Infer(in []op.Meta) ([]op.Meta, error) {
	return (&getGroup{groupRecipe: o.groupRecipe}).Infer(in)
}

func (o *groupNth) Build(_ *op.Asker, h Handle, keys []*Series) (Handle, error) {
	places, several := inList(o.N.V)
	if !several {
		places = op.List{o.N.V}
	}
	if o.Missing != "" {
		if _, one := o.N.V.(int64); !one {
			return nil, errs.New(errs.Invalid, "dropna option only supported for an integer argument")
		}
		return o.withValues(h, keys, places)
	}
	g := o.groups(h, keys)
	var ints []int
	for _, p := range places {
		if n, ok := p.(int64); ok {
			ints = append(ints, int(n))
		}
	}
	if len(ints) == len(places) {
		return valued(g.endsOf(&groupby.Head{N: new(int), Nth: ints, Series: o.Series})), nil
	}
	up, down := g.CumCount(), g.CumCount(CumCountOptions{Descending: true})
	var some *Series
	for _, p := range places {
		is, err := placedAt(up, down, p)
		if err != nil {
			return nil, err
		}
		if some != nil {
			is = some.Or(is)
		}
		some = is
	}
	return o.chosen(h, some.FillNA(false).AsType("bool"))
}

// placedAt is where a number or slice of places counts a row, numbered from both ends of its group.
func placedAt(up, down *Series, place any) (*Series, error) {
	s, ok := place.(op.Slice)
	if n, one := place.(int64); one && n < 0 {
		return down.Eq(-n - 1), nil
	} else if one {
		return up.Eq(n), nil
	}
	ends, err := placesWritten(s)
	switch {
	case !ok:
		return nil, errs.New(errs.Type, "Invalid index <class '%s'>. Must be integer, list-like, slice or a tuple of integers and slices", classOf(place))
	case err != nil:
		return nil, err
	case ends.Step != nil && *ends.Step <= 0:
		return nil, errs.New(errs.Invalid, "Invalid step %d. Must be non-negative", *ends.Step)
	}
	is, from := up.Ge(0), up
	switch start := ends.Start; {
	case start != nil && *start >= 0:
		is, from = up.Ge(*start), up.Sub(*start)
	case start != nil: // counted from where a group that is shorter begins
		is = down.Lt(-*start)
		from = down.RSub(-*start-1).Where(up.Add(down).Ge(-*start-1), up)
	}
	if ends.Step != nil {
		is = is.And(from.Mod(*ends.Step).Eq(0))
	}
	switch stop := ends.Stop; {
	case stop != nil && *stop >= 0:
		is = is.And(up.Lt(*stop))
	case stop != nil:
		is = is.And(down.Ge(-*stop))
	}
	return is, nil
}

// chosen are the columns of the rows where is holds.
func (o *groupNth) chosen(h Handle, is *Series) (Handle, error) {
	d, ok := h.(*DataFrame)
	switch {
	case !ok:
		return h.(*Series).Filter(is), nil
	case o.Series:
		return d.Filter(is).Col(o.Chosen[0]), nil
	case o.Chosen != nil:
		return d.Filter(is).Select(labelsAny(o.Chosen)...), nil
	}
	return d.Filter(is), nil
}

// withValues are rows by place among those that miss no value, or not all.
func (o *groupNth) withValues(h Handle, keys []*Series, places op.List) (Handle, error) {
	if o.Missing != "any" && o.Missing != "all" {
		return nil, errs.New(errs.Invalid, "For a DataFrame or Series groupby.nth, dropna must be either None, 'any' or 'all', (was passed %s).", o.Missing)
	}
	d, _, err := asFrame(h)
	if err != nil {
		return nil, err
	}
	values := d
	if o.Chosen != nil {
		values = d.Select(labelsAny(o.Chosen)...)
	}
	is := values.NotNA().All(Reduce{Axis: 1})
	if o.Missing == "all" {
		is = values.NotNA().Any(Reduce{Axis: 1})
	}
	left := make([]*Series, len(keys))
	for i, k := range keys {
		left[i] = k.Filter(is)
	}
	rows := valued(apply(&pick.Filter{}, h, is))
	return valued(o.groups(rows, left).endsOf(&groupby.Head{N: new(int), Nth: []int{int(places[0].(int64))}, Series: o.Series})), nil
}
