package groupby

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/op"
)

// Agg is the operand of dataframe.groupby_agg.
type Agg struct {
	Grouping
	Func          Spec
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
	op.Register[Agg](op.Doc{
		Forms: "by=own level=own",
		Name:  "dataframe.groupby_agg", Like: "pandas.DataFrame.groupby", Methods: "DataFrame.groupby Series.groupby",
		Sig:     "groupby(df, by=None, level=None, *, as_index=True, sort=True, group_keys=True, observed=True, dropna=True).agg(func=None)",
		Summary: "Aggregate over groups of rows",
		Notes:   "Sums and products of narrow integers stay narrow where all of them fit, and are else int64 or uint64. Floats are summed with Kahan's compensation in each chunk and in chunk order.",
		Groups:  groupMethods,
	})
}

// Normalize resolves keys that are names of levels.
func (o *Agg) Normalize(in []op.Meta) error {
	if err := o.Settle(in); err != nil {
		return err
	}
	if o.Series && (o.Func.Form == "dict" || o.Func.Form == "dicts") {
		return errs.New(errs.Invalid, "nested renamer is not supported")
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
func (o *Agg) sizes() bool { return o.Func.Form == "one" && o.Func.Items[0].Func == "size" }

// sumsTexts reports that texts or objects may be summed.
func (o *Agg) sumsTexts(in op.Meta) bool {
	joins := func(c op.Col) bool { return !c.Known() || c.Is.IsString() || c.Is.IsObject() }
	outs, err := o.Outs(in.Cols)
	if err != nil || in.Open {
		return slices.ContainsFunc(in.Cols, joins)
	}
	for _, out := range outs {
		if out.Src >= 0 && out.Agg.Func == group.Sum && joins(in.Cols[out.Src]) {
			return true
		}
	}
	return false
}

// Look: the order of rows tells first from last, the order of appearance, and what texts are joined to.
func (o *Agg) Look(int) op.Look {
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
func (o *Agg) Labels(int) op.Look {
	for _, k := range o.By {
		if k.Level > 0 {
			return op.Looks
		}
	}
	return op.Ignores
}

// ColumnsOf are the keys and what the wanted columns are made of.
func (o *Agg) ColumnsOf(i int, in []op.Meta, want []int) ([]int, bool) {
	outs, err := o.Outs(in[0].Cols)
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
		if p := schema.PlaceOf(in[0].Cols, k.Label); k.In == 0 && k.Level == 0 && p >= 0 {
			use = append(use, p)
		}
	}
	for _, w := range want {
		if w >= skip && w-skip < len(outs) && outs[w-skip].Src >= 0 {
			use = append(use, outs[w-skip].Src)
		}
	}
	return use, len(use) > 0
}

func (o *Agg) Infer(in []op.Meta) ([]op.Meta, error) {
	keys, err := o.cols(in)
	if err != nil {
		return nil, err
	}
	rows, ix := op.Sym(o.Question(), in...), o.index(keys, in, o.extra())
	if o.List {
		rows, ix = o.rowsOfQuantiles(ix, in)
	}
	m := op.NewFrame(rows, ix)
	if in[0].Open {
		if m.Open = true; *o.AsIndex && o.Func.Form == "one" && (o.Series || o.sizes()) {
			m = schema.OpenSeries(m, in[0], o.Chosen)
		}
		return []op.Meta{m}, nil
	}
	outs, err := o.Outs(in[0].Cols)
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
		for _, i := range o.keysBeside(schema.LabelsOf(m.Cols)) {
			cols = append(cols, all[i])
		}
		if o.List {
			cols = append(cols, op.Col{Name: frame.L("level_" + strconv.Itoa(len(o.By))), Type: op.T(dtype.Float64)})
		}
		m.Cols = append(cols, m.Cols...)
	} else if o.Func.Form == "one" && (o.Series || len(outs) > 0 && outs[0].Src < 0) {
		m.Kind = op.Series
	}
	return []op.Meta{m}, nil
}

// extra tells aggregates of one grouping apart.
func (o *Agg) extra() string {
	s := o.Func.Form
	for _, it := range o.Func.Items {
		s += "|" + it.Func + "|" + it.Column.Repr()
	}
	if o.List {
		s += fmt.Sprint("|quantiles|", o.Q)
	}
	return s
}

// keysBeside are the keys that become columns beside aggregates of these names: one that has such a name does
// not, nor where it is the first of two levels of a name that a dict asked for.
func (o *Agg) keysBeside(names []frame.Label) []int {
	if o.Func.Form == "dicts" {
		names = slices.Clone(names)
		for i, l := range names {
			names[i] = l.Elems()[0]
		}
	}
	var out []int
	for i, k := range o.By {
		if name := k.name(); name.IsNil() || !slices.ContainsFunc(names, name.Same) {
			out = append(out, i)
		}
	}
	return out
}

// keyCols are the keys as columns: as_index=False.
func (o *Agg) keyCols(keys []op.Col) []op.Col {
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

// result is the dtype of a column; groups that have too few rows, or none, may miss what an integer cannot
// miss.
func (o *Agg) result(out Out, cols []op.Col, filled bool) (op.Type, error) {
	if out.Src < 0 {
		return op.T(o.sizeType()), nil
	}
	r, err := out.Agg.Result(cols[out.Src].Is)
	if err != nil {
		return op.Type{}, err
	}
	short := false
	switch out.Agg.Func {
	case group.Min, group.Max, group.First, group.Last:
		short = filled || out.Agg.MinCount > 0
	case group.Sum, group.Prod:
		short = out.Agg.MinCount > 0
	}
	if short && !frame.CanMiss(r) {
		return op.Pending(r, r.WithMissing()), nil
	}
	if f := out.Agg.Func; f == group.Sum || f == group.Prod {
		if d, ok := group.Narrower(cols[out.Src].Is, r); ok {
			return op.Pending(d, r), nil
		}
	}
	return op.T(r), nil
}

// sizeType is the dtype of the sizes of groups.
func (o *Agg) sizeType() dtype.DType {
	if o.NullSize {
		return dtype.Int64.Nullable()
	}
	return dtype.Int64
}

// StageMeta: partial frames have schemas of their own, which say what they are in the names of their columns.
func (o *Agg) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Chunk {
		return nil, nil
	}
	return []op.Meta{op.NewFrame(op.Sym(o.Question()+s.String(), in...), op.FreshRange(op.Dim{}))}, nil
}

func (o *Agg) Tile(t *op.Tiler) error {
	if whole(t) {
		return t.Out(t.Map(t.Ins()...))
	}
	m := t.At(op.Map).Map(t.Ins()...)
	keys, err := o.cols(metas(t))
	if err != nil {
		return t.Fail(err)
	}
	how := Tiling{Keys: o.KeyNames(), Sort: *o.Sort, holistic: o.Holistic(), one: o.filled(keys)}
	return t.Out(how.Tile(t, m))
}

// metas are those of the inputs.
func metas(t *op.Tiler) []op.Meta {
	var ms []op.Meta
	for _, g := range t.Ins() {
		ms = append(ms, g.Meta)
	}
	return ms
}

// Holistic reports an aggregate that needs all rows of a group at once.
func (o *Agg) Holistic() bool {
	for _, it := range o.Func.Items {
		if f, err := group.Parse(it.Func); err == nil && group.New(f).Holistic() {
			return true
		}
	}
	return false
}
