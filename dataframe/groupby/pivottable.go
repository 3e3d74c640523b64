package groupby

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// PivotTable is the operand of dataframe.pivot_table.
type PivotTable struct {
	Values    []frame.Label
	Index     []frame.Label
	Columns   []frame.Label
	Aggfunc   Spec
	FillValue any
	Observed  *bool
	Single    bool `sig:"-"` // one value column given by itself
}

func init() {
	op.Register[PivotTable](op.Doc{
		Gives: "dataframe", Face: "inner", Name: "dataframe.pivot_table", Like: "pandas.pivot_table",
		Sig: "pivot_table(data, values=None, index=None, columns=None, aggfunc='mean', fill_value=None, margins=False, dropna=True, " +
			"margins_name='All', observed=True, sort=True, **kwargs)",
		Summary: "Table of aggregates by keys of rows and columns",
	})
}

// agg is the group-by that makes the cells.
func (o *PivotTable) agg() *Agg {
	g := &Agg{
		Grouping: Grouping{AsIndex: new(true), Sort: new(true), GroupKeys: new(true), Observed: o.Observed, Dropna: new(true)},
		Func:     Spec{o.Aggfunc.Form, slices.Clone(o.Aggfunc.Items)}, Chosen: o.Values, ByLabel: true,
	}
	slices.SortStableFunc(g.Func.Items, func(a, b Item) int {
		c := a.Column.Compare(b.Column)
		if c == 0 && o.Aggfunc.Form == "dicts" {
			c = strings.Compare(a.Func, b.Func)
		}
		return c
	})
	for _, l := range slices.Concat(o.Index, o.Columns) {
		g.By = append(g.By, Key{Label: l})
	}
	return g
}

// bare reports columns that are labelled by their keys alone: those of one value, and the sizes of groups.
func (o *PivotTable) bare() bool { return o.Single && !o.below() || o.agg().sizes() }

func (o *PivotTable) widening() chunk.Widening {
	return chunk.Widening{Rows: len(o.Index), Cols: len(o.Columns), Fill: o.FillValue}
}

func (o *PivotTable) Infer(in []op.Meta) ([]op.Meta, error) {
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
		ms, err := g.Infer(in)
		if err != nil {
			return nil, err
		}
		if len(ms[0].Cols) == 0 {
			return nil, errs.New(errs.Invalid, "pivot_table has no columns to aggregate: all are keys")
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
	q := "pivot_table|" + g.Question() + g.extra()
	m := op.NewFrame(op.Sym(q, in[0]), ix.Derive(q, in[0]))
	m.Open, m.Axis = true, o.axis(in[0].Axis)
	return []op.Meta{m}, nil
}

// axis is the names of the levels of the column labels, of which those of values had a name.
func (o *PivotTable) axis(had []frame.Label) []frame.Label {
	out := slices.Clone(o.Columns)
	if len(had) != 1 {
		had = []frame.Label{{}}
	}
	if !o.bare() || len(out) == 0 {
		out = slices.Insert(out, 0, had...)
	}
	switch {
	case o.listed():
		out = slices.Insert(out, 0, frame.Label{})
	case o.below() && o.Single:
		out[0] = frame.Label{}
	case o.below():
		out = slices.Insert(out, 1, frame.Label{})
	}
	return schema.AxisNames(out)
}

// listed reports several aggregates, which name the outer columns.
func (o *PivotTable) listed() bool { return o.Aggfunc.Form == "list" }

// below reports several aggregates of columns, which are named below these.
func (o *PivotTable) below() bool { return o.Aggfunc.Form == "dicts" }

// StageMeta: everything before the table is a frame of its own.
func (o *PivotTable) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return o.widening().Partials(s, "pivot_table|"+o.agg().Question(), in)
}

// Look is that of the group-by.
func (o *PivotTable) Look(i int) op.Look {
	g := o.agg()
	g.Joins = true
	return g.Look(i)
}

// Labels do not count.
func (o *PivotTable) Labels(int) op.Look { return op.Ignores }

// ColumnsOf are the keys and the values.
func (o *PivotTable) ColumnsOf(_ int, in []op.Meta, _ []int) (use []int, ok bool) {
	for _, l := range slices.Concat(o.Index, o.Columns, o.Values) {
		if p := schema.PlaceOf(in[0].Cols, l); p >= 0 && !slices.Contains(use, p) {
			use = append(use, p)
		}
	}
	return use, o.Values != nil && o.Aggfunc.Form == "one"
}

