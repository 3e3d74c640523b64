package aggregate

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/summary"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// reduceRow is a reduction of columns.
type reduceRow struct {
	fn           group.Func
	sig, summary string
}

const (
	plainSig = "(df, *, axis=0, skipna=True, numeric_only=False, **kwargs)"
	countSig = "(df, *, axis=0, skipna=True, numeric_only=False, min_count=0, **kwargs)"
	ddofSig  = "(df, *, axis=0, skipna=True, ddof=1, numeric_only=False, **kwargs)"
	truthSig = "(df, *, axis=0, bool_only=False, skipna=True, **kwargs)"
)

var reductions = []reduceRow{
	{group.Sum, countSig, "Sum of values"},
	{group.Prod, countSig, "Product of values"},
	{group.Min, plainSig, "Least value"},
	{group.Max, plainSig, "Greatest value"},
	{group.Mean, plainSig, "Average of values"},
	{group.Std, ddofSig, "Standard deviation"},
	{group.Var, ddofSig, "Variance"},
	{group.Sem, ddofSig, "Standard error of the mean"},
	{group.Any, truthSig, "Whether any value is true"},
	{group.All, truthSig, "Whether all values are true"},
	{group.Count, "(df, axis=0, numeric_only=False)", "Count of values that are not missing"},
}

// Reduction is the operand of a reduction of rows: dataframe.sum and its like.
type Reduction struct {
	Axis        int
	Skipna      *bool `sig:"-"`
	NumericOnly bool  `sig:"-"`
	BoolOnly    bool  `sig:"-"`
	MinCount    int   `sig:"-"`
	Ddof        *int  `sig:"-"`
	Joins       bool  `sig:"-"` // texts are joined, so the order of rows matters
	row         *reduceRow
}

func (o *Reduction) Row() string { return o.row.fn.String() }

func init() {
	for i := range reductions {
		r := &reductions[i]
		n := r.fn.String()
		d := op.Doc{
			Gives: "reduce", Forms: "axis=ravel",
			Name: "dataframe." + n, Like: "pandas.DataFrame." + n, Methods: "DataFrame." + n + " Series." + n, Sig: n + r.sig,
			Summary: r.summary, Notes: "Partials of chunks are joined in chunk order.",
		}
		switch r.fn {
		case group.Count:
			d.Series, d.Forms = "()", ""
		case group.Prod:
			d.Methods += " DataFrame.product Series.product"
		case group.Min, group.Max:
			d.Methods, d.Labels = d.Methods+" Index."+n, "value (axis=None, skipna=True)"
		case group.Any, group.All:
			d.Methods, d.Labels = d.Methods+" Index."+n, "value ()"
		}
		op.Register[Reduction](d, Reduction{row: r})
	}
}

// Normalize drops parameters that this function does not have.
func (o *Reduction) Normalize(in []op.Meta) error {
	f := o.row.fn
	if o.Skipna == nil || f == group.Count {
		o.Skipna = new(true)
	}
	if o.Ddof == nil || f != group.Std && f != group.Var && f != group.Sem {
		o.Ddof = new(1)
	}
	if f != group.Sum && f != group.Prod {
		o.MinCount = 0
	}
	o.BoolOnly = o.BoolOnly && (f == group.Any || f == group.All)
	if err := seriesOnly(in[0], f.String(), "bool_only", &o.BoolOnly); err != nil {
		return err
	}
	if err := seriesOnly(in[0], f.String(), "numeric_only", &o.NumericOnly); err != nil {
		return err
	}
	if o.Axis != 0 && (o.Axis != 1 || in[0].Kind == op.Series) {
		return errs.New(errs.Invalid, "No axis named %d for object type %s", o.Axis, schema.TypeName(in[0].Kind))
	}
	for _, c := range in[0].Cols {
		o.Joins = o.Joins || f == group.Sum && !c.Is.Fixed()
	}
	return nil
}

func (o *Reduction) agg() summary.Agg {
	return summary.Agg{Func: o.row.fn, KeepNull: !*o.Skipna, MinCount: o.MinCount, Ddof: *o.Ddof}
}

// columns are the places of the columns that are reduced.
func (o *Reduction) columns(cols []op.Col) (at []int) {
	for i, c := range cols {
		d := c.Is
		if o.NumericOnly && !d.IsNumber() && !d.IsBool() || o.BoolOnly && !d.IsBool() {
			continue
		}
		at = append(at, i)
	}
	return at
}

