package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// PivotOptions are the options of PivotTable.
type PivotOptions struct {
	Values    any // the column to aggregate, or a list of them; all that are no keys by default
	Index     any // key columns of the rows: one or a list
	Columns   any // key columns whose values become columns: one or a list
	AggFunc   any // a name, "mean" by default, or an []OfColumn with one name each
	FillValue any // a number for missing cells
	Observed  *bool
}

// PivotTable aggregates groups and lays them out as a table: rows by the index keys, columns by the values of the column keys, both sorted. Rows and columns
// without any value are left out. A single value column gives columns labelled by their keys, a list (value, key). Which columns there are is known
// when the data is.
func (d *DataFrame) PivotTable(p PivotOptions) *DataFrame {
	const name = "dataframe.pivot_table"
	o := &pivotTable{FillValue: number(p.FillValue), Observed: p.Observed}
	for _, f := range []struct {
		from any
		to   *[]frame.Label
	}{{p.Values, &o.Values}, {p.Index, &o.Index}, {p.Columns, &o.Columns}} {
		for _, v := range listOf(f.from) {
			l, ok := frame.LabelOf(v)
			if !ok {
				return FrameOf(bad(name, errs.New(errs.Type, "cannot pivot by a %T", v)))
			}
			*f.to = append(*f.to, l)
		}
	}
	switch p.Values.(type) {
	case nil, []any, []string, []int, []frame.Label:
	default:
		o.Single = true
	}
	f := p.AggFunc
	if f == nil {
		f = "mean"
	}
	spec, err := specOf(f)
	if err == nil && spec.Form != "one" && spec.Form != "dict" && spec.Form != "list" {
		err = errs.New(errs.Invalid, "pivot_table takes an aggregate, several of them, or one for each column")
	}
	if err != nil {
		return FrameOf(bad(name, err))
	}
	o.Aggfunc = spec
	return FrameOf(apply(o, d))
}

type pivotTable struct {
	Values    []frame.Label
	Index     []frame.Label
	Columns   []frame.Label
	Aggfunc   aggSpec
	FillValue any
	Observed  *bool
	Single    bool `sig:"-"` // one value column given by itself
}

func init() {
	op.Register[pivotTable](op.Doc{
		Gives: "dataframe", Face: "hand",
		Name: "dataframe.pivot_table", Like: "pandas.pivot_table", Methods: "DataFrame.pivot_table",
		Sig: "pivot_table(data, values=None, index=None, columns=None, aggfunc='mean', fill_value=None, margins=False, dropna=True, " +
			"margins_name='All', observed=True, sort=True, **kwargs)",
		Summary: "Table of aggregates by keys of rows and columns",
	})
}

// agg is the group-by that makes the cells.
func (o *pivotTable) agg() *groupAgg {
	g := &groupAgg{
		Grouping: Grouping{AsIndex: new(true), Sort: new(true), GroupKeys: new(true), Observed: o.Observed, Dropna: new(true)},
		Func:     aggSpec{o.Aggfunc.Form, slices.Clone(o.Aggfunc.Items)}, Chosen: o.Values, ByLabel: true,
	}
	slices.SortStableFunc(g.Func.Items, func(a, b aggItem) int { return a.Column.Compare(b.Column) })
	for _, l := range slices.Concat(o.Index, o.Columns) {
		g.By = append(g.By, groupKey{Label: l})
	}
	return g
}

// bare reports columns that are labelled by their keys alone: those of one value, and the sizes of groups.
func (o *pivotTable) bare() bool { return o.Single || o.agg().sizes() }

func (o *pivotTable) widening() widening {
	return widening{rows: len(o.Index), cols: len(o.Columns), fill: o.FillValue}
}

func (o *pivotTable) Infer(in []op.Meta) ([]op.Meta, error) {
	if len(o.Index) == 0 {
		return nil, errs.New(errs.Invalid, "pivot_table without index is not supported")
	}
	g := o.agg()
	for _, l := range o.Values {
		if _, err := in[0].Col(l); err != nil {
			return nil, errs.New(errs.NotFound, "%s", l.Repr())
		}
	}
	if !in[0].Open {
		if _, err := g.Infer(in); err != nil {
			return nil, err
		}
	}
	keys, err := g.cols(in)
	if err != nil {
		return nil, err
	}
	ix := op.IndexMeta{Kind: frame.MultiIndex, Levels: keys[:len(o.Index)]}
	if len(o.Index) == 1 {
		ix.Kind = frame.IndexKindOf(keys[0].Is)
	}
	q := "pivot_table|" + g.question() + g.extra()
	m := op.NewFrame(op.Sym(q, in[0]), ix.Derive(q, in[0]))
	m.Open, m.Axis = true, o.axis()
	return []op.Meta{m}, nil
}

// axis is the names of the levels of the column labels.
func (o *pivotTable) axis() []frame.Label {
	out := slices.Clone(o.Columns)
	if len(out) == 0 {
		return nil
	}
	if !o.bare() {
		out = slices.Insert(out, 0, frame.Label{})
	}
	if o.listed() {
		out = slices.Insert(out, 0, frame.Label{})
	}
	return axisNames(out)
}

// listed reports several aggregates, which name the outer columns.
func (o *pivotTable) listed() bool { return o.Aggfunc.Form == "list" }

