package frame

import (
	"bytes"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// Concat is the rows of the columns one after the other. All must have one dtype, except that categoricals
// may differ in their categories: the result has the first column's, and behind them the new ones in order of
// appearance (pandas makes such a concat a str column: that is the caller's to do). The result stays
// constant, a range or a dictionary where the parts allow it:
//
//	Range  the parts continue each other
//	Const  the parts repeat the same value
//	Dict   every part is a dictionary; dictionaries that differ are merged and codes mapped
//	Narrow every part is narrow: the greatest width of them
//	Plain  otherwise
func Concat(al mem.Allocator, cs ...*Column) (*Column, error) {
	if len(cs) == 0 {
		panic("frame: Concat of no columns")
	}
	d, rows := cs[0].DType, 0
	for _, c := range cs {
		if c.DType != d {
			return nil, errs.New(errs.Type, "concat of a %s and a %s column", d, c.DType)
		}
		rows += c.Rows
	}
	if full := nonEmpty(cs); len(full) == 1 && !d.IsCategorical() {
		return full[0], nil
	} else if len(full) > 0 && !d.IsCategorical() {
		cs = full
	}
	switch {
	case len(cs) == 1:
		return cs[0], nil
	case d.IsObject():
		return concatObjects(cs, rows), nil
	case allEnc(cs, Range):
		if c, ok := joinRanges(cs, rows); ok {
			return c, nil
		}
	case allEnc(cs, Const):
		if c, ok := joinConsts(cs, rows); ok {
			return c, nil
		}
	case allEnc(cs, Dict) && (d.IsCategorical() || !longDicts(cs, rows)):
		return concatDicts(al, cs, rows)
	case allEnc(cs, Narrow):
		return concatNarrow(al, cs, rows)
	}
	return concatPlain(al, cs, rows)
}

func nonEmpty(cs []*Column) []*Column {
	var out []*Column
	for _, c := range cs {
		if c.Rows > 0 {
			out = append(out, c)
		}
	}
	return out
}

func allEnc(cs []*Column, e Enc) bool {
	for _, c := range cs {
		if c.Enc != e {
			return false
		}
	}
	return true
}

func allWhole(cs []*Column) bool {
	for _, c := range cs {
		if !c.whole() {
			return false
		}
	}
	return true
}

func concatObjects(cs []*Column, rows int) *Column {
	vs := make([]any, 0, rows)
	for _, c := range cs {
		vs = append(vs, c.Objects...)
	}
	return NewObjects(vs)
}

// joinRanges joins ranges that continue each other. A part of one row takes any step.
func joinRanges(cs []*Column, rows int) (*Column, bool) {
	out := &Column{DType: cs[0].DType, Enc: Range, Rows: rows, Start: cs[0].Start, Step: cs[0].Step}
	n := 0
	for _, c := range cs {
		if n == 1 {
			out.Step = c.Start - out.Start
		}
		if n > 0 && c.Start != out.Start+int64(n)*out.Step || c.Rows > 1 && n > 0 && c.Step != out.Step {
			return nil, false
		}
		n += c.Rows
	}
	return out, out.Step != 0
}

func joinConsts(cs []*Column, rows int) (*Column, bool) {
	a := cs[0]
	if rows == 0 { // there may be no value to compare
		return a, true
	}
	for _, c := range cs[1:] {
		if c.Valid.Get(0) != a.Valid.Get(0) || a.Valid.Get(0) && !sameSlot(a, 0, c, 0) {
			return nil, false
		}
	}
	return &Column{DType: a.DType, Enc: Const, Rows: rows, Data: a.Data, Offset: a.Offset, Valid: a.Valid, Heaps: a.Heaps}, true
}

// concatPlain decodes and copies; texts copy their views and number the heaps anew.
func concatPlain(al mem.Allocator, cs []*Column, rows int) (*Column, error) {
	d := cs[0].DType
	w := d.Size()
	b, err := al.Alloc(rows * w)
	if err != nil {
		return nil, err
	}
	out := &Column{DType: d, Rows: rows, Data: b}
	var bits BitWriter
	heaps := newHeapList()
	at := 0
	for _, c := range cs {
		p, err := c.Decode(al)
		if err != nil {
			return nil, err
		}
		if p.Rows > 0 {
			copy(b.Bytes()[at*w:], p.Data.Bytes()[p.Offset*w:][:p.Rows*w])
		}
		if p.isText() {
			heaps.renumber(mem.View[View](b, at, p.Rows), p.Heaps)
		}
		if !p.Valid.IsZero() {
			if bits.block == nil {
				if bits, err = NewBits(al, rows, true); err != nil {
					return nil, err
				}
			}
			bits.copyBits(at, p.Valid, p.Rows)
		}
		if p != c && p.Enc == Plain {
			mem.Free(al, p.Data)
		}
		at += p.Rows
	}
	out.Heaps, out.Valid, out.bounds = heaps.blocks, bits.Bitmap(), boundsOf(cs)
	return out.wholeIf(allWhole(cs)), nil
}

// heapList numbers the heaps of a column that is put together from several; a heap shared by parts is listed
// once.
type heapList struct {
	blocks []*mem.Block
	place  map[*mem.Block]int32
}

func newHeapList() *heapList { return &heapList{place: map[*mem.Block]int32{}} }

func (l *heapList) add(b *mem.Block) int32 {
	k, ok := l.place[b]
	if !ok {
		k = int32(len(l.blocks))
		l.place[b] = k
		l.blocks = append(l.blocks, b)
	}
	return k
}

// renumber changes views that count in heaps into ones that count in the list.
func (l *heapList) renumber(vs []View, heaps []*mem.Block) {
	to := make([]int32, len(heaps))
	same := true
	for i, h := range heaps {
		to[i] = l.add(h)
		same = same && to[i] == int32(i)
	}
	if same {
		return
	}
	for i := range vs {
		if !vs[i].Inline() {
			vs[i].Heap = to[vs[i].Heap]
		}
	}
}

// sameSlot compares the values of slots i and j of two plain or constant columns of one dtype, bit by bit:
// -0.0 is not 0.0.
func sameSlot(a *Column, i int, b *Column, j int) bool {
	if a.isText() {
		return equalViews(&mem.View[View](a.Data, a.Offset+i, 1)[0], a.Heaps, &mem.View[View](b.Data, b.Offset+j, 1)[0], b.Heaps)
	}
	w := a.DType.Size()
	return bytes.Equal(a.Data.Bytes()[(a.Offset+i)*w:][:w], b.Data.Bytes()[(b.Offset+j)*w:][:w])
}
