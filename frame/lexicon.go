package frame

import (
	"slices"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/mars-project/mars-go/mem"
)

// sharedTexts is how many values a dictionary has at least that is worth looking for among those of other
// chunks: a pass over all codes has its price too.
const sharedTexts = 1 << 12

// A Lexicon is the dictionary that the chunks of a column of texts share although they are made one by one.
// Each chunk that has new texts adds them behind those that are known, in a new dictionary, so that codes
// keep their meaning (see Longest); once all texts are known, the chunks to come have the very same
// dictionary. It keeps nothing alive: what no chunk needs any more is gone. The zero value is ready. It is
// safe for concurrent use.
type Lexicon struct {
	mu     sync.Mutex
	latest weak.Pointer[Dictionary]
	apart  atomic.Bool // chunks have too little in common
}

// holder is an allocator that can keep what it did not give out, as mem.Scope does.
type holder interface{ Hold(b *mem.Block) bool }

// Shareable reports a column whose dictionary is worth a look at those of other chunks.
func (c *Column) Shareable() bool {
	return c.Enc == Dict && c.isText() && !c.Dict.Ordered && c.Dict.Len() >= sharedTexts && c.Dict.Values.Enc == Plain
}

// Share is c by the dictionary of the chunks before, if that has most of the texts of c and c most of its;
// else c itself. No other column may have the codes of c, and none its dictionary: their blocks are given
// back.
func (x *Lexicon) Share(al mem.Allocator, c *Column) (out *Column, err error) {
	if !c.Shareable() || x.apart.Load() {
		return c, nil
	}
	var own *coding
	for range 8 { // another chunk may be faster
		known, held := x.hold(al)
		if !held {
			c.Dict.line = &line{} // nobody else has it yet
			if x.publish(known, c.Dict) {
				return c, nil
			}
			c.Dict.line = nil
			continue
		}
		if known == c.Dict || known.Values.DType != c.Dict.Values.DType {
			return c, nil
		}
		if own == nil {
			if own, err = codingOf(al, c.Dict.Values); err != nil {
				return nil, err
			}
			defer own.free()
		}
		to, common := own.within(known.Values)
		if 2*common < c.Dict.Len() {
			x.apart.Store(true)
			return c, nil
		}
		if 2*common < known.Len() { // the rows are few
			return c, nil
		}
		d := known
		if common < c.Dict.Len() {
			if d, err = known.extended(al, c.Dict.Values, to); err != nil {
				return nil, err
			}
		}
		codes, err := al.Alloc(c.Rows * int(WidthOf(d.Len())))
		if err != nil {
			return nil, err
		}
		if d == known || x.publish(known, d) {
			return c.under(al, d, codes, to), nil
		}
		mem.Free(al, codes)
		d.free(al, known)
	}
	return c, nil
}

// hold is the latest dictionary, nil if it is gone, and whether al keeps its blocks now.
func (x *Lexicon) hold(al mem.Allocator) (d *Dictionary, held bool) {
	x.mu.Lock()
	d = x.latest.Value()
	x.mu.Unlock()
	if d == nil {
		return nil, false
	}
	h, can := al.(holder)
	held = true
	d.Values.Blocks(func(b *mem.Block) { held = held && (!b.Pooled() || can && h.Hold(b)) })
	return d, held
}

// publish makes d the latest dictionary unless there is another one than the caller saw.
func (x *Lexicon) publish(seen, d *Dictionary) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.latest.Value() != seen {
		return false
	}
	x.latest = weak.Make(d)
	return true
}

// extended is d with those of the values vs behind its own that `to` has no code for, which then names their
// new ones.
func (d *Dictionary) extended(al mem.Allocator, vs *Column, to []int32) (*Dictionary, error) {
	n := d.Len()
	for _, k := range to {
		n += boolInt(k < 0)
	}
	block, err := al.Alloc(n * sizeOf(View{}))
	if err != nil {
		return nil, err
	}
	views := mem.View[View](block, 0, n)
	at := copy(views, Views(d.Values))
	w := heapWriter{al: al, blocks: slices.Clone(d.Values.Heaps)}
	if k := len(w.blocks); k > 0 {
		w.used = w.blocks[k-1].Len() // the heaps of others are full
	}
	for i, k := range to {
		if k < 0 {
			views[at] = w.put(vs.Text(i))
			to[i] = int32(at)
			at++
		}
	}
	heaps, err := w.done()
	if err != nil {
		return nil, err
	}
	return &Dictionary{Values: NewText(d.Values.DType, block, 0, n, heaps, Bitmap{}), line: d.line}, nil
}

// free gives back what d has and the dictionary that it extends has not.
func (d *Dictionary) free(al mem.Allocator, of *Dictionary) {
	mem.Free(al, d.Values.Data)
	for _, h := range d.Values.Heaps[len(of.Values.Heaps):] {
		mem.Free(al, h)
	}
}

// under is c by dictionary d, in which `to` has the codes of its own one, in a block for these codes. The
// blocks of c are given back.
func (c *Column) under(al mem.Allocator, d *Dictionary, codes *mem.Block, to []int32) *Column {
	out := NewDict(c.DType, d, codes, 0, c.Rows, WidthOf(d.Len()))
	switch out.Codes {
	case 1:
		recode(raw[int8](out, c.Rows), c, to)
	case 2:
		recode(raw[int16](out, c.Rows), c, to)
	default:
		recode(raw[int32](out, c.Rows), c, to)
	}
	out.nulls.Store(c.nulls.Load())
	mem.Free(al, c.Data)
	mem.Free(al, c.Dict.Values.Data)
	for _, h := range c.Dict.Values.Heaps {
		mem.Free(al, h)
	}
	return out
}
