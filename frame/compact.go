package frame

import (
	"github.com/mars-project/mars-go/mem"
)

// Compact is f without much dead memory: the columns in a block of which the frame uses less than half get
// blocks of their own, and so do the texts in such heaps. Blocks may be shared by columns (those of one
// message are): their uses add up. Dictionaries stay whole, for frames share them. What is dense is kept as
// it is; if all is, f comes back.
func (f *Frame) Compact(al mem.Allocator) (*Frame, error) {
	u := use{}
	for _, c := range f.Cols {
		u.add(c)
	}
	for _, c := range f.Index.Levels {
		u.add(c)
	}
	if f.Ord != nil {
		u.add(f.Ord)
	}
	g := *f
	g.Cols = make([]*Column, len(f.Cols))
	same := true
	var err error
	for i, c := range f.Cols {
		if g.Cols[i], err = c.compact(al, u); err != nil {
			return nil, err
		}
		same = same && g.Cols[i] == c
	}
	if g.Index, err = f.Index.compact(al, u); err != nil {
		return nil, err
	}
	if f.Ord != nil {
		if g.Ord, err = f.Ord.compact(al, u); err != nil {
			return nil, err
		}
	}
	if same && g.Index == f.Index && g.Ord == f.Ord {
		return f, nil
	}
	return &g, nil
}

// use is how many bytes of each block are used.
type use map[*mem.Block]int

// add counts what c uses. Texts of heaps that views share are counted as often as they are pointed at, but no
// heap beyond its size.
func (u use) add(c *Column) {
	n := c.slots()
	if c.Data != nil {
		u[c.Data] += n * c.width()
	}
	if !c.Valid.IsZero() {
		u[c.Valid.Block] += (n + 7) / 8
	}
	if c.Enc == Dict || len(c.Heaps) == 0 || n == 0 {
		return
	}
	vs := mem.View[View](c.Data, c.Offset, n)
	used := make([]int, len(c.Heaps))
	for i := range vs {
		if !vs[i].Inline() {
			used[vs[i].Heap] += int(vs[i].Len)
		}
	}
	for k, h := range c.Heaps {
		u[h] += used[k]
	}
}

// sparse reports that less than half of a block is used. Blocks below a cache line or two are not worth a
// copy.
func (u use) sparse(b *mem.Block) bool { return 2*u[b] < b.Len() && b.Len() > 128 }

func (x *Index) compact(al mem.Allocator, u use) (*Index, error) {
	levels := make([]*Column, len(x.Levels))
	same := true
	for i, c := range x.Levels {
		d, err := c.compact(al, u)
		if err != nil {
			return nil, err
		}
		levels[i] = d
		same = same && d == c
	}
	if same {
		return x, nil
	}
	return x.over(levels), nil
}

// Compact is Frame.Compact of one column.
func (c *Column) Compact(al mem.Allocator) (*Column, error) {
	u := use{}
	u.add(c)
	return c.compact(al, u)
}

func (c *Column) compact(al mem.Allocator, u use) (*Column, error) {
	d := c.clone()
	same := true
	if n, w := c.slots(), c.width(); c.Data != nil && u.sparse(c.Data) {
		b, err := al.Alloc(n * w)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			copy(b.Bytes(), c.Data.Bytes()[c.Offset*w:][:n*w])
		}
		d.Data, d.Offset, same = b, 0, false
	}
	if n := c.slots(); !c.Valid.IsZero() && u.sparse(c.Valid.Block) {
		w, err := NewBits(al, n, true)
		if err != nil {
			return nil, err
		}
		w.copyBits(0, c.Valid, n)
		d.Valid, same = w.Bitmap(), false
	}
	if len(c.Heaps) > 0 && c.Enc != Dict {
		packed, err := d.packHeaps(al, u, d.Data != c.Data)
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
	return &Column{
		DType: c.DType, Enc: c.Enc, Rows: c.Rows, Data: c.Data, Offset: c.Offset, Valid: c.Valid,
		Heaps: c.Heaps, Dict: c.Dict, Codes: c.Codes, Start: c.Start, Step: c.Step, Objects: c.Objects, bounds: c.bounds,
	}
}

// slots is the number of elements of Data that the rows need.
func (c *Column) slots() int {
	if c.Enc == Const {
		return 1
	}
	return c.Rows
}

// packHeaps copies the texts of sparse heaps into new ones; heaps that no view points into go. own says that
// the views may be written. It reports whether it did anything.
func (c *Column) packHeaps(al mem.Allocator, u use, own bool) (bool, error) {
	lose := make([]bool, len(c.Heaps))
	any := false
	for k, h := range c.Heaps {
		lose[k] = u.sparse(h) || u[h] == 0
		any = any || lose[k]
	}
	if !any {
		return false, nil
	}
	if c.slots() == 0 {
		c.Heaps = nil
		return true, nil
	}
	vs := mem.View[View](c.Data, c.Offset, c.slots())
	if !own {
		b, err := al.Alloc(len(vs) * 16)
		if err != nil {
			return false, err
		}
		dst := mem.View[View](b, 0, len(vs))
		copy(dst, vs)
		c.Data, c.Offset, vs = b, 0, dst
	}
	kept, place := newHeapList(), make([]int32, len(c.Heaps))
	for k, h := range c.Heaps {
		if !lose[k] {
			place[k] = kept.add(h)
		}
	}
	w := heapWriter{al: al}
	for i := range vs {
		v := &vs[i]
		switch {
		case v.Inline():
		case lose[v.Heap]:
			*v = w.put(v.bytesIn(c.Heaps))
			v.Heap += int32(len(kept.blocks))
		default:
			v.Heap = place[v.Heap]
		}
	}
	heaps, err := w.done()
	c.Heaps = append(kept.blocks, heaps...)
	return true, err
}
