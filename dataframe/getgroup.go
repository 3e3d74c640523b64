package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Group is the rows of one group: of several keys the name is a list of labels. Errors: NotFound where there
// is none.
func (g *GroupBy) Group(name any) *DataFrame { return FrameOf(g.rowsOf(name, false)) }

// Group is the values of one group; see GroupBy.Group.
func (g *SeriesGroupBy) Group(name any) *Series { return SeriesOf(g.g.rowsOf(name, true)) }

func (g *GroupBy) rowsOf(name any, series bool) op.Value {
	l, err := schema.LabelOf(name)
	if err != nil {
		return bad("dataframe.groupby_get_group", err)
	}
	o := &getGroup{Name: l}
	return g.recipe("dataframe.groupby_get_group", o, &o.groupRecipe, series)
}

type getGroup struct {
	groupRecipe
	Name frame.Label
}

func init() {
	const summary = "Rows of one group"
	op.Register[getGroup](op.Doc{
		Name: "dataframe.groupby_get_group", Face: "inner", Sig: groupSig + "get_group(name)", Summary: summary,
		Groups: []op.Method{{Sig: "get_group(name)", Summary: summary}},
	})
}

// Infer is that of some of the rows.
func (o *getGroup) Infer(in []op.Meta) ([]op.Meta, error) {
	q := o.Question() + "|group|" + o.Name.Repr()
	m := in[0].WithRows(op.Sym(q, in...))
	m.Index = m.Index.Derive(q, in...)
	if o.Chosen == nil {
		return []op.Meta{m}, nil
	}
	if in[0].Open {
		if o.Series {
			m = schema.OpenSeries(m, in[0], o.Chosen)
		}
		return []op.Meta{m}, nil
	}
	m.Cols = nil
	for _, l := range o.Chosen {
		c, err := in[0].Col(l)
		if err != nil {
			return nil, err
		}
		m.Cols = append(m.Cols, c)
	}
	if o.Series {
		m.Kind = op.Series
	}
	return []op.Meta{m}, nil
}

func (o *getGroup) Build(a *op.Asker, h Handle, keys []*Series) (Handle, error) {
	parts, name := o.keySeries(h, keys), o.Name.Elems()
	if len(name) != len(parts) {
		return nil, errs.New(errs.Invalid, "must supply a tuple to get_group with multiple grouping keys")
	}
	rows, err := rowsWith(a, h, parts, name)
	d, ok := rows.(*DataFrame)
	switch {
	case err != nil || o.Chosen == nil || !ok:
		return rows, err
	case o.Series:
		return d.Col(o.Chosen[0]), nil
	}
	return d.Select(labelsAny(o.Chosen)...), nil
}

// rowsWith is the rows of h where series under its labels have some labels. NotFound where there are none.
func rowsWith(a *op.Asker, h Handle, parts []*Series, labels []frame.Label) (Handle, error) {
	is := SeriesOf(apply(&cells.Isin{Values: labels[:1]}, parts[0]))
	for i, s := range parts[1:] {
		is = is.And(SeriesOf(apply(&cells.Isin{Values: labels[i+1 : i+2]}, s)))
	}
	rows := valued(apply(&pick.Filter{}, h, is))
	if err := a.Need(op.Rows, rows); err != nil {
		return nil, err
	}
	if a.Rows(rows) == 0 {
		return nil, errs.New(errs.NotFound, "%s", frame.Leveled(labels).Repr())
	}
	return rows, nil
}
