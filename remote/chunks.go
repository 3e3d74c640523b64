package remote

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// Chunks calls a function, its first input, once for each chunk of rows of its second. The others are what
// its arguments have in the cluster, as those of Spawn; each comes whole. What the function gives for a chunk
// is as the schema says, or it is an error: the process of the function brings it to that, and Exec checks
// it.
type Chunks struct {
	op.Opaque
	op.Process
	op.Placement
	Args    []byte        // the pickle of the arguments of the style
	Apart   bool          // that is the last input instead
	Python  string        // the version of the interpreter that has pickled it, "3.11"
	Style   string        // how the function is called; see op.FuncCall
	Schema  *frame.Frame  // what comes out, without rows
	Kind    string        // dataframe, series or index
	Guessed bool          // integers and bools of the schema are float64 and objects where a chunk has such
	Aligned bool          // a row comes out for each that goes in, under its labels
	Whole   bool          // all rows are one chunk
	Rows    *int          // how many come out of all, where that is known
	By      []frame.Label // rows with equal values in these columns are in one chunk; chunks are in their order
	Log     string        // under which name what it writes is kept
}

// elements is the style of functions of single elements, to which order and labels of rows are nothing.
const elements = "elements"

func init() {
	op.Register[Chunks](op.Doc{
		Face: "inner", Name: "remote.chunks", Gives: "dataframe",
		Sig:     "chunks(func, df, *inputs, args=None, apart=False, python='', style='', schema=None, kind='', guessed=False, aligned=False, whole=False, rows=None, by=None, log='', slots=0, memory=0, timeout=0, where=None, env=False, packages=False)",
		Summary: "Frame of what a function of a Python program gives for each chunk", Notes: "Nothing in the engine reads function and arguments.",
	})
}

// Infer takes the schema as it is. How many rows a chunk gives only the function knows.
func (o *Chunks) Infer(in []op.Meta) ([]op.Meta, error) {
	if err := callable(in, o.Apart, o.Env); err != nil {
		return nil, err
	}
	kind := slices.Index([]string{"dataframe", "series", "index"}, o.Kind)
	switch {
	case len(in) < 2 || in[1].Kind != op.Frame && in[1].Kind != op.Series && in[1].Kind != op.Index:
		return nil, errs.New(errs.Type, "the second input is neither frame nor series nor index")
	case o.Schema == nil || kind < 0 || o.Kind == "series" && len(o.Schema.Cols) != 1 || o.Kind == "index" && len(o.Schema.Cols) != 0:
		return nil, errs.New(errs.Invalid, "a schema that is no %q", o.Kind)
	case slices.ContainsFunc(o.By, func(l frame.Label) bool { return in[1].Find(l) < 0 }):
		return nil, errs.New(errs.NotFound, "no column %v to group by", o.By)
	case o.Rows != nil && (*o.Rows < 0 || len(o.By) > 0):
		return nil, errs.New(errs.Invalid, "%d rows of groups", *o.Rows)
	}
	if err := o.CheckPlacement(); err != nil {
		return nil, err
	}
	m := *op.SchemaOf(o.Schema)
	m.Kind = op.Frame + op.Kind(kind)
	question := fmt.Sprintf("chunks %d", o.Nonce)
	switch {
	case o.Aligned && m.Kind != op.Index:
		m.Index = in[1].Index
	default:
		m.Index = m.Index.Derive(question, in...)
	}
	switch {
	case o.Aligned:
		m.Dims = []op.Dim{in[1].Rows()}
	case o.Rows != nil:
		m.Dims = op.Dims(*o.Rows)
	default:
		m.Dims = []op.Dim{op.Sym(question, in...)}
	}
	for i := range m.Cols {
		if c := &m.Cols[i]; o.Guessed && (c.Is == dtype.Int64 || c.Is == dtype.Bool) {
			c.Type = op.Pending(c.Is, c.Is.WithMissing())
		}
	}
	return []op.Meta{m}, nil
}

// StageMeta describes a chunk of a result whose rows together were promised.
func (o *Chunks) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Map {
		return nil, nil
	}
	part := *o
	part.Rows = nil
	return part.Infer(in)
}

// Needs are workers with the interpreter that has pickled the function, and what its environment takes.
func (o *Chunks) Needs() []string { return o.Calls(o.Python) }

// Look passes where the function gets elements.
func (o *Chunks) Look(i int) op.Look { return o.Labels(i) }

// Labels pass where the function gets elements.
func (o *Chunks) Labels(i int) op.Look {
	if i == 1 && o.Style == elements && o.Kind != "index" {
		return op.Passes
	}
	return op.Looks
}

