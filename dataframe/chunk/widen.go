package chunk

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/op"
)

// A Widening makes a table of long frames, whose first columns name a row, the next ones a column, and the
// others are values; their labels do not count. The long rows of one table row are in one chunk. A summary of
// all chunks says what the columns are: it is a tuple of the distinct column keys in ascending order, with
// how many values each has that are not missing, and the numbers of table rows and of cells.
type Widening struct {
	Rows, Cols int
	Unique     bool // two values for a cell are an error; missing labels come first
	Fill       any  // for cells without value; nil: they are missing
	At         bool // the last value is the place of the row in the whole: column keys stand by first appearance
}

// A WideCol is a column of the table: a value column and a column key.
type WideCol struct {
	Value, Key int
	Label      frame.Label
	Dtype      dtype.DType
}

// Cut summarises long chunks, and widens them once schema has told from the summary what the columns are.
func (w Widening) Cut(t *op.Tiler, long op.Grid, schema func(sum op.Tuple) op.Meta) op.Grid {
	if t.Err() != nil || t.Need(op.Stats, long) != nil { // asked for, so that they stay until they are widened
		return long
	}
	part := t.At(op.Combine)
	sums := make([]op.Edge, 0, long.Len())
	for k, e := range long.Edges {
		sums = append(sums, part.Edge([]int{k, 0, 0}, e))
	}
	sum := op.Grid{Shape: []int{1}, Edges: []op.Edge{part.Edge([]int{0, 0, 0, 0}, sums...)}}
	if t.Need(op.Values, sum) != nil {
		return long
	}
	t.Refine(0, schema(t.Value(sum).(op.Tuple)))
	return t.At(op.Chunk).Map(long, op.Whole(sum))
}

// Partials describes summaries, and tables before their schema is known.
func (w Widening) Partials(s op.Stage, question string, in []op.Meta) ([]op.Meta, error) {
	return []op.Meta{op.NewFrame(op.Sym(question+s.String(), in...), op.FreshRange(op.Dim{}))}, nil
}

// Run runs the tasks that tile makes; done is false for those of others. finish makes the result of a table.
func (w Widening) Run(x *op.Exec, finish func(rows, cells []*frame.Column, sum op.Tuple) error, plan func(sum op.Tuple, types []dtype.DType) []WideCol) (done bool, err error) {
	switch {
	case x.Stage == op.Combine && len(x.Index) == 3:
		return true, w.summarize(x)
	case x.Stage == op.Combine && len(x.Index) == 4:
		return true, w.merge(x)
	case x.Stage != op.Chunk || x.Len() != 2:
		return false, nil
	}
	f, sum := x.Frame(0), x.Tuple(1)
	vals := f.Cols[w.Rows+w.Cols:]
	if w.At {
		vals = vals[:len(vals)-1]
	}
	types := make([]dtype.DType, len(vals))
	for i, c := range vals {
		types[i] = c.DType
	}
	gs, err := group.Of(x.Mem(), f.Cols[:w.Rows], group.Options{Sort: true, Keep: true})
	if err != nil {
		return true, err
	}
	keys := sum[0].(*frame.Frame)
	codes := make([]int32, f.NRows)
	if w.Cols > 0 {
		if codes, err = group.Places(x.Mem(), keys.Cols[:w.Cols], f.Cols[w.Rows:w.Rows+w.Cols]); err != nil {
			return true, err
		}
	}
	cells, err := group.Cells(x.Mem(), gs, codes, keys.NRows, w.Unique)
	if err != nil {
		return true, err
	}
	var out []*frame.Column
	for _, p := range plan(sum, types) {
		c, err := vals[p.Value].Take(x.Mem(), cells[p.Key])
		if text, ok := w.Fill.(string); err == nil && ok && c.DType.IsString() {
			c, err = Env(x).Fill(c, text)
		} else if err == nil && w.Fill != nil {
			c, err = w.filled(x, c, cells[p.Key], p.Dtype)
		} else if err == nil && !frame.CanMiss(c.DType) {
			c, err = c.Settle(x.Mem(), c.DType != p.Dtype)
		}
		if err != nil {
			return true, err
		}
		out = append(out, c)
	}
	names, err := gs.Keys(x.Mem(), f.Cols[:w.Rows])
	if err == nil && w.Unique {
		err = w.nullsFirst(x, names, out)
	}
	if err != nil {
		return true, err
	}
	return true, finish(names, out, sum)
}

// summarize is the summary of one long chunk.
func (w Widening) summarize(x *op.Exec) error {
	f := x.Frame(0)
	gs, err := group.Of(x.Mem(), f.Cols[:w.Rows], group.Options{Keep: true})
	if err != nil {
		return err
	}
	keys, err := w.distinct(x, f.Select(Places(w.Rows, len(f.Cols))...), group.New(group.Count))
	if err != nil {
		return err
	}
	return x.Put(0, op.Tuple{keys, sizes(int64(gs.N), int64(f.NRows))})
}

// nullsFirst puts the rows of a table in ascending order of their labels with missing ones first.
func (w Widening) nullsFirst(x *op.Exec, labels, cells []*frame.Column) error {
	if len(labels) == 0 || !slices.ContainsFunc(labels, (*frame.Column).HasNulls) {
		return nil
	}
	at := order.Rows(missingFirst(labels), labels[0].Rows)
	for _, cs := range [][]*frame.Column{labels, cells} {
		for i, c := range cs {
			var err error
			if cs[i], err = c.Take(x.Mem(), at); err != nil {
				return err
			}
		}
	}
	return nil
}

