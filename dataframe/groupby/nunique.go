package groupby

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/kernel/spill"
	"github.com/mars-project/mars-go/kernel/summary"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// Nunique is the operand of dataframe.nunique.
type Nunique struct {
	Axis   int
	Dropna *bool
}

func init() {
	op.Register[Nunique](op.Doc{
		Gives: "reduce",
		Name:  "dataframe.nunique", Like: "pandas.DataFrame.nunique", Methods: "DataFrame.nunique Series.nunique",
		Sig: "nunique(df, axis=0, dropna=True)", Series: "(dropna=True)", Summary: "Number of distinct values",
		Notes: "Chunks are made distinct first, then values are sent by hash and counted. What outgrows memory goes through scratch space. " +
			"Along rows, values are told apart by 64-bit hashes.",
	})
}

// Normalize checks the axis.
func (o *Nunique) Normalize(in []op.Meta) error {
	if o.Axis != 0 && (o.Axis != 1 || in[0].Kind == op.Series) {
		return errs.New(errs.Invalid, "No axis named %d for object type %s", o.Axis, schema.TypeName(in[0].Kind))
	}
	return nil
}

func (o *Nunique) Infer(in []op.Meta) ([]op.Meta, error) {
	c := op.Col{Type: op.T(dtype.Int64)}
	switch {
	case o.Axis == 1:
		return []op.Meta{op.NewSeries(in[0].Rows(), in[0].Index, c)}, nil
	case in[0].Kind == op.Series:
		return []op.Meta{op.NewTensor(dtype.Int64)}, nil
	}
	return []op.Meta{op.NewSeries(schema.Across(in[0], in[0].Cols), schema.NamesMeta(in[0].Cols, in[0].Axis), c)}, nil
}

// StageMeta: Map is the distinct values of one column of a chunk, Final how many arrived at a place, Combine
// how many there are.
func (o *Nunique) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch s {
	case op.Map:
		n := op.Sym("distinct", in[0]) // the column is the task's: none is named
		return []op.Meta{op.NewFrame(n, op.FreshRange(n))}, nil
	case op.Final, op.Combine:
		return []op.Meta{op.NewObject()}, nil
	}
	return nil, nil
}

func (o *Nunique) Tile(t *op.Tiler) error {
	g, m := t.In(0), t.Meta(0)
	if o.Axis == 1 {
		return t.Out(t.Map(g))
	}
	in, counted := t.One(g).Edges, 0
	if len(g.Edges) > 1 && len(g.Meta.Cols) > 0 {
		in, counted = nil, 1
		for j := range g.Meta.Cols {
			in = append(in, o.column(t, g, j)...)
		}
		in = append(in, t.At(op.Map).Edge([]int{0, -1}, g.Edges[0])) // the names of the columns
	}
	if t.Err() != nil {
		return t.Err()
	}
	out := op.Grid{Edges: []op.Edge{{ID: t.At(op.Chunk).Task([]int{counted}, []op.Meta{g.Meta}, in...), Part: -1}}}
	if m.Kind == op.Series {
		out.Shape = []int{1}
	}
	return t.Out(out)
}

// column counts the distinct values of column j: one edge.
func (o *Nunique) column(t *op.Tiler, g op.Grid, j int) []op.Edge {
	parts := op.Grid{Shape: g.Shape}
	for k, e := range g.Edges {
		parts.Edges = append(parts.Edges, t.At(op.Map).Edge([]int{k, j}, e))
	}
	s := t.Shuffle(op.Free, op.By(parts, frame.Label{}))
	if t.Err() != nil {
		return nil
	}
	return []op.Edge{t.At(op.Combine).Edge([]int{j}, s.Edges...)}
}

func (o *Nunique) Exec(x *op.Exec) error {
	switch {
	case x.Stage == op.Map && x.Index[1] < 0:
		f, err := x.Frame(0).Take(x.Mem(), nil)
		if err != nil {
			return err
		}
		return x.Put(0, f)
	case x.Stage == op.Map:
		f := x.Frame(0)
		f, err := frame.New(nil, make([]frame.Label, 1), f.Cols[x.Index[1]])
		if err != nil {
			return err
		}
		if f, err = DropRows(x, f, []int{0}, "first"); err != nil {
			return err
		}
		return chunk.PutUnlabelled(x, f)
	case x.Stage == op.Final:
		n, err := o.count(x, x.Frame(0).Cols[0])
		if err != nil {
			return err
		}
		return x.Put(0, op.Tuple{n})
	case x.Stage == op.Combine:
		n := int64(0)
		for _, t := range x.Tuples() {
			n += t[0].(int64)
		}
		return x.Put(0, op.Tuple{n})
	case o.Axis == 1:
		return o.rows(x)
	}
	if x.Index[0] == 1 {
		counts := make([]int64, x.Len()-1)
		for i := range counts {
			counts[i] = x.Tuple(i)[0].(int64)
		}
		return o.put(x, x.Frame(len(counts)), counts)
	}
	f := x.Frame(0)
	counts := make([]int64, len(f.Cols))
	err := x.Parallel(len(counts), func(i int) (err error) {
		counts[i], err = o.count(x, f.Cols[i])
		return err
	})
	if err != nil {
		return err
	}
	return o.put(x, f, counts)
}

// count is the number of distinct values of c: found at once or, if there is no room for that, part by part.
func (o *Nunique) count(x *op.Exec, c *frame.Column) (n int64, err error) {
	err = x.Briefly(func(y *op.Exec) error {
		cols := []*frame.Column{c}
		if k := missingKinds(c); k != nil && !*o.Dropna {
			cols = append(cols, k)
		}
		k, err := hash.Number(y.Mem(), hash.Appearance, *o.Dropna, cols)
		if err == nil {
			n = int64(k.N)
		}
		return err
	})
	if !errs.Is(err, errs.Pressure) {
		return n, err
	}
	err = x.Briefly(func(y *op.Exec) error {
		f, err := spill.Columns(c)
		if err != nil {
			return err
		}
		rows, err := keptRows(y, f, []int{0}, "first")
		if err != nil {
			return err
		}
		n = int64(len(rows))
		for _, r := range rows { // a missing value, of every kind, is one
			if *o.Dropna && c.IsNull(int(r)) {
				n--
			}
		}
		return nil
	})
	return n, err
}

func (o *Nunique) put(x *op.Exec, f *frame.Frame, counts []int64) error {
	m := x.Out(0)
	if m.Kind == op.Tensor {
		return x.Put(0, nd.Scalar(counts[0]))
	}
	s, err := frame.NewSeries(schema.AxisIndex(f.Names, f.Axis), frame.Label{}, frame.Of(counts))
	if err != nil {
		return err
	}
	return x.Put(0, s)
}

// rows counts along the rows of a chunk.
func (o *Nunique) rows(x *op.Exec) error {
	f := x.Frame(0)
	n, err := summary.DistinctRows(x.Mem(), f.Cols, f.NRows, *o.Dropna)
	if err != nil {
		return err
	}
	s, err := frame.NewSeries(f.Index, frame.Label{}, n)
	if err != nil {
		return err
	}
	return x.Put(0, s.WithOrd(f.Ord))
}

// Look: numbers of values do not depend on the order of rows.
func (o *Nunique) Look(int) op.Look {
	if o.Axis == 1 {
		return op.Passes
	}
	return op.Ignores
}

// Labels are those of the result along rows.
func (o *Nunique) Labels(i int) op.Look { return o.Look(i) }
