package chunk

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Segments are the byte segments that Encode listed. Decode reads them in order, each once.
type Segments interface {
	// Len is the number of segments.
	Len() int
	// Size is the number of bytes of segment i. It must not pass what can be read.
	Size(i int) int64
	// Read fills p, which is as long as segment i.
	Read(i int, p []byte) error
}

// Decode makes the value that header and segments describe, in blocks of al. It checks everything that could
// make a later reader fail: sizes, codes against dictionaries, string views against heaps. What Encode did
// not write is an error of kind Lost, and never a panic; nothing is allocated beyond the sizes of segs.
// Blocks of al stay al's to free after an error.
func (c Codec) Decode(header []byte, segs Segments, al mem.Allocator) (any, error) {
	var h valueHead
	if err := decMode.Unmarshal(header, &h); err != nil {
		return nil, damaged("header: %v", err)
	}
	d := &decoder{codec: c, segs: segs, al: al}
	v, err := d.value(&h, 0)
	if err == nil && d.next != segs.Len() {
		err = damaged("%d segments, %d of them used", segs.Len(), d.next)
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

type decoder struct {
	codec Codec
	segs  Segments
	al    mem.Allocator
	next  int
	dicts []*frame.Dictionary
}

// size is the bytes of the next segment, -1 when there is none.
func (d *decoder) size() int64 {
	if d.next >= d.segs.Len() {
		return -1
	}
	return d.segs.Size(d.next)
}

// block reads the next segment, which must have n bytes.
func (d *decoder) block(n int64, what string) (*mem.Block, error) {
	if got := d.size(); got != n || int64(int(n)) != n {
		return nil, damaged("segment %d holds %d bytes where %s takes %d", d.next, got, what, n)
	}
	b, err := d.al.Alloc(int(n))
	if err != nil {
		return nil, err
	}
	return b, d.read(b.Bytes()[:n])
}

// bytes reads the next segment into Go memory.
func (d *decoder) bytes() ([]byte, error) {
	n := d.size()
	if n < 0 || int64(int(n)) != n {
		return nil, damaged("segment %d is missing", d.next)
	}
	p := make([]byte, n)
	return p, d.read(p)
}

func (d *decoder) read(p []byte) error {
	d.next++
	return d.segs.Read(d.next-1, p)
}

func (d *decoder) value(h *valueHead, depth int) (any, error) {
	if depth > maxNest {
		return nil, damaged("tuples are nested deeper than %d", maxNest)
	}
	set := 0
	for _, is := range []bool{h.Array != nil, h.Frame != nil, h.Tuple != nil, h.Cell != nil, h.Column != nil, h.Index != nil} {
		if is {
			set++
		}
	}
	switch {
	case set != 1:
		return nil, damaged("a value of %d kinds", set)
	case h.Array != nil:
		return d.array(h.Array)
	case h.Frame != nil:
		return d.frame(h.Frame)
	case h.Tuple != nil:
		return d.tuple(h.Tuple, depth)
	case h.Column != nil:
		return d.column(h.Column)
	case h.Index != nil:
		return d.index(h.Index)
	}
	return oneCell(h.Cell)
}

func (d *decoder) tuple(h *tupleHead, depth int) (any, error) {
	vs := make([]any, len(h.Values))
	for i := range vs {
		var err error
		if vs[i], err = d.value(&h.Values[i], depth+1); err != nil {
			return nil, err
		}
	}
	if d.codec.Tuple != nil {
		return d.codec.Tuple(vs), nil
	}
	return Tuple(vs), nil
}

func (d *decoder) array(h *arrayHead) (*nd.Array, error) {
	t, err := parseDType(h.DType)
	if err != nil {
		return nil, err
	}
	n, ok := bytes(t, h.Shape)
	if !t.Fixed() || t.Null || !ok || !h.sane() {
		return nil, damaged("an array of %v, shape %v", t, h.Shape)
	}
	core := h.coreShape()
	n, _ = bytes(t, core)
	b, err := d.block(n, "an array of "+t.String()+", shape "+nd.ShapeString(core))
	if err != nil {
		return nil, err
	}
	if err := checkBools(t, b.Bytes()[:n]); err != nil {
		return nil, err
	}
	a := &nd.Array{DType: t, Shape: core, Strides: nd.Strides(core), Block: b}
	return h.expand(a)
}

// bytes is the size of a shape; false for what is negative or passes an int64.
func bytes(d dtype.DType, shape []int) (int64, bool) {
	n, zero := int64(d.Size()), false
	for _, k := range shape {
		if k < 0 {
			return 0, false
		}
		zero = zero || k == 0
		if k > 0 && n > (1<<62)/int64(k) {
			return 0, false
		}
		n *= int64(max(k, 1))
	}
	if zero {
		n = 0
	}
	return n, true
}

func parseDType(s string) (dtype.DType, error) {
	var d dtype.DType
	if err := d.UnmarshalText([]byte(s)); err != nil || d.IsZero() {
		return d, damaged("dtype %q", s)
	}
	return d, nil
}

// checkBools refuses bytes that are no Go bools.
func checkBools(d dtype.DType, p []byte) error {
	if !d.IsBool() {
		return nil
	}
	for i, v := range p {
		if v > 1 {
			return damaged("byte %d of bools is %d", i, v)
		}
	}
	return nil
}