// Tile is a task for each chunk.
func (o *Chunks) Tile(t *op.Tiler) error {
	in := slices.Clone(t.Ins())
	for i, g := range in {
		if o.Labels(i) == op.Looks {
			g = t.Labels(g)
		}
		if t.Err() != nil {
			return t.Err()
		}
		switch {
		case i != 1:
			g = op.Whole(g)
		case o.Whole:
			g = t.WholeAxes(g)
		}
		in[i] = g
	}
	if o.Rows != nil && !o.Whole {
		return o.counted(t, t.At(op.Map).Map(in...))
	}
	if len(o.By) == 0 || in[1].Len() == 1 {
		return t.Out(t.Map(in...))
	}
	order := op.ByKey
	if o.Aligned {
		order = op.ByInput
	}
	return t.Out(t.ShuffleAmong(order, op.By(in[1], o.By...), in[:1], in[2:]))
}

// counted checks that chunks have as many rows together as was promised.
func (o *Chunks) counted(t *op.Tiler, g op.Grid) error {
	if err := t.Need(op.Rows, g); err != nil {
		return err
	}
	if n := op.Sum(t.Splits(g, 0)).N; n != *o.Rows {
		return errs.New(errs.Type, "%d rows were promised, and the function gave %d", *o.Rows, n)
	}
	return t.Out(g)
}

// Exec has the worker call the function. A chunk without rows is answered without a call.
func (o *Chunks) Exec(x *op.Exec) error { return o.exec(x, x.Frame(1)) }

// exec is Exec where in are the rows to which those of the result belong.
func (o *Chunks) exec(x *op.Exec, in *frame.Frame) error {
	if in.NRows == 0 && !o.Whole {
		none, err := o.Schema.Clone(x.Mem())
		if err != nil {
			return err
		}
		return o.put(x, in, none)
	}
	c, err := callOf(x, o.Args, o.Apart, o.Env)
	if err != nil {
		return err
	}
	c.Python, c.Style, c.At, c.Outs = o.Python, o.Style, x.Index, []string{o.Kind}
	c.Log, c.Chunk = o.Log, fmt.Sprint(x.Index[0])
	o.Limit(&c)
	outs, err := x.Call(c)
	if err != nil {
		return err
	}
	f, ok := outs[0].(*frame.Frame)
	if !ok {
		return errs.New(errs.Internal, "a %T of a function", outs[0])
	}
	return o.put(x, in, f)
}

// put puts what the function has made for rows of in, which a process may say anything of.
func (o *Chunks) put(x *op.Exec, in, f *frame.Frame) error {
	out := x.Out(0)
	g := *f
	if o.Aligned {
		if f.NRows != in.NRows {
			return errs.New(errs.Internal, "%d rows of a function, for %d", f.NRows, in.NRows)
		}
		g.Ord = in.Ord
		if o.Kind != "index" {
			g.Index = in.Index
		}
	}
	if len(f.Cols) != len(out.Cols) || !slices.Equal(f.Names, o.Schema.Names) {
		return errs.New(errs.Internal, "columns %v of a function, not %v", f.Names, o.Schema.Names)
	}
	g.Cols = slices.Clone(f.Cols)
	for i, c := range f.Cols {
		// the schema says it where a question is not answered yet
		d := o.Schema.Cols[i].DType
		if c.DType == d || o.Guessed && c.DType == d.WithMissing() {
			continue
		}
		var err error
		if g.Cols[i], err = texts(x.Mem(), c, d); err != nil {
			return err
		}
	}
	if !o.Aligned || o.Kind == "index" {
		ix, err := o.labels(x.Mem(), f.Index)
		if err != nil {
			return err
		}
		g.Index = ix
	}
	return x.Put(0, &g)
}

// labels are those of a result, a range as the numbers that it stands for.
func (o *Chunks) labels(al mem.Allocator, ix *frame.Index) (*frame.Index, error) {
	if ix.Kind == frame.RangeIndex {
		c, err := ix.Level(0).Decode(al)
		if err != nil {
			return nil, err
		}
		ix = &frame.Index{Kind: frame.IntIndex, Names: ix.Names, Levels: []*frame.Column{c}, N: ix.N}
	}
	want := o.Schema.Index
	if ix.NLevels() != want.NLevels() || (ix.Kind == frame.MultiIndex) != (want.Kind == frame.MultiIndex) {
		return nil, errs.New(errs.Internal, "labels of %d levels of a function, not %d", ix.NLevels(), want.NLevels())
	}
	levels := make([]*frame.Column, want.NLevels())
	for k := range levels {
		var err error
		if levels[k], err = texts(al, ix.Level(k), want.Level(k).DType); err != nil {
			return nil, err
		}
	}
	if want.Kind == frame.MultiIndex {
		return frame.NewMulti(ix.Names, levels...), nil
	}
	return frame.NewIndex(ix.Names[0], levels[0]), nil
}

// texts is a column as one of dtype d. Before pandas 3 texts are objects there, and texts here.
func texts(al mem.Allocator, c *frame.Column, d dtype.DType) (*frame.Column, error) {
	text := func(d dtype.DType) bool { return d.IsObject() || d == dtype.Str }
	switch {
	case c.DType == d:
		return c, nil
	case text(d) && text(c.DType):
		return column.Env{Mem: al}.Cast(c, d)
	}
	return nil, errs.New(errs.Internal, "a column of %s of a function, not %s", c.DType, d)
}
