package column

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
)

// Keep is the rows of f that a mask of as many rows lets stay, with their labels and ordinals: f.Take of its
// places without making them, for every column is read once from end to end.
func Keep(e Env, f *frame.Frame, m Mask) (*frame.Frame, error) {
	if len(m.bytes) != f.NRows {
		return nil, errs.New(errs.Internal, "a mask of %d rows over %d", len(m.bytes), f.NRows)
	}
	g := &frame.Frame{Names: f.Names, Axis: f.Axis, Cols: make([]*frame.Column, len(f.Cols)), NRows: m.n}
	err := e.Parallel.Each(len(f.Cols)+1, func(i int) (err error) {
		switch {
		case i > 0:
			g.Cols[i-1], err = m.keep(e.Mem, f.Cols[i-1])
			return err
		case f.Ord != nil:
			if g.Ord, err = m.keep(e.Mem, f.Ord); err != nil {
				return err
			}
		}
		g.Index, err = m.index(e.Mem, f.Index)
		return err
	})
	return g, err
}

// index is the labels that stay. Those of a range may be a range again.
func (m Mask) index(al mem.Allocator, x *frame.Index) (*frame.Index, error) {
	if x.Kind == frame.RangeIndex && m.evenly() {
		return x.Take(al, m.Places())
	}
	y := &frame.Index{Kind: x.Kind, Names: x.Names, Levels: make([]*frame.Column, x.NLevels()), N: m.n}
	for k := range y.Levels {
		var err error
		if y.Levels[k], err = m.keep(al, x.Level(k)); err != nil {
			return nil, err
		}
	}
	if y.Kind != frame.MultiIndex {
		y.Kind = frame.IndexKindOf(y.Levels[0].DType)
	}
	return y, nil
}

// evenly reports that the rows that stay may be at equal distance: the first, the second and the last of them
// do not say otherwise.
func (m Mask) evenly() bool {
	if m.n < 3 {
		return true
	}
	stays := func(v byte) bool { return v != 0 }
	first := slices.IndexFunc(m.bytes, stays)
	second := first + 1 + slices.IndexFunc(m.bytes[first+1:], stays)
	last := len(m.bytes) - 1
	for m.bytes[last] == 0 {
		last--
	}
	return last-first == (second-first)*(m.n-1)
}

// keep is the rows of c that stay.
func (m Mask) keep(al mem.Allocator, c *frame.Column) (*frame.Column, error) {
	switch {
	case c.DType.IsObject():
		out := make([]any, 0, m.n)
		for i, v := range c.Objects {
			if m.bytes[i] != 0 {
				out = append(out, v)
			}
		}
		return frame.NewObjects(out), nil
	case c.Enc == frame.Const:
		return c.Slice(0, m.n), nil
	case c.Enc == frame.Range:
		return m.ofRange(al, c)
	}
	width := c.DType.Size()
	if c.Enc == frame.Dict || c.Enc == frame.Narrow {
		width = int(c.Codes)
	}
	b, err := al.Alloc(m.n * width)
	if err != nil {
		return nil, err
	}
	m.words(b, c.Data, c.Offset, width)
	var out *frame.Column
	switch {
	case c.Enc == frame.Dict:
		out = frame.NewDict(c.DType, c.Dict, b, 0, m.n, c.Codes)
	default:
		valid, err := m.bits(al, c.Valid)
		if err != nil {
			return nil, err
		}
		switch {
		case c.Enc == frame.Narrow:
			out = frame.NewNarrow(c.DType, b, 0, m.n, c.Codes, valid)
		case c.DType.Fixed():
			out = frame.NewPlain(c.DType, b, 0, m.n, valid)
		default:
			out = frame.NewText(c.DType, b, 0, m.n, c.Heaps, valid)
		}
	}
	return out.WholeLike(c), nil
}

// ofRange is the numbers of a range that stay.
func (m Mask) ofRange(al mem.Allocator, c *frame.Column) (*frame.Column, error) {
	b, err := al.Alloc(8 * m.n)
	if err != nil {
		return nil, err
	}
	out := mem.View[int64](b, 0, m.n)
	if c.Step == 1 {
		m.places(out, c.Start)
	} else {
		m.places(out, 0)
		for i, r := range out {
			out[i] = c.Start + r*c.Step
		}
	}
	return frame.NewPlain(c.DType, b, 0, m.n, frame.Bitmap{}), nil
}

// bits is the bitmap of the rows that stay.
func (m Mask) bits(al mem.Allocator, b frame.Bitmap) (frame.Bitmap, error) {
	if b.IsZero() {
		return b, nil
	}
	w, err := frame.NewBits(al, m.n, true)
	if err != nil {
		return b, err
	}
	n := 0
	for i, v := range m.bytes {
		if v == 0 {
			continue
		}
		if !b.Get(i) {
			w.Clear(n)
		}
		n++
	}
	return w.Bitmap(), nil
}

// words writes the elements of width bytes that stay, of those from off on.
func (m Mask) words(out, from *mem.Block, off, width int) {
	n := len(m.bytes)
	if m.n == 0 {
		return
	}
	switch width {
	case 1:
		keepWords(mem.View[uint8](out, 0, m.n), mem.View[uint8](from, off, n), m.bytes)
	case 2:
		keepWords(mem.View[uint16](out, 0, m.n), mem.View[uint16](from, off, n), m.bytes)
	case 4:
		keepWords(mem.View[uint32](out, 0, m.n), mem.View[uint32](from, off, n), m.bytes)
	case 8:
		keepWords(mem.View[uint64](out, 0, m.n), mem.View[uint64](from, off, n), m.bytes)
	default:
		keepWords(mem.View[[2]uint64](out, 0, m.n), mem.View[[2]uint64](from, off, n), m.bytes)
	}
}

// keepWords keeps elements, len(out) of them. Behind the kernel every element is written and the next one
// written over it unless it stays: a branch would be guessed wrong as often as not.
func keepWords[W any](out, from []W, mask []byte) {
	looked, k := asm.Keep(asm.Active(), out, mask, from)
	from = from[:len(mask)]
	for i := looked; i < len(mask) && k < len(out); i++ {
		out[k] = from[i]
		if mask[i] != 0 {
			k++
		}
	}
}
