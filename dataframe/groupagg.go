package dataframe

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/op"
)

// Agg aggregates the groups. f is a name (sum, mean, min, max, count, size, std, var, sem, first, last, any, all, prod, median, nunique,
// quantile), a []string of names, an []OfColumn or a []Named. Lists make columns labelled (column, name). A function that a column's dtype
// does not support is a Type error, an unknown name or column a NotFound error.
//
// Dtypes follow rules: sums and products of integers are int64 or uint64, where pandas goes back to a narrow dtype if the values fit.
func (g *GroupBy) Agg(f any) *DataFrame { return FrameOf(g.agg(f, groupAgg{})) }

// Agg aggregates the groups: a *Series for one name, a *DataFrame for a []string or a []Named; see GroupBy.Agg.
func (g *SeriesGroupBy) Agg(f any) op.Handle { return g.handle(f, groupAgg{}) }

func (g *SeriesGroupBy) handle(f any, o groupAgg) op.Handle {
	o.Series = true
	v := g.g.agg(f, o)
	if v.Meta().Kind == op.Frame {
		return FrameOf(v)
	}
	return SeriesOf(v)
}

// agg builds the node; o has the parameters that only some methods have.
func (g *GroupBy) agg(f any, o groupAgg) op.Value {
	spec, err := specOf(f)
	if err == nil && o.Series && (spec.Form == "dict" || spec.Form == "dicts") {
		err = errs.New(errs.Invalid, "nested renamer is not supported")
	}
	if g.err != nil {
		err = g.err
	}
	if err != nil {
		return bad("dataframe.groupby_agg", err)
	}
	o.Grouping, o.Func, o.Chosen = g.by, spec, g.chosen
	o.By = slices.Clone(o.By)
	return apply(&o, g.in...)
}

type groupAgg struct {
	Grouping
	Func          aggSpec
	Chosen        []frame.Label `sig:"-"` // of the values; nil: all but the keys
	Series        bool          `sig:"-"` // a SeriesGroupBy
	ByLabel       bool          `sig:"-"` // values in order of their labels
	NumericOnly   bool          `sig:"-"`
	MinCount      int           `sig:"-"`
	Ddof          *int          `sig:"-"`
	Q             []float64     `sig:"-"` // the quantile; where List is set a row for each of these in every group, of none too
	List          bool          `sig:"-"`
	Interpolation string        `sig:"-"`
	KeepNull      bool          `sig:"-"`
	Joins         bool          `sig:"-"` // texts or objects are summed, which looks at their order
	NullSize      bool          `sig:"-"` // the sizes of groups of one column of a nullable dtype, which are nullable too
}

func init() {
	op.Register[groupAgg](op.Doc{
		Face: "hand",
		Name: "dataframe.groupby_agg", Like: "pandas.DataFrame.groupby", Methods: "DataFrame.groupby Series.groupby",
		Sig:     "groupby(df, by=None, level=None, *, as_index=True, sort=True, group_keys=True, observed=True, dropna=True).agg(func=None)",
		Summary: "Aggregate over groups of rows",
		Notes:   "Sums of narrow integers are int64 or uint64. Floats are summed with Kahan's compensation in each chunk and in chunk order.",
		Groups:  groupMethods,
	})
}

// Normalize resolves keys that are names of levels.
func (o *groupAgg) Normalize(in []op.Meta) error {
	if err := o.settle(in); err != nil {
		return err
	}
	if err := o.checkQuantiles(); err != nil {
		return err
	}
	o.Joins = o.Joins || o.sumsTexts(in[0])
	if o.Series && o.sizes() { // the column itself need not be read later
		v, err := o.values(in[0].Cols)
		o.NullSize = o.NullSize || err == nil && len(v) == 1 && in[0].Cols[v[0]].Is.Null
	}
	return nil
}

// sizes reports that nothing but the sizes of groups is wanted.
func (o *groupAgg) sizes() bool { return o.Func.Form == "one" && o.Func.Items[0].Func == "size" }