// StageMeta: everything before the table is a frame of its own.
func (o *pivotTable) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return o.widening().stageMeta(s, "pivot_table|"+o.agg().question(), in)
}

// Look is that of the group-by.
func (o *pivotTable) Look(i int) op.Look {
	g := o.agg()
	g.Joins = true
	return g.Look(i)
}

// Labels do not count.
func (o *pivotTable) Labels(int) op.Look { return op.Ignores }

// ColumnsOf are the keys and the values.
func (o *pivotTable) ColumnsOf(_ int, in []op.Meta, _ []int) (use []int, ok bool) {
	for _, l := range slices.Concat(o.Index, o.Columns, o.Values) {
		if p := placeOf(in[0].Cols, l); p >= 0 && !slices.Contains(use, p) {
			use = append(use, p)
		}
	}
	return use, o.Values != nil && o.Aggfunc.Form == "one"
}

func (o *pivotTable) Tile(t *op.Tiler) error {
	g, in := o.agg(), t.In(0)
	keys, err := g.cols([]op.Meta{in.Meta})
	if err != nil {
		return t.Fail(err)
	}
	outs, err := g.Infer([]op.Meta{in.Meta})
	if err != nil {
		return t.Fail(err)
	}
	h := groupTiling{keys: g.keyNames()[:len(o.Index)], sort: true, holistic: g.holistic(), one: g.filled(keys)}
	long := t.At(op.Map).Map(in)
	if long.Len() > 1 {
		long = h.tile(t, long)
	} else if t.Err() == nil {
		long = h.finish(t, long)
	}
	w := o.widening()
	return t.Out(w.tile(t, long, func(sum op.Tuple) op.Meta {
		m := t.Meta(0)
		m.Open, m.Cols = false, nil
		for _, p := range o.plan(sum, typesOf(outs[0].Cols), labelsOf(outs[0].Cols)) {
			m.Cols = append(m.Cols, op.Col{Name: p.label, Type: op.T(p.dtype)})
		}
		return m
	}))
}

// labels are the label of a column: of its value, or of value and aggregate, and of its keys.
func (o *pivotTable) labels(value, keys []frame.Label) []frame.Label {
	var fn []frame.Label
	if o.listed() {
		last := len(value) - 1
		value, fn = value[:last:last], value[last:]
	}
	if o.bare() && len(keys) > 0 {
		value = nil
	}
	return slices.Concat(fn, value, keys)
}

// plan is the columns of the table: values in order, which is that of their labels, keys in order; those without any value are left out. Chunks take the
// labels from the whole, so names may be nil.
func (o *pivotTable) plan(sum op.Tuple, types []dtype.DType, names []frame.Label) (out []wideCol) {
	w := o.widening()
	defer func() {
		if o.listed() { // aggregates first, then values
			n := len(o.Aggfunc.Items)
			slices.SortStableFunc(out, func(a, b wideCol) int { return a.value%n - b.value%n })
		}
	}()
	for v, d := range types {
		for k := range w.keys(sum) {
			if w.values(sum, v, k) == 0 && w.fill == nil {
				continue
			}
			l := w.key(sum, k)
			if names != nil {
				l = o.labels(names[v].Elems(), l)
			}
			p := wideCol{value: v, key: k, dtype: w.dtype(sum, d)}
			switch len(l) {
			case 0:
			case 1:
				p.label = l[0]
			default:
				p.label = frame.TupleOf(l)
			}
			out = append(out, p)
		}
	}
	return out
}

func (o *pivotTable) Exec(x *op.Exec) error {
	g := o.agg()
	if x.Stage == op.Map {
		return g.partials(x)
	}
	if x.Stage == op.Final {
		return o.long(x, g)
	}
	done, err := o.widening().exec(x, func(rows, cells []*frame.Column, _ op.Tuple) error {
		m := x.Out(0)
		ix := frame.NewMulti(labelsOf(m.Index.Levels), rows...)
		if len(rows) == 1 {
			ix = frame.NewIndex(m.Index.Levels[0].Name, rows[0])
		}
		out, err := frame.New(ix, labelsOf(m.Cols), cells...)
		if err != nil {
			return err
		}
		out.Axis = o.axis()
		return x.Put(0, out)
	}, func(sum op.Tuple, types []dtype.DType) []wideCol { return o.plan(sum, types, nil) })
	if done || err != nil {
		return err
	}
	return g.Exec(x) // Combine
}

// long makes the long frame of whole groups: keys, then values. Rows without any value are left out.
func (o *pivotTable) long(x *op.Exec, g *groupAgg) error {
	r, err := g.join(x)
	if err != nil {
		return err
	}
	names := g.keyNames()
	for range r.cols {
		names = append(names, frame.Label{})
	}
	out, err := frame.New(nil, names, append(r.keys, r.cols...)...)
	if err != nil {
		return err
	}
	var rows []int64
	for i := range out.NRows {
		for _, c := range r.cols {
			if !c.IsNull(i) {
				rows = append(rows, int64(i))
				break
			}
		}
	}
	if len(rows) < out.NRows && len(r.cols) > 0 {
		if out, err = out.Take(x.Mem(), rows); err != nil {
			return err
		}
	}
	return x.Put(0, out)
}
