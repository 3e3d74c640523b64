package groupby

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/moves"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/op"
)

// Transform is a value for each row of the input from the rows of its group: an aggregate, a running one, a
// rank, the value of another row, or the number of the row.
type Transform struct {
	Grouping
	Func      string
	Chosen    []frame.Label `sig:"-"`
	Series    bool          `sig:"-"`
	Periods   *int          `sig:"-"` // of shift
	FillValue any           `sig:"-"` // of shift
	Method    string        `sig:"-"` // of rank
	NaOption  string        `sig:"-"` // of rank
	Pct       bool          `sig:"-"` // of rank
	Ascending *bool         `sig:"-"` // of rank and cumcount, true by default
}

func (o *Transform) shared() Rows {
	if o.counts() { // of rows: no value is read
		return Rows{&o.Grouping, []frame.Label{}, false, false}
	}
	return Rows{&o.Grouping, o.Chosen, false, o.Series}
}

func init() {
	op.Register[Transform](op.Doc{
		Face:    "inner",
		Name:    "dataframe.groupby_transform",
		Sig:     "groupby(df, by=None, level=None, *, as_index=True, sort=True, group_keys=True, observed=True, dropna=True).transform(func=None)",
		Summary: "A value for each row from the rows of its group",
		Notes: "An aggregate by name, cumsum, cumprod, cummin, cummax, cumcount, rank or shift. Rows of a group meet on one worker. " +
			"Sums and products of narrow integers stay narrow where all of them fit and no key can be missing; rows with a missing key make integers floats. Where few totals say what later rows need, chunks " +
			"hand those on and rows stay.",
		Groups: []op.Method{
			{Sig: "cumsum(numeric_only=False)", Summary: "Sum of the rows of the group up to each row"},
			{Sig: "cumprod(numeric_only=False)", Summary: "Product of the rows of the group up to each row"},
			{Sig: "cummin(numeric_only=False)", Summary: "Least value of the group up to each row"},
			{Sig: "cummax(numeric_only=False)", Summary: "Greatest value of the group up to each row"},
			{Sig: "cumcount(ascending=True)", Summary: "Number of each row within its group, from 0", Gives: "series"},
			{Sig: "shift(periods=1, freq=None, fill_value=<no_default>, suffix=None)", Summary: "Values of the rows of the group that stand so many rows before"},
			{Sig: "rank(method='average', ascending=True, na_option='keep', pct=False)", Summary: "Rank of each value within its group, from 1"},
		},
	})
}

// Normalize resolves keys that are names of levels and writes defaults.
func (o *Transform) Normalize(in []op.Meta) error {
	if o.Func == "rank" {
		if o.Method == "" {
			o.Method = "average"
		}
		if o.NaOption == "" {
			o.NaOption = "keep"
		}
		if err := o.ranking().Check(); err != nil {
			return err
		}
	}
	return o.Settle(in)
}

func (o *Transform) ranking() group.Ranking {
	return group.Ranking{Method: o.Method, Desc: o.desc(), Nulls: o.NaOption, Pct: o.Pct}
}

func (o *Transform) desc() bool { return o.Ascending != nil && !*o.Ascending }

func (o *Transform) periods() int {
	if o.Periods == nil {
		return 1
	}
	return *o.Periods
}

// counts reports a result that is one series, whatever the values.
func (o *Transform) counts() bool { return o.Func == "cumcount" || o.Func == "size" && !o.Series }

