package chunk

import (
	"encoding/binary"
	"io"
	"sort"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

const (
	magic    = "marschk1"
	rowBytes = 16
)

// Packed is an object ready to be written: views of the blocks of its values, which must live until it is.
type Packed struct {
	bufs  [][]byte
	start []int64 // of each buffer
	parts []Range
	size  int64
}

// A Range is where a part lies in an object.
type Range struct{ Off, Size int64 }

// Pack lays values into one object, each a part.
func (c Codec) Pack(values ...any) (*Packed, error) {
	le := binary.LittleEndian
	head := append(make([]byte, 0, tableEnd(len(values))), magic...)
	head = le.AppendUint32(head, uint32(len(values)))
	p := &Packed{bufs: [][]byte{nil}, size: tableEnd(len(values))}
	for i, v := range values {
		bufs, size, err := c.record(v)
		if err != nil {
			return nil, errs.Wrap(errs.KindOf(err), err, "part %d", i)
		}
		p.bufs = append(p.bufs, bufs...)
		p.parts = append(p.parts, Range{p.size, size})
		head = le.AppendUint64(le.AppendUint64(head, uint64(p.size)), uint64(size))
		p.size += size
	}
	p.bufs[0] = le.AppendUint32(head, sum(head))
	at := int64(0)
	for _, b := range p.bufs {
		p.start = append(p.start, at)
		at += int64(len(b))
	}
	return p, nil
}

// tableEnd is where the records of an object of n parts begin.
func tableEnd(n int) int64 { return int64(len(magic)) + 4 + rowBytes*int64(n) + 4 }

// Size is the number of bytes of the object.
func (p *Packed) Size() int64 { return p.size }

// Parts is the number of parts.
func (p *Packed) Parts() int { return len(p.parts) }

// Part is where part i lies; its bytes are what ReadRecord reads.
func (p *Packed) Part(i int) Range { return p.parts[i] }

// Buffers are the bytes of a range of the object without copying, for a vectored write. The range must lie in
// the object.
func (p *Packed) Buffers(r Range) [][]byte {
	var out [][]byte
	for i := sort.Search(len(p.start), func(i int) bool { return p.start[i] > r.Off }) - 1; i < len(p.bufs) && r.Size > 0; i++ {
		b := p.bufs[i][r.Off-p.start[i]:]
		b = b[:min(int64(len(b)), r.Size)]
		if len(b) > 0 {
			out = append(out, b)
		}
		r.Off += int64(len(b))
		r.Size -= int64(len(b))
	}
	return out
}

// WriteTo writes the object.
func (p *Packed) WriteTo(w io.Writer) (n int64, err error) {
	for _, b := range p.bufs {
		k, err := w.Write(b)
		n += int64(k)
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// An Object is a packed object being read part by part.
type Object struct {
	codec Codec
	r     io.ReaderAt
	parts []Range
}

// Open reads the table of an object of size bytes.
func (c Codec) Open(r io.ReaderAt, size int64) (*Object, error) {
	parts, err := readTable(io.NewSectionReader(r, 0, size), size)
	if err != nil {
		return nil, err
	}
	return &Object{codec: c, r: r, parts: parts}, nil
}

// Len is the number of parts.
func (o *Object) Len() int { return len(o.parts) }

// Range is where part i lies.
func (o *Object) Range(i int) Range { return o.parts[i] }

// Part reads part i alone.
func (o *Object) Part(i int, al mem.Allocator) (any, error) {
	if i < 0 || i >= len(o.parts) {
		return nil, errs.New(errs.NotFound, "part %d of a chunk of %d", i, len(o.parts))
	}
	p := o.parts[i]
	v, err := o.codec.ReadRecord(io.NewSectionReader(o.r, p.Off, p.Size), p.Size, al)
	if err != nil {
		return nil, errs.Wrap(errs.KindOf(err), err, "part %d", i)
	}
	return v, nil
}

// Unpack reads all parts of an object of size bytes from a stream.
func (c Codec) Unpack(r io.Reader, size int64, al mem.Allocator) ([]any, error) {
	parts, err := readTable(r, size)
	if err != nil {
		return nil, err
	}
	out := make([]any, len(parts))
	for i, p := range parts {
		if out[i], err = c.ReadRecord(r, p.Size, al); err != nil {
			return nil, errs.Wrap(errs.KindOf(err), err, "part %d", i)
		}
	}
	return out, nil
}

// readTable reads what stands before the records; they must follow each other and end with the object.
func readTable(r io.Reader, size int64) ([]Range, error) {
	le := binary.LittleEndian
	pre := make([]byte, len(magic)+4)
	if err := readFull(r, pre, 0, size); err != nil {
		return nil, err
	}
	if string(pre[:len(magic)]) != magic {
		return nil, damaged("it starts with %q", pre[:len(magic)])
	}
	n := int64(le.Uint32(pre[len(magic):]))
	end := tableEnd(int(n))
	if end > size {
		return nil, damaged("%d parts in %d bytes", n, size)
	}
	head, err := readSome(r, pre, end, size)
	if err != nil {
		return nil, err
	}
	if sum(head[:end-4]) != le.Uint32(head[end-4:]) {
		return nil, damaged("the checksum of its table differs")
	}
	parts := make([]Range, n)
	at := end
	for i := range parts {
		row := head[len(magic)+4+rowBytes*i:]
		parts[i] = Range{int64(le.Uint64(row)), int64(le.Uint64(row[8:]))}
		if parts[i].Off != at || parts[i].Size < 0 || parts[i].Size > size-at {
			return nil, damaged("part %d of %d bytes at %d, expected at %d of %d", i, parts[i].Size, parts[i].Off, at, size)
		}
		at += parts[i].Size
	}
	if at != size {
		return nil, damaged("%d bytes behind the last part", size-at)
	}
	return parts, nil
}