func missingFirst(cols []*frame.Column) []order.Key {
	keys := make([]order.Key, len(cols))
	for i, c := range cols {
		keys[i] = order.Key{Col: c, NullsFirst: true}
	}
	return keys
}

func sizes(rows, cells int64) *frame.Frame {
	return frame.Must(frame.New(nil, frame.Labels("rows", "cells"), frame.Of([]int64{rows}), frame.Of([]int64{cells})))
}

// distinct is the column keys of f, and an aggregate of its other columns for each.
func (w Widening) distinct(x *op.Exec, f *frame.Frame, a group.Agg) (*frame.Frame, error) {
	var gs *group.Groups
	var cols []*frame.Column
	var err error
	if w.Cols == 0 {
		gs, err = group.One(x.Mem(), f.NRows)
	} else if gs, err = group.Of(x.Mem(), f.Cols[:w.Cols], group.Options{Sort: true, Keep: true}); err == nil {
		cols, err = gs.Keys(x.Mem(), f.Cols[:w.Cols])
	}
	if err != nil {
		return nil, err
	}
	for i, c := range f.Cols[w.Cols:] {
		b := a
		if w.At && w.Cols+i == len(f.Cols)-1 {
			b = group.New(group.Min)
		}
		n, err := b.Direct(x.Mem(), gs, c)
		if err != nil {
			return nil, err
		}
		if n.DType != dtype.Int64 {
			n = frame.NewPlain(dtype.Int64, n.Data, n.Offset, n.Rows, frame.Bitmap{})
		}
		cols = append(cols, n)
	}
	out, err := frame.New(nil, make([]frame.Label, len(cols)), cols...)
	if err == nil && w.Unique && !w.At && w.Cols > 0 && slices.ContainsFunc(cols[:w.Cols], (*frame.Column).HasNulls) {
		return out.Take(x.Mem(), order.Rows(missingFirst(cols[:w.Cols]), out.NRows))
	}
	if err != nil || !w.At {
		return out, err
	}
	return out.Take(x.Mem(), order.Rows([]order.Key{{Col: cols[len(cols)-1]}}, out.NRows))
}

// merge is the summary of all chunks.
func (w Widening) merge(x *op.Exec) error {
	var fs []*frame.Frame
	rows, cells := int64(0), int64(0)
	for _, s := range x.Tuples() {
		n := s[1].(*frame.Frame)
		rows += n.Cols[0].Cell(0).(int64)
		cells += n.Cols[1].Cell(0).(int64)
		fs = append(fs, s[0].(*frame.Frame))
	}
	f, err := frame.ConcatFrames(x.Mem(), fs...)
	if err != nil {
		return err
	}
	keys, err := w.distinct(x, f, group.New(group.Sum))
	if err != nil {
		return err
	}
	return x.Put(0, op.Tuple{keys, sizes(rows, cells)})
}

// filled is a column that was taken from these rows with fill in its cells without value. Of unique cells, a
// value that is missing stays so.
func (w Widening) filled(x *op.Exec, c *frame.Column, rows []int64, d dtype.DType) (*frame.Column, error) {
	keep, all := make([]bool, len(rows)), true
	for i, r := range rows {
		keep[i] = r < 0 || !w.Unique || !c.IsNull(i)
		all = all && keep[i]
	}
	if all || c.DType != d || d.IsObject() {
		return group.FillMissing(x.Mem(), c, w.Fill, d)
	}
	missing, err := c.Take(x.Mem(), []int64{-1})
	if err != nil {
		return nil, err
	}
	if missing, err = missing.Decode(x.Mem()); err != nil {
		return nil, err
	}
	if c, err = group.FillMissing(x.Mem(), c, w.Fill, d); err != nil || c.DType != missing.DType {
		return c, err
	}
	return Env(x).Where(keep, c, missing)
}

// Key is the label of column key k: a tuple where there are several.
func (w Widening) Key(sum op.Tuple, k int) []frame.Label {
	f := sum[0].(*frame.Frame)
	var out []frame.Label
	for _, c := range f.Cols[:w.Cols] {
		out = append(out, c.Label(k))
	}
	return out
}

// Keys is the number of column keys; values that value v has there.
func (w Widening) Keys(sum op.Tuple) int { return sum[0].(*frame.Frame).NRows }

func (w Widening) Values(sum op.Tuple, v, k int) int64 {
	return sum[0].(*frame.Frame).Cols[w.Cols+v].Cell(k).(int64)
}

// Dtype of the columns of a value of dtype d: cells without value, anywhere in the table, turn integers to
// floats, and numbers and bools to objects where they are filled with what no such column holds.
func (w Widening) Dtype(sum op.Tuple, d dtype.DType) dtype.DType {
	n := sum[1].(*frame.Frame)
	full := n.Cols[0].Cell(0).(int64)*int64(w.Keys(sum)) == n.Cols[1].Cell(0).(int64)
	_, float := w.Fill.(float64)
	switch {
	case full:
		return d
	case w.Fill == nil:
		return d.WithMissing()
	case float && d.IsInteger():
		return dtype.Float64
	case d.IsBool() && !d.Null && !Holds(d, w.Fill), d.IsReal() && !d.Null && !float && !Holds(d, w.Fill):
		return dtype.Object
	}
	return d
}