// typeOf is the dtype of the result of a column.
func (o *Transform) typeOf(d dtype.DType, drops bool) (op.Type, error) {
	var r dtype.DType
	var err error
	or := r
	switch c, cum := group.ParseCum(o.Func); {
	case cum:
		if r, err = c.Result(d); r.IsBool() || r.IsInteger() {
			or = dtype.Float64
		}
	case o.Func == "shift" && o.periods() == 0:
		return op.T(d), nil
	case o.Func == "shift":
		r, err = (&moves.Shift{FillValue: o.FillValue}).TypeOf(d)
		return op.T(r), err
	case o.Func == "rank":
		r, err = o.ranking().Result(d)
	default:
		f, e := group.Parse(o.Func)
		if e != nil || f == group.IdxMin || f == group.IdxMax {
			return op.Type{}, errs.New(errs.Invalid, "'%s' is not a valid function name for transform(name)", o.Func)
		}
		if r, err = group.New(f).Result(d); err == nil {
			or = r.WithMissing()
		}
	}
	if err != nil {
		return op.Type{}, err
	}
	if drops && !frame.CanMiss(r) {
		return op.Pending(r, or), nil
	}
	if d, ok := group.Narrower(d, r); ok && o.adds() && !drops {
		return op.Pending(d, r), nil
	}
	return op.T(r), nil
}

func (o *Transform) Infer(in []op.Meta) ([]op.Meta, error) {
	drops, err := o.shared().drops(in)
	if err != nil {
		return nil, err
	}
	m := in[0].WithDims(in[0].Dims...)
	m.Cols = nil
	if o.counts() {
		c := op.Col{Type: op.T(dtype.Int64)}
		if drops {
			c.Type = op.Pending(dtype.Int64, dtype.Float64)
		}
		m.Kind, m.Open, m.Cols = op.Series, false, []op.Col{c}
		return []op.Meta{m}, nil
	}
	if in[0].Open {
		if o.Series {
			m = schema.OpenSeries(m, in[0], o.Chosen)
		}
		return []op.Meta{m}, nil
	}
	vals, err := o.shared().values(in[0].Cols)
	if err != nil {
		return nil, err
	}
	for _, v := range vals {
		t, err := o.typeOf(in[0].Cols[v].Is, drops)
		if err != nil {
			return nil, err
		}
		m.Cols = append(m.Cols, op.Col{Name: in[0].Cols[v].Name, Type: t})
	}
	if o.Series {
		m.Kind = op.Series
	}
	return []op.Meta{m}, nil
}

// StageMeta describes partial frames.
func (o *Transform) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch s {
	case fitted:
		return o.shared().stageMeta(op.Final, in)
	case op.Final:
		ms, err := o.shared().stageMeta(s, in)
		n := len(o.By)
		if cols := in[0].Cols[n:]; err == nil && o.fits(in[0].Cols[:n], cols) {
			ms[0].Cols, err = o.wide(cols)
		}
		return ms, err
	case op.Combine:
		return []op.Meta{op.NewFrame(op.Sym(o.Question()+"|totals", in...), op.FreshRange(op.Dim{}))}, nil
	}
	return o.shared().stageMeta(s, in)
}

// Tile hands totals of groups from chunk to chunk where they are few, else all rows of a group meet.
func (o *Transform) Tile(t *op.Tiler) error {
	if g, ok := o.carried(t); ok || t.Err() != nil {
		return t.Out(g)
	}
	if whole(t) || !o.narrows(metas(t)) {
		return o.shared().tile(t)
	}
	return t.Out(t.At(fitted).Map(o.shared().sent(t)))
}

func (o *Transform) Exec(x *op.Exec) error {
	switch {
	case x.Stage == fitted:
		f := x.Frame(0)
		cols, err := fit(x, x.Out(0).Cols, f.Cols)
		if err != nil {
			return err
		}
		return o.put(x, f, cols)
	case x.Stage == op.Combine && len(x.Index) == 1:
		return o.totals(x)
	case x.Stage == op.Combine:
		return o.before(x)
	}
	f, err := o.shared().rows(x)
	if err != nil {
		return err
	}
	if x.Stage == op.Map {
		return x.Put(0, f)
	}
	var cols []*frame.Column
	if x.Stage == op.Chunk && o.carriedTo(x) {
		cols, err = o.results(x, f, x.Frame(x.Len()-1).Cols)
	} else {
		cols, err = o.shared().byGroups(x, f, func(x *op.Exec, f *frame.Frame) ([]*frame.Column, error) { return o.results(x, f, nil) })
	}
	if err != nil {
		return err
	}
	if x.Stage == op.Chunk && o.adds() {
		if cols, err = fit(x, x.Out(0).Cols, cols); err != nil {
			return err
		}
	}
	return o.put(x, f, cols)
}

