package dataframe

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/parquet"
)

// question tells the rows that are left from others.
func (o *readParquet) question() string {
	var h op.Hasher
	h.Str(o.Identity)
	for _, p := range o.Where {
		v, _ := frame.LabelOf(p.Value)
		h.Str(p.Column.Repr()).Str(p.Cmp).Str(v.Repr())
	}
	return h.Sum().String()
}

// Tile makes a chunk of every row group; neighbours in a file that fit the limit together share one. A chunk's box is its file and row
// groups.
func (o *readParquet) Tile(t *op.Tiler) error {
	m := t.Meta(0)
	limit := op.Sum(t.Even(m.WithRows(op.Dim{N: int(o.rows())}), nil)[0][:1]).N
	g := op.Grid{}
	for i, f := range o.Files {
		if may, err := o.mayFile(i); err != nil {
			return err
		} else if !may {
			continue
		}
		for lo := 0; lo < len(f.Groups); {
			hi, rows := lo+1, f.Groups[lo]
			for ; hi < len(f.Groups) && rows+f.Groups[hi] <= int64(limit); hi++ {
				rows += f.Groups[hi]
			}
			o.chunk(t, &g, i, lo, hi, int(rows))
			lo = hi
		}
	}
	if len(g.Edges) == 0 {
		o.chunk(t, &g, 0, 0, 0, 0)
	}
	g.Shape = []int{len(g.Edges)}
	return t.Out(g)
}

func (o *readParquet) chunk(t *op.Tiler, g *op.Grid, file, lo, hi, rows int) {
	k := len(g.Edges)
	var h op.Hasher
	virt := op.Meta{Kind: op.Frame, Dims: op.Dims(rows), Key: h.Str("read_parquet").Int(k).Sum()}
	id := t.Place([]int{file, lo, hi}, []int{len(o.Files), 0, 0}).Task([]int{k}, []op.Meta{virt})
	g.Edges = append(g.Edges, op.Edge{ID: id, Part: -1})
}

// Exec reads row groups of a file.
func (o *readParquet) Exec(x *op.Exec) error {
	at := x.Lo()
	s := o.Files[at[0]]
	r, err := s.open(x.FS())
	if err != nil {
		return err
	}
	defer r.Close()
	f, err := parquet.Open(r, s.Size, s.Path)
	if err != nil {
		return err
	}
	places, err := o.places(f, s.Path)
	if err != nil {
		return err
	}
	data := len(o.Schema) - o.Levels
	q := parquet.Request{Index: places[data:], First: o.first(at[0])}
	for i, c := range o.Schema {
		if c.Part > 0 {
			continue
		}
		if i < data {
			q.Columns = append(q.Columns, places[i])
		}
		q.Types = append(q.Types, c.Type)
	}
	if len(o.Where) == 0 {
		q.Lo, q.Hi = at[1], at[2]
		out, err := o.read(x, f, q)
		if err == nil {
			out, err = o.within(x, at[0], out)
		}
		if err != nil {
			return err
		}
		return x.Put(0, out)
	}
	return o.execWhere(x, f, q, at)
}

// execWhere reads the rows of a chunk that pass the conditions.
func (o *readParquet) execWhere(x *op.Exec, f *parquet.File, q parquet.Request, at []int) error {
	file, lo, hi := at[0], at[1], at[2]
	var parts []*frame.Frame
	var rows []int64
	total := int64(0)
	for g := lo; g < hi; g++ {
		if o.may(f, g) {
			q.Lo, q.Hi = g, g+1
			part, kept, err := o.readWhere(x, f, q)
			if err != nil {
				return err
			}
			parts = append(parts, part)
			for _, r := range kept {
				rows = append(rows, total+r)
			}
		}
		total += f.Groups[g].Rows
	}
	if parts == nil {
		q.Lo, q.Hi = lo, lo
		part, err := o.read(x, f, q)
		if err != nil {
			return err
		}
		parts = append(parts, part)
	}
	out, err := frame.ConcatFrames(x.Mem(), parts...)
	if err != nil {
		return err
	}
	if o.Levels == 0 { // the labels that a filter of the whole chunk would leave
		start := q.First
		if lo < len(f.Groups) {
			start += f.Groups[lo].Start
		}
		ix, err := frame.NewRange(o.Range.Start+start*o.Range.Step, o.Range.Step, int(total)).WithNames(o.Range.Name).Take(x.Mem(), rows)
		if err != nil {
			return err
		}
		out = out.WithIndex(ix)
	}
	if out, err = o.within(x, file, out); err != nil {
		return err
	}
	return x.Put(0, out)
}

// first is the number of the first row of a file.
func (o *readParquet) first(file int) (n int64) {
	for _, f := range o.Files[:file] {
		for _, g := range f.Groups {
			n += g
		}
	}
	return n
}

// read reads row groups.
func (o *readParquet) read(x *op.Exec, f *parquet.File, q parquet.Request) (*frame.Frame, error) {
	if q.Lo < len(f.Groups) {
		q.First += f.Groups[q.Lo].Start
	}
	rows := int64(0)
	for _, g := range f.Groups[q.Lo:q.Hi] {
		rows += g.Rows
	}
	q.Labels, q.Parallel, q.Narrow = o.Range, x.Parallel, rows >= narrowRows
	return f.Read(x.Mem(), q)
}

