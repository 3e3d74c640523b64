package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/op"
)

// A widening makes a table of long frames, whose first columns name a row, the next ones a column, and the others are values; their labels do
// not count. The long rows of one table row are in one chunk. A summary of all chunks says what the columns are: it is a tuple of the distinct
// column keys in ascending order, with how many values each has that are not missing, and the numbers of table rows and of cells.
type widening struct {
	rows, cols int
	unique     bool // two values for a cell are an error; missing labels come first
	fill       any  // for cells without value; nil: they are missing
	at         bool // the last value is the place of the row in the whole: column keys stand by first appearance
}

// A wideCol is a column of the table: a value column and a column key.
type wideCol struct {
	value, key int
	label      frame.Label
	dtype      dtype.DType
}

// tile summarises long chunks, and widens them once schema has told from the summary what the columns are.
func (w widening) tile(t *op.Tiler, long op.Grid, schema func(sum op.Tuple) op.Meta) op.Grid {
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

// stageMeta describes summaries, and tables before their schema is known.
func (w widening) stageMeta(s op.Stage, question string, in []op.Meta) ([]op.Meta, error) {
	return []op.Meta{op.NewFrame(op.Sym(question+s.String(), in...), op.FreshRange(op.Dim{}))}, nil
}

// exec runs the tasks that tile makes; done is false for those of others. finish makes the result of a table.
func (w widening) exec(x *op.Exec, finish func(rows, cells []*frame.Column, sum op.Tuple) error, plan func(sum op.Tuple, types []dtype.DType) []wideCol) (done bool, err error) {
	switch {
	case x.Stage == op.Combine && len(x.Index) == 3:
		return true, w.summarize(x)
	case x.Stage == op.Combine && len(x.Index) == 4:
		return true, w.merge(x)
	case x.Stage != op.Chunk || x.Len() != 2:
		return false, nil
	}
	f, sum := x.Frame(0), x.Tuple(1)
	vals := f.Cols[w.rows+w.cols:]
	if w.at {
		vals = vals[:len(vals)-1]
	}
	types := make([]dtype.DType, len(vals))
	for i, c := range vals {
		types[i] = c.DType
	}
	gs, err := group.Of(x.Mem(), f.Cols[:w.rows], group.Options{Sort: true, Keep: true})
	if err != nil {
		return true, err
	}
	keys := sum[0].(*frame.Frame)
	codes := make([]int32, f.NRows)
	if w.cols > 0 {
		if codes, err = group.Places(x.Mem(), keys.Cols[:w.cols], f.Cols[w.rows:w.rows+w.cols]); err != nil {
			return true, err
		}
	}
	cells, err := group.Cells(x.Mem(), gs, codes, keys.NRows, w.unique)
	if err != nil {
		return true, err
	}
	var out []*frame.Column
	for _, p := range plan(sum, types) {
		c, err := vals[p.value].Take(x.Mem(), cells[p.key])
		if text, ok := w.fill.(string); err == nil && ok && c.DType.IsString() {
			c, err = chunk.Env(x).Fill(c, text)
		} else if err == nil && w.fill != nil {
			c, err = w.filled(x, c, cells[p.key], p.dtype)
		} else if err == nil && !frame.CanMiss(c.DType) {
			c, err = c.Settle(x.Mem(), c.DType != p.dtype)
		}
		if err != nil {
			return true, err
		}
		out = append(out, c)
	}
	names, err := gs.Keys(x.Mem(), f.Cols[:w.rows])
	if err == nil && w.unique {
		err = w.nullsFirst(x, names, out)
	}
	if err != nil {
		return true, err
	}
	return true, finish(names, out, sum)
}

// summarize is the summary of one long chunk.
func (w widening) summarize(x *op.Exec) error {
	f := x.Frame(0)
	gs, err := group.Of(x.Mem(), f.Cols[:w.rows], group.Options{Keep: true})
	if err != nil {
		return err
	}
	keys, err := w.distinct(x, f.Select(places(w.rows, len(f.Cols))...), group.New(group.Count))
	if err != nil {
		return err
	}
	return x.Put(0, op.Tuple{keys, sizes(int64(gs.N), int64(f.NRows))})
}

// nullsFirst puts the rows of a table in ascending order of their labels with missing ones first.
func (w widening) nullsFirst(x *op.Exec, labels, cells []*frame.Column) error {
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
func (w widening) distinct(x *op.Exec, f *frame.Frame, a group.Agg) (*frame.Frame, error) {
	var gs *group.Groups
	var cols []*frame.Column
	var err error
	if w.cols == 0 {
		gs, err = group.One(x.Mem(), f.NRows)
	} else if gs, err = group.Of(x.Mem(), f.Cols[:w.cols], group.Options{Sort: true, Keep: true}); err == nil {
		cols, err = gs.Keys(x.Mem(), f.Cols[:w.cols])
	}
	if err != nil {
		return nil, err
	}
	for i, c := range f.Cols[w.cols:] {
		b := a
		if w.at && w.cols+i == len(f.Cols)-1 {
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
	if err == nil && w.unique && !w.at && w.cols > 0 && slices.ContainsFunc(cols[:w.cols], (*frame.Column).HasNulls) {
		return out.Take(x.Mem(), order.Rows(missingFirst(cols[:w.cols]), out.NRows))
	}
	if err != nil || !w.at {
		return out, err
	}
	return out.Take(x.Mem(), order.Rows([]order.Key{{Col: cols[len(cols)-1]}}, out.NRows))
}

// merge is the summary of all chunks.
func (w widening) merge(x *op.Exec) error {
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

// filled is a column that was taken from these rows with fill in its cells without value. Of unique cells, a value that is missing stays so.
func (w widening) filled(x *op.Exec, c *frame.Column, rows []int64, d dtype.DType) (*frame.Column, error) {
	keep, all := make([]bool, len(rows)), true
	for i, r := range rows {
		keep[i] = r < 0 || !w.unique || !c.IsNull(i)
		all = all && keep[i]
	}
	if all || c.DType != d || d.IsObject() {
		return group.FillMissing(x.Mem(), c, w.fill, d)
	}
	missing, err := c.Take(x.Mem(), []int64{-1})
	if err != nil {
		return nil, err
	}
	if missing, err = missing.Decode(x.Mem()); err != nil {
		return nil, err
	}
	if c, err = group.FillMissing(x.Mem(), c, w.fill, d); err != nil || c.DType != missing.DType {
		return c, err
	}
	return chunk.Env(x).Where(keep, c, missing)
}

// key is the label of column key k: a tuple where there are several.
func (w widening) key(sum op.Tuple, k int) []frame.Label {
	f := sum[0].(*frame.Frame)
	var out []frame.Label
	for _, c := range f.Cols[:w.cols] {
		out = append(out, c.Label(k))
	}
	return out
}

// keys is the number of column keys; values that value v has there.
func (w widening) keys(sum op.Tuple) int { return sum[0].(*frame.Frame).NRows }

func (w widening) values(sum op.Tuple, v, k int) int64 {
	return sum[0].(*frame.Frame).Cols[w.cols+v].Cell(k).(int64)
}

// dtype of the columns of a value of dtype d: cells without value, anywhere in the table, turn integers to floats, and numbers and bools to objects where
// they are filled with what no such column holds.
func (w widening) dtype(sum op.Tuple, d dtype.DType) dtype.DType {
	n := sum[1].(*frame.Frame)
	full := n.Cols[0].Cell(0).(int64)*int64(w.keys(sum)) == n.Cols[1].Cell(0).(int64)
	_, float := w.fill.(float64)
	switch {
	case full:
		return d
	case w.fill == nil:
		return d.WithMissing()
	case float && d.IsInteger():
		return dtype.Float64
	case d.IsBool() && !d.Null && !holds(d, w.fill), d.IsReal() && !d.Null && !float && !holds(d, w.fill):
		return dtype.Object
	}
	return d
}
