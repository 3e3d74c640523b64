package frame

import (
	"github.com/mars-project/mars-go/mem"
)

// Compact is f without much dead memory: a column that uses less than half of its block gets one of its own, and so do the texts that
// use less than half of their heaps. Dictionaries stay whole, for they are shared. What is dense enough is kept as it is; if all is, f comes back.
func (f *Frame) Compact(al mem.Allocator) (*Frame, error) {
	g := *f
	g.Cols = make([]*Column, len(f.Cols))
	same := true
	var err error
	for i, c := range f.Cols {
		if g.Cols[i], err = c.Compact(al); err != nil {
			return nil, err
		}
		same = same && g.Cols[i] == c
	}
	if g.Index, err = f.Index.compact(al); err != nil {
		return nil, err
	}
	if f.Ord != nil {
		if g.Ord, err = f.Ord.Compact(al); err != nil {
			return nil, err
		}
	}
	if same && g.Index == f.Index && g.Ord == f.Ord {
		return f, nil
	}
	return &g, nil
}

func (x *Index) compact(al mem.Allocator) (*Index, error) {
	levels := make([]*Column, len(x.Levels))
	same := true
	for i, c := range x.Levels {
		d, err := c.Compact(al)
		if err != nil {
			return nil, err
		}
		levels[i] = d
		same = same && d == c
	}
	if same {
		return x, nil
	}
	y := x.shallow()
	y.Levels = levels
	return y, nil
}

// Compact is Frame.Compact of one column.
func (c *Column) Compact(al mem.Allocator) (*Column, error) {
	d := c.clone()
	same := true
	if n, w := c.slots(), c.width(); c.Data != nil && sparse(n*w, c.Data.Len()) {
		b, err := al.Alloc(n * w)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			copy(b.Bytes(), c.Data.Bytes()[c.Offset*w:][:n*w])
		}
		d.Data, d.Offset, same = b, 0, false
	}
	if n := c.slots(); !c.Valid.IsZero() && sparse((n+7)/8, c.Valid.Block.Len()) {
		w, err := NewBits(al, n, true)
		if err != nil {
			return nil, err
		}
		w.copyBits(0, c.Valid, n)
		d.Valid, same = w.Bitmap(), false
	}
	if len(c.Heaps) > 0 && c.Enc != Dict {
		packed, err := d.packHeaps(al, !same)
		if err != nil {
			return nil, err
		}
		same = same && !packed
	}
	if same {
		return c, nil
	}
	d.stats.Store(c.stats.Load())
	return d, nil
}

// clone is c as a new value over the same data, without statistics.
func (c *Column) clone() *Column {
	return &Column{DType: c.DType, Enc: c.Enc, Rows: c.Rows, Data: c.Data, Offset: c.Offset, Valid: c.Valid,
		Heaps: c.Heaps, Dict: c.Dict, Codes: c.Codes, Start: c.Start, Step: c.Step, Objects: c.Objects}
}

// slots is the number of elements of Data that the rows need.
func (c *Column) slots() int {
	if c.Enc == Const {
		return 1
	}
	return c.Rows
}

// sparse reports that less than half of a block is used. Blocks below a cache line or two are not worth a copy.
func sparse(used, have int) bool { return 2*used < have && have > 128 }

// packHeaps copies the texts of the views into heaps of their own when they use less than half of the present ones. own says that the
// views may be written. It reports whether it did.
func (c *Column) packHeaps(al mem.Allocator, own bool) (bool, error) {
	have, used := 0, 0
	for _, h := range c.Heaps {
		have += h.Len()
	}
	vs := mem.View[View](c.Data, c.Offset, c.slots())
	for i := range vs {
		if !vs[i].Inline() {
			used += int(vs[i].Len)
		}
	}
	if !sparse(used, have) {
		return false, nil
	}
	if !own {
		b, err := al.Alloc(len(vs) * 16)
		if err != nil {
			return false, err
		}
		dst := mem.View[View](b, 0, len(vs))
		copy(dst, vs)
		c.Data, c.Offset, vs = b, 0, dst
	}
	w := heapWriter{al: al}
	for i := range vs {
		if !vs[i].Inline() {
			vs[i] = w.put(vs[i].bytesIn(c.Heaps))
		}
	}
	heaps, err := w.done()
	c.Heaps = heaps
	return true, err
}
