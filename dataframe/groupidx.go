package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// IdxMin is the label of the first row of each group that has its least value. Errors: Invalid for row labels
// of several levels.
func (g *GroupBy) IdxMin(o ...Reduction) *DataFrame { return FrameOf(g.idx("idxmin", o, false)) }

// IdxMax is the label of the first row of each group that has its greatest value. See IdxMin.
func (g *GroupBy) IdxMax(o ...Reduction) *DataFrame { return FrameOf(g.idx("idxmax", o, false)) }

// IdxMin is the label of the first row of each group that has its least value. See GroupBy.IdxMin.
func (g *SeriesGroupBy) IdxMin() *Series { return SeriesOf(g.g.idx("idxmin", nil, true)) }

// IdxMax is the label of the first row of each group that has its greatest value. See GroupBy.IdxMin.
func (g *SeriesGroupBy) IdxMax() *Series { return SeriesOf(g.g.idx("idxmax", nil, true)) }

func (g *GroupBy) idx(name string, r []Reduction, series bool) op.Value {
	g = only(g, r)
	o := op.Lookup("dataframe.groupby_" + name).New().(*groupIdx)
	o.NumericOnly = one(r).NumericOnly
	return g.recipe("dataframe.groupby_"+name, o, &o.groupRecipe, series)
}

// groupIdx is the label of an extreme of each group.
type groupIdx struct {
	groupRecipe
	name string
}

func (o *groupIdx) Row() string { return o.name }

func init() {
	for name, summary := range map[string]string{
		"idxmin": "Label of the first least value of each group", "idxmax": "Label of the first greatest value of each group",
	} {
		op.Register[groupIdx](op.Doc{
			Name: "dataframe.groupby_" + name, Face: "inner", Sig: groupSig + name + "()", Summary: summary,
			Groups: []op.Method{{Sig: name + "(skipna=True, numeric_only=False)", Summary: summary, Gives: "keyed"}},
		}, groupIdx{name: name})
	}
}

// whole asks whether each group has a value in each column. Errors: Invalid, one has none.
func (o *groupIdx) whole(a *op.Asker, g *GroupBy, h Handle, names []frame.Label) error {
	some := slices.ContainsFunc(colsOf(h), func(c op.Col) bool {
		return frame.CanMiss(c.Is) && slices.ContainsFunc(names, c.Name.Same)
	})
	if !some {
		return nil
	}
	var counts *DataFrame
	if _, ok := h.(*Series); ok {
		counts = SeriesOf(g.agg("count", groupby.Agg{Series: true})).ToFrame(0)
	} else {
		counts = g.Select(labelsAny(names)...).Count()
	}
	least := counts.Min()
	if err := a.Need(op.Values, least); err != nil {
		return err
	}
	c := a.Value(least).(*frame.Frame).Cols[0]
	for i := range c.Rows {
		if n, ok := c.Cell(i).(int64); ok && n == 0 {
			return errs.New(errs.Invalid, "%s with skipna=True encountered all NA values in a group.", o.name)
		}
	}
	return nil
}

// Build takes, of the rows that have the extreme of their group, the first label.
func (o *groupIdx) Build(a *op.Asker, h Handle, keys []*Series) (Handle, error) {
	levels := h.Value().Meta().Index.Levels
	if len(levels) != 1 {
		return nil, errs.New(errs.Invalid, "%s of groups under labels of several levels is not there yet; reset_index first", o.name)
	}
	names, err := o.valueLabels(h)
	if err != nil {
		return nil, err
	}
	g := o.groups(h, keys)
	if err := o.whole(a, g, h, names); err != nil {
		return nil, err
	}
	parts := o.keySeries(h, keys)
	if s, ok := h.(*Series); ok {
		best := SeriesOf(g.transform(groupby.Transform{Func: o.name[3:], Series: true}))
		return o.asked(o.inOrder(g, o.labels(s, parts, s.Eq(best)))), nil
	}
	d := h.(*DataFrame)
	best := g.Select(labelsAny(names)...).Transform(o.name[3:])
	var cols []Handle
	for _, c := range names {
		cols = append(cols, o.inOrder(g, o.labels(d.Col(c), parts, d.Col(c).Eq(best.Col(c)))))
	}
	if o.Series {
		return o.asked(cols[0]), nil
	}
	return o.asked(Concat(cols, Concats{Axis: 1}).columnsOf(d)), nil
}

// labels are the first labels of each group among the rows of a column that have its extreme.
func (o *groupIdx) labels(column *Series, keys []*Series, best *Series) *Series {
	const label = "label"
	rows := column.ToFrame(label).Assign(C{label, levelSeries(column, 0)})
	var by, names []any
	for i, k := range keys {
		by, names = append(by, i), append(names, k.Name())
		rows = rows.Assign(C{i, k})
	}
	p := GroupOptions{Sort: o.Sort, Observed: o.Observed, Dropna: o.Dropna}
	return rows.Filter(best).GroupBy(by, p).Col(label).First().Rename(column.Name()).RenameAxis(names...)
}

// inOrder is a result in the order in which the groups appear, where that is asked for: the rows with
// extremes alone have another one.
func (o *groupIdx) inOrder(g *GroupBy, r *Series) *Series {
	if *o.Sort {
		return r
	}
	return r.Reindex(SeriesOf(g.agg("size", groupby.Agg{})).Index())
}

// labelsAny are labels as arguments.
func labelsAny(ls []frame.Label) []any { return anys(ls) }
