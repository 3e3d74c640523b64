package aggregate

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/op"
)

// Median is the operand of dataframe.median.
type Median struct {
	Skipna      *bool
	NumericOnly bool
}

func init() {
	op.Register[Median](op.Doc{
		Gives: "reduce", Forms: "axis=ravel",
		Name: "dataframe.median", Like: "pandas.DataFrame.median", Methods: "DataFrame.median Series.median",
		Sig: "median(df, *, axis=0, skipna=True, numeric_only=False, **kwargs)", Summary: "Middle of values",
		Notes: "Exact: columns of several chunks are sorted by range partition, and the middle is picked.",
	})
}

// Normalize drops what a series does not need.
func (o *Median) Normalize(in []op.Meta) error {
	return seriesOnly(in[0], "median", "numeric_only", &o.NumericOnly)
}

func (o *Median) columns(cols []op.Col) []int {
	return (&Reduction{NumericOnly: o.NumericOnly}).columns(cols)
}

func (o *Median) results(in op.Meta) ([]op.Col, error) {
	cols := chunk.PickCols(in.Cols, o.columns(in.Cols))
	for i, c := range cols {
		d := c.Is
		switch {
		case d.IsString():
			return nil, errs.New(errs.Type, "Cannot perform reduction 'median' with string dtype")
		case d.IsCategorical():
			return nil, errs.New(errs.Type, "'Categorical' with dtype category does not support operation 'median'")
		}
		r, err := group.New(group.Median).Result(d)
		if err != nil {
			return nil, err
		}
		cols[i].Type = op.T(r)
	}
	return cols, nil
}

func (o *Median) Infer(in []op.Meta) ([]op.Meta, error) {
	cols, err := o.results(in[0])
	if err != nil {
		return nil, err
	}
	if in[0].Kind == op.Series {
		return []op.Meta{schema.ScalarMeta(cols[0].Is)}, nil
	}
	d := schema.CommonType(schema.TypesOf(cols)...)
	if len(cols) == 0 {
		d = dtype.Float64
	}
	return []op.Meta{op.NewSeries(schema.Across(in[0], cols), schema.NamesMeta(cols, in[0].Axis), op.Col{Type: op.T(d)})}, nil
}

// StageMeta: Map is the values of one column of a chunk that are there, Final a sorted range of them.
func (o *Median) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Chunk || s == op.Combine {
		return nil, nil
	}
	n := op.Sym("values"+s.String(), in[0]) // the column is the task's: none is named
	return []op.Meta{op.NewFrame(n, op.FreshRange(n))}, nil
}

func (o *Median) Tile(t *op.Tiler) error {
	g, m := t.In(0), t.Meta(0)
	at := o.columns(g.Meta.Cols)
	in, sorted := g.Edges, 0
	if len(g.Edges) > 1 && len(at) > 0 {
		var mids []op.Grid
		for _, k := range at {
			mids = append(mids, o.sorted(t, g, k))
		}
		if t.Err() != nil || t.Need(op.Rows, mids...) != nil {
			return t.Err()
		}
		in, sorted = o.middles(t, g, mids), 1
	} else {
		in = t.One(g).Edges
	}
	if t.Err() != nil {
		return t.Err()
	}
	out := op.Grid{Edges: []op.Edge{{ID: t.At(op.Chunk).Task([]int{sorted}, []op.Meta{g.Meta}, in...), Part: -1}}}
	if m.Kind == op.Series {
		out.Shape = []int{1}
	}
	return t.Out(out)
}

// sorted is column k without missing values, in order.
func (o *Median) sorted(t *op.Tiler, g op.Grid, k int) op.Grid {
	parts := op.Grid{Shape: g.Shape}
	for i, e := range g.Edges {
		parts.Edges = append(parts.Edges, t.At(op.Map).Edge([]int{i, k}, e))
	}
	return t.Shuffle(op.ByKey, op.By(parts, frame.Label{}))
}