func (o *PivotTable) Tile(t *op.Tiler) error {
	g, in := o.agg(), t.In(0)
	keys, err := g.cols([]op.Meta{in.Meta})
	if err != nil {
		return t.Fail(err)
	}
	outs, err := g.Infer([]op.Meta{in.Meta})
	if err != nil {
		return t.Fail(err)
	}
	h := Tiling{Keys: g.KeyNames()[:len(o.Index)], Sort: true, holistic: g.Holistic(), one: g.filled(keys)}
	long := t.At(op.Map).Map(in)
	if long.Len() > 1 {
		long = h.Tile(t, long)
	} else if t.Err() == nil {
		long = h.finish(t, long)
	}
	w := o.widening()
	return t.Out(w.Cut(t, long, func(sum op.Tuple) op.Meta {
		m := t.Meta(0)
		m.Open, m.Cols = false, nil
		for _, p := range o.plan(sum, schema.TypesOf(outs[0].Cols), schema.LabelsOf(outs[0].Cols)) {
			m.Cols = append(m.Cols, op.Col{Name: p.Label, Type: op.T(p.Dtype)})
		}
		return m
	}))
}

// labels are the label of a column: of its value, or of value and aggregate, and of its keys.
func (o *PivotTable) labels(value, keys []frame.Label) []frame.Label {
	var fn []frame.Label
	if o.listed() {
		last := len(value) - 1
		value, fn = value[:last:last], value[last:]
	}
	switch {
	case o.below() && o.Single:
		value = value[len(value)-1:]
	case o.bare() && len(keys) > 0:
		value = nil
	}
	return slices.Concat(fn, value, keys)
}

// plan is the columns of the table: values in order, which is that of their labels, keys in order; those
// without any value are left out. Chunks take the labels from the whole, so names may be nil.
func (o *PivotTable) plan(sum op.Tuple, types []dtype.DType, names []frame.Label) (out []chunk.WideCol) {
	w := o.widening()
	defer func() {
		if o.listed() { // aggregates first, then values
			n := len(o.Aggfunc.Items)
			slices.SortStableFunc(out, func(a, b chunk.WideCol) int { return a.Value%n - b.Value%n })
		}
	}()
	for v, d := range types {
		for k := range w.Keys(sum) {
			if w.Values(sum, v, k) == 0 && w.Fill == nil {
				continue
			}
			l := w.Key(sum, k)
			if names != nil {
				l = o.labels(names[v].Elems(), l)
			}
			p := chunk.WideCol{Value: v, Key: k, Dtype: w.Dtype(sum, d)}
			switch len(l) {
			case 0:
			case 1:
				p.Label = l[0]
			default:
				p.Label = frame.TupleOf(l)
			}
			out = append(out, p)
		}
	}
	return out
}

func (o *PivotTable) Exec(x *op.Exec) error {
	g := o.agg()
	if x.Stage == op.Map {
		return g.partials(x)
	}
	if x.Stage == op.Final {
		return o.long(x, g)
	}
	done, err := o.widening().Run(x, func(rows, cells []*frame.Column, _ op.Tuple) error {
		m := x.Out(0)
		ix := frame.NewMulti(schema.LabelsOf(m.Index.Levels), rows...)
		if len(rows) == 1 {
			ix = frame.NewIndex(m.Index.Levels[0].Name, rows[0])
		}
		out, err := frame.New(ix, schema.LabelsOf(m.Cols), cells...)
		if err != nil {
			return err
		}
		out.Axis = m.Axis
		return x.Put(0, out)
	}, func(sum op.Tuple, types []dtype.DType) []chunk.WideCol { return o.plan(sum, types, nil) })
	if done || err != nil {
		return err
	}
	return g.Exec(x) // Combine
}

// long makes the long frame of whole groups: keys, then values. Rows without any value are left out.
func (o *PivotTable) long(x *op.Exec, g *Agg) error {
	r, err := g.join(x)
	if err != nil {
		return err
	}
	names := g.KeyNames()
	for range r.Cols {
		names = append(names, frame.Label{})
	}
	out, err := frame.New(nil, names, append(r.Keys, r.Cols...)...)
	if err != nil {
		return err
	}
	var rows []int64
	for i := range out.NRows {
		for _, c := range r.Cols {
			if !c.IsNull(i) {
				rows = append(rows, int64(i))
				break
			}
		}
	}
	if len(rows) < out.NRows && len(r.Cols) > 0 {
		if out, err = out.Take(x.Mem(), rows); err != nil {
			return err
		}
	}
	return x.Put(0, out)
}
