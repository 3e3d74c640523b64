package dataframe

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// fromDummies is the opposite of get_dummies: of indicator columns the column of the values that they stand
// for, of several where a separator ends what their labels begin with.
type fromDummies struct {
	op.Deferred
	Sep             *string
	DefaultCategory op.Written // of rows without an indicator: one for all columns, or a mapping
}

func init() {
	op.Register[fromDummies](op.Doc{
		Name: "dataframe.from_dummies", Like: "pandas.from_dummies", Gives: "dataframe", Sig: "from_dummies(data, sep=None, default_category=None)",
		Summary: "Values that indicator columns stand for", Forms: "default_category=plain",
		Text: "TypeError for columns that are no indicators; ValueError for a missing one, and for rows of several or, without a default category, of none.",
	})
}

// Infer leaves the columns to the data.
func (*fromDummies) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	m.Cols, m.Axis, m.Open = nil, nil, true
	return []op.Meta{m}, nil
}

// A dummyColumn is what indicator columns make together.
type dummyColumn struct {
	name   string
	at     []int // the places of the columns
	values []any
	other  any // of rows without an indicator
}

func (o *fromDummies) Build(a *op.Asker, d *DataFrame) (*DataFrame, error) {
	if err := indicators(a, d); err != nil {
		return nil, err
	}
	groups, err := o.columns(d)
	if err != nil {
		return nil, err
	}
	is := d.AsType(dtype.Bool)
	sums, counts := make([]*Series, len(groups)), []interface{ Value() op.Value }{}
	for i, g := range groups {
		sums[i] = is.Iloc(pick.AllPlaces, g.at).AsType(dtype.Int64).Sum(Reduce{Axis: 1})
		counts = append(counts, sums[i].Min(), sums[i].Max())
	}
	if err := a.Need(op.Values, counts...); err != nil {
		return nil, err
	}
	out := d.Iloc(pick.AllPlaces, []int{})
	for i, g := range groups {
		least, most := fetchedNumber(a.Value(counts[2*i])), fetchedNumber(a.Value(counts[2*i+1]))
		if most > 1 {
			return nil, atFirst(a, sums[i].Gt(1), "multi-assignment(s)")
		}
		if least < 1 && g.other == nil {
			return nil, atFirst(a, sums[i].Eq(0), "unassigned value(s)")
		}
		s := d.Iloc(pick.AllPlaces, []int{}).Assign(C{0, g.values[0]}).Col(0)
		for k, p := range g.at[1:] {
			s = s.Mask(is.IlocCol(p), g.values[k+1])
		}
		if g.other != nil {
			s = s.Mask(sums[i].Eq(0), g.other)
		}
		out = out.Assign(C{g.name, s})
	}
	return out, nil
}

// atFirst is the error of the first row where something holds.
func atFirst(a *op.Asker, is *Series, what string) error {
	first := is.Filter(is).Head(1)
	if err := a.Need(op.Values, first); err != nil {
		return err
	}
	label := a.Value(first).(*frame.Frame).Index.Label(0)
	return errs.New(errs.Invalid, "Dummy DataFrame contains %s; First instance in row: %s", what, label)
}

// indicators refuses columns that miss a value, or have others than 0 and 1.
func indicators(a *op.Asker, d *DataFrame) error {
	cols := colsOf(d)
	var asked []interface{ Value() op.Value }
	for i, c := range cols {
		if !c.Is.IsBool() && !c.Is.IsReal() {
			return errs.New(errs.Type, "Passed DataFrame contains non-dummy data")
		}
		s := d.IlocCol(i)
		asked = append(asked, s.IsNA().Any(), s.Ne(0).And(s.Ne(1)).FillNA(false).Any())
	}
	if err := a.Need(op.Values, asked...); err != nil {
		return err
	}
	for i, c := range cols {
		if fetchedBool(a.Value(asked[2*i])) {
			return errs.New(errs.Invalid, "Dummy DataFrame contains NA value in column: '%s'", c.Name)
		}
	}
	for i := range cols {
		if fetchedBool(a.Value(asked[2*i+1])) {
			return errs.New(errs.Type, "Passed DataFrame contains non-dummy data")
		}
	}
	return nil
}

// columns sorts indicator columns by what their labels begin with.
func (o *fromDummies) columns(d *DataFrame) (out []dummyColumn, err error) {
	for i, c := range colsOf(d) {
		name, value := "", any(c.Name)
		if o.Sep != nil {
			before, after, ok := strings.Cut(c.Name.String(), *o.Sep)
			if !ok {
				return nil, errs.New(errs.Invalid, "Separator not specified for column: %s", c.Name)
			}
			name, value = before, after
		}
		k := slices.IndexFunc(out, func(g dummyColumn) bool { return g.name == name })
		if k < 0 {
			k, out = len(out), append(out, dummyColumn{name: name})
		}
		out[k].at, out[k].values = append(out[k].at, i), append(out[k].values, value)
	}
	by, mapping := o.DefaultCategory.V.(op.Dict)
	if mapping && len(by) != len(out) {
		return nil, errs.New(errs.Invalid, "Length of 'default_category' (%d) did not match the length of the columns being encoded (%d)", len(by), len(out))
	}
	for i := range out {
		if !mapping {
			out[i].other = o.DefaultCategory.V
		}
		for _, e := range by {
			if e.Key == out[i].name {
				out[i].other = e.Value
			}
		}
	}
	return out, nil
}