// sumsTexts reports that texts or objects may be summed.
func (o *groupAgg) sumsTexts(in op.Meta) bool {
	joins := func(c op.Col) bool { return !c.Known() || c.Is.IsString() || c.Is.IsObject() }
	outs, err := o.outs(in.Cols)
	if err != nil || in.Open {
		return slices.ContainsFunc(in.Cols, joins)
	}
	for _, out := range outs {
		if out.src >= 0 && out.agg.Func == group.Sum && joins(in.Cols[out.src]) {
			return true
		}
	}
	return false
}

// Look: the order of rows tells first from last, the order of appearance, and what texts are joined to.
func (o *groupAgg) Look(int) op.Look {
	for _, it := range o.Func.Items {
		if it.Func == "first" || it.Func == "last" || it.Func == "sum" && o.Joins {
			return op.Looks
		}
	}
	if !*o.Sort {
		return op.Looks
	}
	return op.Ignores
}

// Labels count when levels are keys.
func (o *groupAgg) Labels(int) op.Look {
	for _, k := range o.By {
		if k.Level > 0 {
			return op.Looks
		}
	}
	return op.Ignores
}

// ColumnsOf are the keys and what the wanted columns are made of.
func (o *groupAgg) ColumnsOf(i int, in []op.Meta, want []int) ([]int, bool) {
	outs, err := o.outs(in[0].Cols)
	if err != nil || i != 0 {
		return nil, false
	}
	skip := 0
	if !*o.AsIndex {
		names := make([]frame.Label, len(outs))
		for i, out := range outs {
			names[i] = out.name
		}
		skip = len(o.keysBeside(names))
	}
	if o.List {
		return nil, false
	}
	var use []int
	for _, k := range o.By {
		if p := placeOf(in[0].Cols, k.Label); k.In == 0 && k.Level == 0 && p >= 0 {
			use = append(use, p)
		}
	}
	for _, w := range want {
		if w >= skip && w-skip < len(outs) && outs[w-skip].src >= 0 {
			use = append(use, outs[w-skip].src)
		}
	}
	return use, len(use) > 0
}

func (o *groupAgg) Infer(in []op.Meta) ([]op.Meta, error) {
	keys, err := o.cols(in)
	if err != nil {
		return nil, err
	}
	rows, ix := op.Sym(o.question(), in...), o.index(keys, in, o.extra())
	if o.List {
		rows, ix = o.rowsOfQuantiles(ix, in)
	}
	m := op.NewFrame(rows, ix)
	if in[0].Open {
		if m.Open = true; *o.AsIndex && o.Func.Form == "one" && (o.Series || o.sizes()) {
			m = openSeries(m, in[0], o.Chosen)
		}
		return []op.Meta{m}, nil
	}
	outs, err := o.outs(in[0].Cols)
	if err != nil {
		return nil, err
	}
	for _, out := range outs {
		if out.q > 0 { // the column of its first quantile has them all
			continue
		}
		t, err := o.result(out, in[0].Cols, o.filled(keys))
		if err != nil {
			return nil, err
		}
		m.Cols = append(m.Cols, op.Col{Name: out.name, Type: t})
	}
	if !*o.AsIndex {
		m.Index = op.FreshRange(rows)
		all := o.keyCols(keys)
		var cols []op.Col
		for _, i := range o.keysBeside(labelsOf(m.Cols)) {
			cols = append(cols, all[i])
		}
		if o.List {
			cols = append(cols, op.Col{Name: frame.L("level_" + strconv.Itoa(len(o.By))), Type: op.T(dtype.Float64)})
		}
		m.Cols = append(cols, m.Cols...)
	} else if o.Func.Form == "one" && (o.Series || len(outs) > 0 && outs[0].src < 0) {
		m.Kind = op.Series
	}
	return []op.Meta{m}, nil
}

