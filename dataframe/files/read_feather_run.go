package files

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/arrow"
)

// places are those of the columns that are read.
func (o *readFeather) places(f *frame.Frame, name string) ([]int, error) {
	if f.Index.Kind == frame.RangeIndex && o.Levels > 0 || f.Index.Kind != frame.RangeIndex && f.Index.NLevels() != o.Levels {
		return nil, errs.New(errs.Invalid, "%s has other row labels than %s", name, o.Files[0].Path)
	}
	at := make([]int, len(o.Columns))
	for i, n := range o.Columns {
		if at[i] = f.Find(n); at[i] < 0 {
			return nil, errs.New(errs.NotFound, "%s: no column %s, which other files have", name, n.Repr())
		}
	}
	return at, nil
}

// columnsOf are the columns that are read of a file, and the levels of its index, with the dtypes that hold
// what they miss.
func (o *readFeather) columnsOf(l *arrow.Layout) (out []featherColumn) {
	e := l.Empty
	add := func(name frame.Label, c *frame.Column, nulls int64) {
		d := c.DType
		if nulls > 0 && !frame.CanMiss(d) {
			d = d.WithMissing()
		}
		out = append(out, featherColumn{name, d})
	}
	for _, n := range o.Columns {
		if k := e.Find(n); k >= 0 {
			add(n, e.Cols[k], l.Nulls[k])
		}
	}
	for k := range o.Levels {
		add(e.Index.Names[k], e.Index.Level(k), l.Nulls[len(e.Cols)+k])
	}
	return out
}

// rows is how many there are in the first files.
func (o *readFeather) rows(files int) (n int64) {
	for _, f := range o.Files[:files] {
		for _, b := range f.Batches {
			n += b
		}
	}
	return n
}

// Infer describes the whole or, given the meta of its rows, a chunk.
func (o *readFeather) Infer(in []op.Meta) ([]op.Meta, error) {
	if o.Files == nil {
		return nil, errs.New(errs.Internal, "the files were not looked at")
	}
	rows := op.Dim{N: int(o.rows(len(o.Files)))}
	total := rows.N
	if len(in) > 0 {
		rows = in[0].Rows()
	}
	m := op.NewFrame(rows, op.FreshRange(op.Dim{N: total}))
	for _, c := range o.Schema[:len(o.Schema)-o.Levels] {
		m.Cols = append(m.Cols, op.Col{Name: c.Name, Type: op.T(c.Type)})
	}
	if o.Levels == 0 {
		m.Index.Levels[0].Name = o.Range.Name
		if o.Range.Start != 0 || o.Range.Step != 1 {
			m.Index = m.Index.Identify(frame.NewRange(o.Range.Start, o.Range.Step, total))
			m.Index.Start, m.Index.Step = int(o.Range.Start), int(o.Range.Step)
		}
		return []op.Meta{m}, nil
	}
	m.Index.Levels = nil
	for _, c := range o.Schema[len(o.Schema)-o.Levels:] {
		m.Index.Levels = append(m.Index.Levels, op.Col{Name: c.Name, Type: op.T(c.Type)})
	}
	m.Index = storedLabels(m.Index, "read_feather", o.Identity)
	return []op.Meta{m}, nil
}

// Tile makes a chunk of every record batch; neighbours in a file that fit the limit together share one. A
// chunk's box is its file and batches.
func (o *readFeather) Tile(t *op.Tiler) error {
	limit := int64(op.Sum(t.Even(t.Meta(0), nil)[0][:1]).N)
	g := op.Grid{}
	add := func(file, lo, hi int, rows int64) {
		k := len(g.Edges)
		virt := op.Meta{Kind: op.Frame, Dims: op.Dims(int(rows)), Key: chunkKey(file, k)}
		id := t.Place([]int{file, lo, hi}, []int{len(o.Files), 0, 0}).Task([]int{k}, []op.Meta{virt})
		g.Edges = append(g.Edges, op.Edge{ID: id, Part: -1})
	}
	for i, f := range o.Files {
		for lo := 0; lo < len(f.Batches); {
			hi, rows := lo+1, f.Batches[lo]
			for ; hi < len(f.Batches) && rows+f.Batches[hi] <= limit; hi++ {
				rows += f.Batches[hi]
			}
			add(i, lo, hi, rows)
			lo = hi
		}
	}
	if len(g.Edges) == 0 {
		add(0, 0, 0, 0)
	}
	g.Shape = []int{len(g.Edges)}
	return t.Out(g)
}

// Exec reads record batches of a file.
func (o *readFeather) Exec(x *op.Exec) error {
	at := x.Lo()
	s := o.Files[at[0]]
	r, err := s.open(x.FS())
	if err != nil {
		return err
	}
	defer r.Close()
	f, err := o.read(x, r, at)
	if err != nil {
		return errs.Wrap(errs.KindOf(err), err, "%s", s.Path)
	}
	return x.Put(0, f)
}

func (o *readFeather) read(x *op.Exec, r op.File, at []int) (*frame.Frame, error) {
	s := o.Files[at[0]]
	l, err := arrow.Scan(r, s.Size)
	if err != nil {
		return nil, err
	}
	first := int64(0)
	for _, n := range s.Batches[:at[1]] {
		first += n
	}
	f, err := l.Read(x.Mem(), at[1], at[2], first)
	if err != nil {
		return nil, err
	}
	places, err := o.places(f, s.Path)
	if err != nil {
		return nil, err
	}
	out := f.Select(places...)
	cols := make([]*frame.Column, len(out.Cols))
	for i, c := range out.Cols {
		if cols[i], err = c.Settle(x.Mem(), o.Schema[i].Type != c.DType); err != nil {
			return nil, err
		}
	}
	index := f.Index
	if o.Levels == 0 {
		start := o.Range.Start + (o.rows(at[0])+first)*o.Range.Step
		index = frame.NewRange(start, o.Range.Step, f.NRows).WithNames(o.Range.Name)
	} else if index, err = o.labels(x, index); err != nil {
		return nil, err
	}
	return frame.New(index, out.Names, cols...)
}

// labels gives the levels the dtypes that hold what other batches miss.
func (o *readFeather) labels(x *op.Exec, ix *frame.Index) (*frame.Index, error) {
	levels := make([]*frame.Column, o.Levels)
	for k := range levels {
		c := ix.Level(k)
		var err error
		if levels[k], err = c.Settle(x.Mem(), o.Schema[len(o.Columns)+k].Type != c.DType); err != nil {
			return nil, err
		}
	}
	if o.Levels == 1 {
		return frame.NewIndex(ix.Names[0], levels[0]), nil
	}
	return frame.NewMulti(ix.Names, levels...), nil
}

// Project reads only some columns.
func (o *readFeather) Project(cols []int) op.Operand {
	p := *o
	p.Columns, p.Schema = []frame.Label{}, nil
	for _, c := range cols {
		p.Columns, p.Schema = append(p.Columns, o.Columns[c]), append(p.Schema, o.Schema[c])
	}
	p.Schema = append(p.Schema, o.Schema[len(o.Schema)-o.Levels:]...)
	return &p
}
