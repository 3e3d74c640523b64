package files

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
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

// Exec reads row groups of a file.
func (o *readParquet) Exec(x *op.Exec) error {
	at := boxOf(x.Lo())
	s := o.Files[at.file]
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
	q := parquet.Request{Index: places[data:], First: o.first(at.file)}
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
		q.Lo, q.Hi, q.Rows = at.lo, at.hi, at.rows
		out, err := o.read(x, f, q)
		if err == nil {
			out, err = o.within(x, at.file, out)
		}
		if err != nil {
			return err
		}
		return o.put(x, out)
	}
	return o.execWhere(x, f, q, at)
}

// execWhere reads the rows of a chunk that pass the conditions.
func (o *readParquet) execWhere(x *op.Exec, f *parquet.File, q parquet.Request, at parquetBox) error {
	var parts []*frame.Frame
	var rows []int64
	total := int64(0) // rows of the row groups before
	for g := at.lo; g < at.hi; g++ {
		if o.may(f, g) {
			q.Lo, q.Hi = g, g+1
			part, kept, err := o.readWhere(x, f, q, at.rows)
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
		q.Lo, q.Hi = at.lo, at.lo
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
		if at.lo < len(f.Groups) {
			start += f.Groups[at.lo].Start
		}
		ix, err := frame.NewRange(o.Range.Start+start*o.Range.Step, o.Range.Step, int(total)).WithNames(o.Range.Name).Take(x.Mem(), rows)
		if err != nil {
			return err
		}
		out = out.WithIndex(ix)
	}
	if out, err = o.within(x, at.file, out); err != nil {
		return err
	}
	return o.put(x, out)
}

// put is x.Put of a chunk, with dictionaries that other chunks have too.
func (o *readParquet) put(x *op.Exec, out *frame.Frame) error {
	out, err := x.ShareTexts("read_parquet "+o.Identity, out)
	if err != nil {
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
	if q.Rows != nil {
		rows = 0
		for _, s := range q.Rows {
			rows += s.Hi - s.Lo
		}
		q.First += q.Rows[0].Lo // right for the rows of a chunk; execWhere labels others itself
	}
	q.Labels, q.Parallel, q.Narrow = o.Range, x.Parallel, rows >= chunk.NarrowRows
	return f.Read(x.Mem(), q)
}

// readWhere reads the rows of a row group that pass the conditions, of those in part if it is not nil, and
// says which they are. Columns that the conditions look at are read first, but for pages that their
// statistics rule out; of the others only pages that hold a row that passes.
func (o *readParquet) readWhere(x *op.Exec, f *parquet.File, q parquet.Request, part []parquet.Span) (*frame.Frame, []int64, error) {
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
		q.Rows = part
		out, err := o.read(x, f, q)
		if err != nil {
			return nil, nil, err
		}
		rows := chunk.EveryRow(out.NRows)
		if part != nil {
			unpack(rows, part)
		}
		return out, rows, nil
	}
	spans, err := f.Spans(q.Lo, tests)
	if err != nil {
		return nil, nil, err
	}
	if part != nil {
		spans = parquet.Meet(spans, part)
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
	if q.Rows = near(rows); part == nil && len(q.Rows) == 1 && q.Rows[0].Hi-q.Rows[0].Lo > f.Groups[q.Lo].Rows/2 {
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
	return passing(chunk.Env(x), f.NRows, where, f.Cols)
}

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