// middles gathers the one or two middle rows of every sorted column, or none. The first input is the columns
// themselves, without rows.
func (o *Median) middles(t *op.Tiler, g op.Grid, sorted []op.Grid) []op.Edge {
	in := []op.Edge{t.At(op.Map).Edge([]int{0, -1}, g.Edges[0])}
	for _, s := range sorted {
		n := op.Sum(t.Splits(s, 0)).N
		lo, k := (n-1)/2, 2-n%2
		if n == 0 {
			lo, k = 0, 0
		}
		most := k
		if !*o.Skipna && n > 0 {
			most++ // and the last row: a missing one stands there
		}
		m := t.MetaOf(s.Edges[0])
		s.Meta = m
		mid := t.Gather(m.WithRows(op.Dim{N: most}), [][]op.Dim{op.Dims(most)}, []op.Grid{s}, func(_, size []int) []op.Box {
			bs := []op.Box{{From: s, Lo: []int{lo}, Size: []int{k}}}
			if most > k {
				bs = append(bs, op.Box{From: s, Lo: []int{n - 1}, At: []int{k}, Size: []int{1}})
			}
			return bs
		})
		if t.Err() != nil {
			return nil
		}
		in = append(in, mid.Edges...)
	}
	return in
}

func (o *Median) Exec(x *op.Exec) error {
	switch x.Stage {
	case op.Map:
		return o.values(x)
	case op.Final:
		f := x.Frame(0)
		rows := order.Rows([]order.Key{{Col: f.Cols[0]}}, f.NRows)
		out, err := f.WithIndex(frame.NewRange(0, 1, f.NRows)).Take(x.Mem(), rows)
		if err != nil {
			return err
		}
		return x.Put(0, out.WithIndex(frame.NewRange(0, 1, f.NRows)))
	}
	return o.finish(x)
}

// values is one column of a chunk, without its missing rows unless they count. Column -1 is all columns
// without rows.
func (o *Median) values(x *op.Exec) error {
	f := x.Frame(0)
	k := x.Index[1]
	if k < 0 {
		none, err := f.Take(x.Mem(), nil)
		if err != nil {
			return err
		}
		return x.Put(0, none)
	}
	c := f.Cols[k]
	if *o.Skipna && c.HasNulls() {
		var rows []int64
		for i := range c.Rows {
			if !c.IsNull(i) {
				rows = append(rows, int64(i))
			}
		}
		var err error
		if c, err = c.Take(x.Mem(), rows); err != nil {
			return err
		}
	}
	out, err := frame.New(nil, make([]frame.Label, 1), c)
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

// finish takes the median of every column or, of sorted ones, that of its middle rows; the last row is there
// too where a missing one counts.
func (o *Median) finish(x *op.Exec) error {
	f := x.Frame(0)
	var cols []*frame.Column
	if x.Index[0] == 1 {
		for _, g := range x.Frames()[1:] {
			cols = append(cols, g.Cols[0])
		}
	}
	at := o.columns(op.SchemaOf(f).Cols)
	medians := make([]*frame.Column, len(at))
	for i, k := range at {
		c := f.Cols[k]
		if cols != nil {
			c = cols[i]
		}
		missing := !*o.Skipna && c.HasNulls()
		if n := c.Rows; cols != nil && !*o.Skipna && n > 0 {
			c = c.Slice(0, n-1)
		}
		g, err := group.One(x.Mem(), c.Rows)
		if err != nil {
			return err
		}
		if medians[i], err = group.New(group.Median).Direct(x.Mem(), g, c); err != nil {
			return err
		}
		if missing {
			if medians[i], err = medians[i].Take(x.Mem(), []int64{-1}); err != nil {
				return err
			}
		}
	}
	m := x.Out(0)
	if m.Kind != op.Series {
		v, err := chunk.Scalar(x, medians[0], 0)
		if err != nil {
			return err
		}
		return x.Put(0, v)
	}
	row, err := frame.New(frame.NewRange(0, 1, 1), schema.LabelsOf(chunk.PickCols(op.SchemaOf(f).Cols, at)), medians...)
	if err != nil {
		return err
	}
	row.Axis = f.Axis
	s, err := chunk.Cross(x, row, frame.Label{}, m.Cols[0].Is)
	if err != nil {
		return err
	}
	return x.Put(0, s)
}

// Look: the middle does not depend on the order of rows.
func (*Median) Look(int) op.Look { return op.Ignores }

// Labels go away.
func (*Median) Labels(int) op.Look { return op.Ignores }

// ColumnsOf are those with a median.
func (o *Median) ColumnsOf(_ int, in []op.Meta, _ []int) ([]int, bool) {
	return o.columns(in[0].Cols), true
}