// put puts results of the rows of f.
func (o *Transform) put(x *op.Exec, f *frame.Frame, cols []*frame.Column) error {
	out, err := frame.New(f.Index, schema.LabelsOf(x.Out(0).Cols), cols...)
	if err != nil {
		return err
	}
	if !o.Series {
		out.Axis = f.Axis
	}
	return x.Put(0, out.WithOrd(f.Ord))
}

// results are those of the rows of a frame of keys and values, of which from says what groups stood at
// before; nil: nothing was before.
func (o *Transform) results(x *op.Exec, f *frame.Frame, from []*frame.Column) ([]*frame.Column, error) {
	gs, err := o.shared().groups(x, f)
	if err != nil {
		return nil, err
	}
	vals := f.Cols[len(o.By):]
	if o.counts() {
		vals = f.Cols[:1]
	}
	cols := make([]*frame.Column, len(vals))
	for i, c := range vals {
		var before *frame.Column
		if from != nil {
			before = from[i]
		}
		if cols[i], err = o.column(x, gs, c, before); err != nil {
			return nil, err
		}
	}
	return cols, nil
}

// column is the result of a column.
func (o *Transform) column(x *op.Exec, gs *group.Groups, c, from *frame.Column) (*frame.Column, error) {
	if f, ok := group.ParseCum(o.Func); ok {
		return f.Cumulate(x.Mem(), gs, c, from)
	}
	switch o.Func {
	case "cumcount":
		return gs.Numbered(x.Mem(), o.desc(), from)
	case "rank":
		return o.ranking().Rank(x.Mem(), gs, c)
	case "shift":
		return o.shifted(x, gs, c, from)
	}
	f, err := group.Parse(o.Func)
	if err != nil {
		return nil, err
	}
	v, err := group.New(f).Direct(x.Mem(), gs, c)
	if err != nil {
		return nil, err
	}
	return gs.Spread(x.Mem(), v)
}

// shifted is a column with the values of other rows of the groups; from has those of rows of other chunks, by
// group.
func (o *Transform) shifted(x *op.Exec, gs *group.Groups, c, from *frame.Column) (*frame.Column, error) {
	if o.periods() == 0 {
		return c, nil
	}
	t, err := o.typeOf(c.DType, false)
	if err != nil {
		return nil, err
	}
	rows, err := gs.Shifted(x.Mem(), o.periods())
	if err != nil {
		return nil, err
	}
	env := column.Env{Mem: x.Mem(), Parallel: x.Parallel}
	if c, err = env.Cast(c, t.Is); err != nil {
		return nil, err
	}
	if from != nil {
		for i, r := range rows {
			if id := gs.IDs[i]; r < 0 && id >= 0 {
				rows[i] = int64(c.Rows) + int64(id)
			}
		}
		if c, err = frame.Concat(x.Mem(), c, from); err != nil {
			return nil, err
		}
		return c.Take(x.Mem(), rows)
	}
	if o.FillValue == nil || frame.IsMissing(o.FillValue) || !slices.Contains(rows, -1) {
		return c.Take(x.Mem(), rows)
	}
	one, err := moves.Blank(env, o.FillValue, t.Is, c, 1)
	if err != nil {
		return nil, err
	}
	if one, err = env.Cast(one, t.Is); err != nil {
		return nil, err
	}
	n := int64(c.Rows)
	if c, err = frame.Concat(x.Mem(), c, one); err != nil {
		return nil, err
	}
	for i, r := range rows {
		if r < 0 {
			rows[i] = n
		}
	}
	return c.Take(x.Mem(), rows)
}

// Labels are those of the rows.
func (o *Transform) Labels(int) op.Look { return o.shared().labels() }

// ColumnsOf are the keys and the wanted values.
func (o *Transform) ColumnsOf(i int, in []op.Meta, want []int) ([]int, bool) {
	if o.counts() {
		want = nil
	}
	return o.shared().columnsOf(i, in, want)
}
