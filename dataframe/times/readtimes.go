package times

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/op"
)

// Reading times of texts has three stages, because format, unit and zone follow from all chunks: Map says the
// first text of a chunk, Combine reads the chunk as a frame of microseconds and the nanoseconds that remain,
// with what it saw, and Final builds the column.

// readStage describes the stages; d is the dtype of microseconds.
func readStage(s op.Stage, in []op.Meta, d dtype.DType) ([]op.Meta, error) {
	switch s {
	case op.Map:
		return []op.Meta{op.NewObject()}, nil
	case op.Combine:
		m := op.NewFrame(in[0].Dims[0], in[0].Index, op.Col{Name: in[0].Cols[0].Name, Type: op.T(d)},
			op.Col{Name: frame.L("rest"), Type: op.T(dtype.Timedelta(dtype.Nano))})
		return []op.Meta{m, op.NewObject()}, nil
	case op.Final:
		return []op.Meta{op.NewSeries(in[0].Dims[0], in[0].Index, op.Col{Name: in[0].Cols[0].Name, Type: op.T(d)})}, nil
	}
	return nil, nil
}

// tileRead makes the stages. With guess the first text of all says the format.
func tileRead(t *op.Tiler, guess bool, of func(dt.Seen) (dtype.DType, error)) error {
	g := t.In(0)
	var first []op.Edge
	if guess {
		firsts := op.Grid{Shape: g.Shape}
		for i, e := range g.Edges {
			firsts.Edges = append(firsts.Edges, t.At(op.Map).Edge([]int{i}, e))
		}
		if err := t.Need(op.Values, firsts); err != nil {
			return err
		}
		for k, e := range firsts.Edges {
			if p, ok := t.ValueAt(firsts, k).(op.Tuple); ok && len(p) > 0 {
				first = []op.Edge{e}
				break
			}
		}
	}
	read := op.Grid{Shape: g.Shape}
	for i, e := range g.Edges {
		read.Edges = append(read.Edges, t.At(op.Combine).Edge([]int{i}, append([]op.Edge{e}, first...)...))
	}
	facts := read.Out(1)
	if err := t.Need(op.Values, facts); err != nil {
		return err
	}
	var s dt.Seen
	for k := range facts.Edges {
		p, ok := t.ValueAt(facts, k).(op.Tuple)
		if !ok {
			return errs.New(errs.Internal, "a chunk saw a %T", t.ValueAt(facts, k))
		}
		s = s.Join(seenOf(p))
	}
	d, err := of(s)
	if err != nil {
		return t.Fail(err)
	}
	m := t.Meta(0)
	m.Open = false
	m.Cols = []op.Col{{Name: m.Cols[0].Name, Type: op.T(d)}}
	t.Refine(0, m)
	out := g
	out.Edges = nil
	for i, e := range read.Edges {
		out.Edges = append(out.Edges, t.At(op.Final).Edge([]int{i}, e))
	}
	return t.Out(out)
}

// seenTuple is what a chunk saw as a value of the graph.
func seenTuple(s dt.Seen) op.Tuple { return op.Tuple{int64(s.Unit), s.Naive, s.Zone, s.Mixed} }

func seenOf(p op.Tuple) (s dt.Seen) {
	unit, _ := p[0].(int64)
	s.Unit = dtype.Unit(unit)
	s.Naive, _ = p[1].(bool)
	s.Zone, _ = p[2].(string)
	s.Mixed, _ = p[3].(bool)
	return s
}

// cellsOf says how the cells of an object column are read.
func cellsOf(format, unit string, dayFirst, coerce bool) dt.Cells {
	return dt.Cells{Format: format, Unit: unit, DayFirst: dayFirst, Coerce: coerce, Name: column.PyType}
}

// firstText puts the first text of a chunk, or nothing. Where another object comes first the text is empty.
func firstText(x *op.Exec) error {
	if c := x.Frame(0).Cols[0]; c.DType.IsObject() {
		if s, ok := dt.FirstCell(c.Objects); ok {
			return x.Put(0, op.Tuple{s})
		}
		return x.Put(0, op.Tuple{})
	}
	c, err := chunk.TextsOf(x, x.Frame(0).Cols[0], "to_datetime")
	if err != nil {
		return err
	}
	if s, ok := dt.First(c); ok {
		return x.Put(0, op.Tuple{s})
	}
	return x.Put(0, op.Tuple{})
}

// putRead puts a chunk that was read, under the labels of input 0.
func putRead(x *op.Exec, p dt.Parsed) error {
	out := x.Frame(0).Select()
	out.Names = []frame.Label{x.Frame(0).Names[0], frame.L("rest")}
	out.Cols = []*frame.Column{p.Micros, p.Rest}
	if err := x.Put(0, out); err != nil {
		return err
	}
	return x.Put(1, seenTuple(p.Seen))
}

// buildRead puts the column of a chunk that was read.
func buildRead(x *op.Exec, coerce bool) error {
	in := x.Frame(0)
	p := dt.Parsed{Micros: in.Cols[0], Rest: in.Cols[1]}
	c, err := p.Build(x.Mem(), x.Out(0).Cols[0].Is, coerce)
	if err != nil {
		return err
	}
	out := in.Select(0)
	out.Cols[0] = c
	return x.Put(0, out)
}

// counted is a column of numbers as int64 or float64; ok is false for another column.
func counted(x *op.Exec, c *frame.Column) (n *frame.Column, ok bool, err error) {
	d := dtype.Int64
	switch {
	case c.DType.IsFloat():
		d = dtype.Float64
	case !c.DType.IsInteger():
		return nil, false, nil
	}
	if c.DType.Null {
		d = d.Nullable()
	}
	if c.DType == d {
		return c, true, nil
	}
	n, err = column.Env{Mem: x.Mem(), Parallel: x.Parallel}.Cast(c, d)
	return n, true, err
}