// extra tells aggregates of one grouping apart.
func (o *groupAgg) extra() string {
	s := o.Func.Form
	for _, it := range o.Func.Items {
		s += "|" + it.Func + "|" + it.Column.Repr()
	}
	if o.List {
		s += fmt.Sprint("|quantiles|", o.Q)
	}
	return s
}

// keysBeside are the keys that become columns beside aggregates of these names: a key that is aggregated itself does not, nor where it is the first of
// two levels of a name that a dict asked for.
func (o *groupAgg) keysBeside(names []frame.Label) []int {
	if o.Func.Form == "dicts" {
		names = slices.Clone(names)
		for i, l := range names {
			names[i] = l.Elems()[0]
		}
	}
	var out []int
	for i, k := range o.By {
		if k.In != 0 || k.Level != 0 || !slices.ContainsFunc(names, k.Label.Same) {
			out = append(out, i)
		}
	}
	return out
}

// keyCols are the keys as columns: as_index=False.
func (o *groupAgg) keyCols(keys []op.Col) []op.Col {
	out := slices.Clone(keys)
	for i := range out {
		if out[i].Name.IsNil() {
			if out[i].Name = frame.L("index"); len(out) > 1 {
				out[i].Name = frame.L("level_" + string(rune('0'+i)))
			}
		}
		if o.Func.Form == "dicts" || o.Func.Form == "list" && !o.Series { // beside columns of two levels
			out[i].Name = frame.TupleOf(append(slices.Clone(out[i].Name.Elems()), frame.L("")))
		}
	}
	return out
}

// result is the dtype of a column; groups that have too few rows, or none, may miss what an integer cannot miss.
func (o *groupAgg) result(out aggOut, cols []op.Col, filled bool) (op.Type, error) {
	if out.src < 0 {
		return op.T(o.sizeType()), nil
	}
	r, err := out.agg.Result(cols[out.src].Is)
	if err != nil {
		return op.Type{}, err
	}
	short := false
	switch out.agg.Func {
	case group.Min, group.Max, group.First, group.Last:
		short = filled || out.agg.MinCount > 0
	case group.Sum, group.Prod:
		short = out.agg.MinCount > 0
	}
	if short && !frame.CanMiss(r) {
		return op.Pending(r, r.WithMissing()), nil
	}
	return op.T(r), nil
}

// sizeType is the dtype of the sizes of groups.
func (o *groupAgg) sizeType() dtype.DType {
	if o.NullSize {
		return dtype.Int64.Nullable()
	}
	return dtype.Int64
}

// StageMeta: partial frames have schemas of their own, which say what they are in the names of their columns.
func (o *groupAgg) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Chunk {
		return nil, nil
	}
	return []op.Meta{op.NewFrame(op.Sym(o.question()+s.String(), in...), op.FreshRange(op.Dim{}))}, nil
}

func (o *groupAgg) Tile(t *op.Tiler) error {
	whole := true
	for _, g := range t.Ins() {
		whole = whole && g.Len() == 1
	}
	if whole {
		return t.Out(t.Map(t.Ins()...))
	}
	m := t.At(op.Map).Map(t.Ins()...)
	keys, err := o.cols(o.metas(t))
	if err != nil {
		return t.Fail(err)
	}
	how := groupTiling{keys: o.keyNames(), sort: *o.Sort, holistic: o.holistic(), one: o.filled(keys)}
	return t.Out(how.tile(t, m))
}

func (o *groupAgg) metas(t *op.Tiler) []op.Meta {
	var ms []op.Meta
	for _, g := range t.Ins() {
		ms = append(ms, g.Meta)
	}
	return ms
}

// holistic reports an aggregate that needs all rows of a group at once.
func (o *groupAgg) holistic() bool {
	for _, it := range o.Func.Items {
		if f, err := group.Parse(it.Func); err == nil && group.New(f).Holistic() {
			return true
		}
	}
	return false
}
