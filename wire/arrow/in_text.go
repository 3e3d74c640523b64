package arrow

import (
	"math"
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// heapMax is the most that one heap of texts holds: offsets of views have 31 bits.
const heapMax = 1 << 30

// text makes views over the bytes of the array, which become the heap.
func (r *receiver) text(in input, d dtype.DType) (*frame.Column, error) {
	valid, err := r.valid(in)
	if err != nil {
		return nil, err
	}
	size, more := 4, 1
	switch in.DataType().(type) {
	case *arrow.StringViewType, *arrow.BinaryViewType:
		size, more = 16, 0
	case *arrow.LargeStringType, *arrow.LargeBinaryType:
		size = 8
	}
	if in.n > 0 { // empty arrays may lack their one offset
		if _, err := in.items(1, size, more); err != nil {
			return nil, err
		}
	}
	blk, err := r.al.Alloc(16 * in.n)
	if err != nil {
		return nil, err
	}
	w := textWriter{receiver: r, views: mem.View[frame.View](blk, 0, in.n), valid: valid, check: d.IsString()}
	switch {
	case in.n == 0:
	case size == 16:
		err = w.fromViews(in)
	case size == 8:
		err = fromOffsets[int64](&w, in, 8)
	default:
		err = fromOffsets[int32](&w, in, 4)
	}
	if err != nil {
		return nil, err
	}
	return frame.NewText(d, blk, 0, in.n, w.heaps, valid), nil
}

// A textWriter fills views.
type textWriter struct {
	*receiver
	views []frame.View
	valid frame.Bitmap
	check bool // texts must be UTF-8
	heaps []*mem.Block
}

// put sets view i to p, which lies at off of heap k.
func (w *textWriter) put(i int, p []byte, k, off int) error {
	if w.check && !utf8.Valid(p) {
		return damaged("the text of row %d is not UTF-8", i)
	}
	w.views[i] = frame.MakeView(p, k, off)
	return nil
}

func fromOffsets[T int32 | int64](w *textWriter, in input, size int) error {
	b, err := in.items(1, size, 1)
	if err != nil {
		return err
	}
	offs := elems[T](b, in.n+1)
	if offs[0] < 0 {
		return damaged("a text at %d", offs[0])
	}
	for i := range in.n {
		if offs[i+1] < offs[i] {
			return damaged("a text ends before it begins at row %d", i)
		}
	}
	lo, hi := int(offs[0]), int(offs[in.n])
	p, err := in.buffer(2, hi)
	if err != nil {
		return err
	}
	blk, at, err := w.block(p[lo:], 1)
	if err != nil {
		return err
	}
	shared := at+hi-lo <= math.MaxInt32
	if shared {
		w.heaps = []*mem.Block{blk}
	}
	heap := heapFiller{textWriter: w}
	for i := range in.n {
		if !w.valid.Get(i) {
			w.views[i] = frame.View{}
			continue
		}
		s := p[offs[i]:offs[i+1]]
		if !shared {
			err = heap.put(i, s, hi-int(offs[i]))
		} else {
			err = w.put(i, s, 0, at+int(offs[i])-lo)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A heapFiller copies texts into heaps of their own, where the bytes of an array pass 2 GiB.
type heapFiller struct {
	*textWriter
	used int
}

// put copies s; rest is how many bytes are still to come.
func (h *heapFiller) put(i int, s []byte, rest int) error {
	if len(s) > heapMax {
		return damaged("a text of %d bytes", len(s))
	}
	k := len(h.heaps) - 1
	if k < 0 || h.used+len(s) > h.heaps[k].Len() {
		blk, err := h.al.Alloc(min(heapMax, rest))
		if err != nil {
			return err
		}
		h.heaps = append(h.heaps, blk)
		h.used, k = 0, k+1
	}
	copy(h.heaps[k].Bytes()[h.used:], s)
	h.used += len(s)
	return h.textWriter.put(i, s, k, h.used-len(s))
}

// fromViews takes over string views: their heaps become ours, at other offsets.
func (w *textWriter) fromViews(in input) error {
	b, err := in.items(1, 16, 0)
	if err != nil {
		return err
	}
	views := elems[frame.View](b, in.n)
	bufs := in.Buffers()[2:]
	starts := make([]int, len(bufs))
	for k, b := range bufs {
		var p []byte
		if b != nil {
			p = b.Bytes()
		}
		blk, at, err := w.block(p, 1)
		if err != nil {
			return err
		}
		if at+len(p) > math.MaxInt32 {
			return damaged("a buffer of texts of %d bytes", len(p))
		}
		w.heaps, starts[k] = append(w.heaps, blk), at
	}
	for i := range views {
		v := &views[i]
		switch {
		case !w.valid.Get(i):
			w.views[i] = frame.View{}
			continue
		case v.Len < 0:
			return damaged("a text of %d bytes", v.Len)
		case v.Inline():
			if err := w.put(i, v.Bytes(nil), 0, 0); err != nil {
				return err
			}
			continue
		case v.Heap < 0 || int(v.Heap) >= len(bufs) || v.Off < 0 || int(v.Off)+int(v.Len) > bufs[v.Heap].Len():
			return damaged("the text of row %d lies outside its buffer", i)
		}
		p := bufs[v.Heap].Bytes()[v.Off:][:v.Len]
		if err := w.put(i, p, int(v.Heap), starts[v.Heap]+int(v.Off)); err != nil {
			return err
		}
	}
	return nil
}