// results are the dtypes of the reductions of columns; rows is how many there are, -1 when that is not known.
func (o *Reduction) results(cols []op.Col, rows int) ([]op.Col, error) {
	out := chunk.PickCols(cols, o.columns(cols))
	a, last := o.agg(), dtype.DType{}
	for i, c := range out {
		if i > 0 && c.Type == op.T(last) { // as in a matrix: there may be very many
			out[i].Type = out[i-1].Type
			continue
		}
		last = c.Is
		if c.Is.IsTemporal() && o.row.fn == group.Sem {
			return nil, errs.New(errs.Type, "'%s' with dtype %s does not support operation 'sem'", schema.ArrayName(c.Is), c.Is)
		}
		d, err := a.Result(c.Is)
		if err != nil {
			return nil, err
		}
		if rows >= 0 && a.Never(rows) && !frame.CanMiss(d) {
			d = dtype.Float64
		}
		out[i].Type = op.T(d)
	}
	return out, nil
}

// whole is the meta of the result of columns whose reductions have these dtypes.
func (o *Reduction) whole(in op.Meta, cols []op.Col) op.Meta {
	if in.Kind == op.Series {
		return schema.ScalarMeta(cols[0].Is)
	}
	d := schema.CommonType(schema.TypesOf(cols)...)
	if len(cols) == 0 {
		d = dtype.Float64
		switch o.row.fn {
		case group.Count:
			d = dtype.Int64
		case group.Any, group.All:
			d = dtype.Bool
		}
	}
	m := op.NewSeries(schema.Across(in, cols), schema.NamesMeta(cols, in.Axis), op.Col{Type: op.T(d)})
	m.Open = in.Open
	return m
}

func (o *Reduction) Infer(in []op.Meta) ([]op.Meta, error) {
	if o.Axis == 1 {
		return o.inferAcross(in[0])
	}
	rows := -1
	if d := in[0].Rows(); d.Known() {
		rows = d.N
	}
	cols, err := o.results(in[0].Cols, rows)
	if err != nil {
		return nil, err
	}
	return []op.Meta{o.whole(in[0], cols)}, nil
}

// StageMeta: partials are tuples of columns; their meta keeps the columns they are about.
func (o *Reduction) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Chunk {
		return nil, nil
	}
	return []op.Meta{{Kind: op.Object, Cols: in[0].Cols}}, nil
}

func (o *Reduction) Tile(t *op.Tiler) error {
	g := t.In(0)
	if o.Axis == 1 {
		return t.Out(t.Map(g))
	}
	p := t.TreeReduce(g)
	if err := o.ask(t, p); err != nil {
		return err
	}
	m := t.Meta(0)
	out := op.Grid{Edges: []op.Edge{{ID: t.At(op.Chunk).Task(nil, []op.Meta{g.Meta}, p.Edges[0]), Part: -1}}}
	if m.Kind == op.Series {
		out.Shape = []int{1}
	}
	return t.Out(out)
}

// ask finds out, where the number of rows is not known, whether the least of no integer is wanted: that is a
// float64 NaN.
func (o *Reduction) ask(t *op.Tiler, p op.Grid) error {
	m := t.In(0).Meta
	if t.Err() != nil || m.Rows().Known() {
		return t.Err()
	}
	cols, err := o.results(m.Cols, -1)
	if err != nil {
		return t.Fail(err)
	}
	a, question := o.agg(), false
	for _, c := range cols {
		question = question || a.Asks(c.Is)
	}
	if !question {
		return nil
	}
	if err := t.Need(op.Values, p); err != nil {
		return err
	}
	rs, err := o.finals(mem.Heap, t.Value(p).(op.Tuple), m.Cols)
	if err != nil {
		return t.Fail(err)
	}
	for i, r := range rs {
		cols[i].Type = op.T(r.DType)
	}
	w := o.whole(m, cols)
	t.Refine(0, w)
	return nil
}

// Look: only the sum of texts depends on the order of rows.
func (o *Reduction) Look(int) op.Look {
	switch {
	case o.Axis == 1:
		return op.Passes
	case o.Joins:
		return op.Looks
	}
	return op.Ignores
}

// Labels of rows are those of the result along axis 1.
func (o *Reduction) Labels(int) op.Look {
	if o.Axis == 1 {
		return op.Passes
	}
	return op.Ignores
}

// ColumnsOf are the columns that are reduced.
func (o *Reduction) ColumnsOf(_ int, in []op.Meta, _ []int) ([]int, bool) {
	return o.columns(in[0].Cols), o.Axis == 0
}