// readWhere reads the rows of a row group that pass the conditions, and says which they are. Columns that the conditions look at are read first,
// but for pages that their statistics rule out; of the others only pages that hold a row that passes.
func (o *readParquet) readWhere(x *op.Exec, f *parquet.File, q parquet.Request) (*frame.Frame, []int64, error) {
	conds := parquet.Request{Lo: q.Lo, Hi: q.Hi}
	var tests []parquet.Cond
	for _, p := range o.Where {
		if o.part(p.Column) >= 0 {
			continue // mayFile has looked
		}
		k := f.Find(p.Column)
		if k < 0 {
			return nil, nil, errs.New(errs.Internal, "no column %s", p.Column.Repr())
		}
		conds.Columns = append(conds.Columns, k)
		if v, ok := frame.LabelOf(p.Value); ok {
			tests = append(tests, parquet.Cond{Column: k, Op: parquet.Op(p.Cmp), Value: v})
		}
	}
	if conds.Columns == nil {
		out, err := o.read(x, f, q)
		if err != nil {
			return nil, nil, err
		}
		rows := make([]int64, out.NRows)
		for i := range rows {
			rows[i] = int64(i)
		}
		return out, rows, nil
	}
	spans, err := f.Spans(q.Lo, tests)
	if err != nil {
		return nil, nil, err
	}
	conds.Rows = spans
	if len(spans) == 0 {
		return o.nothing(x, f, q)
	}
	c, err := o.read(x, f, conds)
	if err != nil {
		return nil, nil, err
	}
	rows, err := o.pass(x, c)
	if err != nil {
		return nil, nil, err
	}
	if len(rows) == 0 {
		return o.nothing(x, f, q)
	}
	unpack(rows, spans)
	if q.Rows = near(rows); len(q.Rows) == 1 && q.Rows[0].Hi-q.Rows[0].Lo > f.Groups[q.Lo].Rows/2 {
		q.Rows = []parquet.Span{{Lo: 0, Hi: f.Groups[q.Lo].Rows}}
	}
	out, err := o.read(x, f, q)
	if err != nil || len(rows) == out.NRows {
		return out, rows, err
	}
	out, err = out.Take(x.Mem(), packed(rows, q.Rows))
	return out, rows, err
}

// nothing is no rows of a row group.
func (o *readParquet) nothing(x *op.Exec, f *parquet.File, q parquet.Request) (*frame.Frame, []int64, error) {
	q.Hi = q.Lo
	out, err := o.read(x, f, q)
	return out, nil, err
}

// unpack makes rows of the row group of rows of its spans.
func unpack(rows []int64, spans []parquet.Span) {
	k, before := 0, int64(0) // rows of the spans before k
	for i, r := range rows {
		for r-before >= spans[k].Hi-spans[k].Lo {
			before += spans[k].Hi - spans[k].Lo
			k++
		}
		rows[i] = spans[k].Lo + r - before
	}
}

// nearRows is how far apart rows lie that are read with what is between them.
const nearRows = 4096

// near are spans that hold the rows, which are in order.
func near(rows []int64) (out []parquet.Span) {
	for _, r := range rows {
		if k := len(out) - 1; k >= 0 && r-out[k].Hi < nearRows {
			out[k].Hi = r + 1
		} else {
			out = append(out, parquet.Span{Lo: r, Hi: r + 1})
		}
	}
	return out
}

// packed is the inverse of unpack, in new memory.
func packed(rows []int64, spans []parquet.Span) []int64 {
	out := make([]int64, len(rows))
	k, before := 0, int64(0)
	for i, r := range rows {
		for r >= spans[k].Hi {
			before += spans[k].Hi - spans[k].Lo
			k++
		}
		out[i] = before + r - spans[k].Lo
	}
	return out
}

// pass is the rows for which all conditions hold; a column stands for each.
func (o *readParquet) pass(x *op.Exec, f *frame.Frame) ([]int64, error) {
	var where []op.Pred
	for _, p := range o.Where {
		if o.part(p.Column) < 0 {
			where = append(where, p)
		}
	}
	return passing(column.Env{Mem: x.Mem(), Parallel: x.Parallel}, f.NRows, where, f.Cols)
}

var comparisons = map[string]string{"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}

// may reports that some row of a row group may pass all conditions, as far as the footer tells.
func (o *readParquet) may(f *parquet.File, g int) bool {
	for _, p := range o.Where {
		v, ok := frame.LabelOf(p.Value)
		k := f.Find(p.Column)
		if o.part(p.Column) < 0 && ok && k >= 0 && !f.May(g, k, parquet.Op(p.Cmp), v) {
			return false
		}
	}
	return true
}

// Project reads only some columns.
func (o *readParquet) Project(cols []int) op.Operand {
	p := *o
	p.Schema = nil
	for _, c := range cols {
		p.Schema = append(p.Schema, o.Schema[c])
	}
	p.Schema = append(p.Schema, o.Schema[len(o.Schema)-o.Levels:]...)
	return &p
}
