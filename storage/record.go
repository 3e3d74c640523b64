package storage

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// A record is one encoded value in a file, all numbers little-endian:
//
//	head:  u32 number of segments, for each u64 length and u32 crc32c, the codec's header, u32 crc32c of all before
//	data:  the segments, one after the other
type record struct {
	head []byte
	segs [][]byte
}

// A span is where a record lies in its file.
type span struct {
	off, size int64
	head      int64 // bytes of the head
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func crc(p []byte) uint32 { return crc32.Checksum(p, castagnoli) }

// encode makes the record of v. The segments are the codec's.
func encode(c Codec, v Value) (record, error) {
	header, segs, err := c.Encode(v)
	if err != nil {
		return record{}, err
	}
	h := make([]byte, 0, 8+12*len(segs)+len(header))
	h = binary.LittleEndian.AppendUint32(h, uint32(len(segs)))
	for _, s := range segs {
		h = binary.LittleEndian.AppendUint64(h, uint64(len(s)))
		h = binary.LittleEndian.AppendUint32(h, crc(s))
	}
	h = append(h, header...)
	h = binary.LittleEndian.AppendUint32(h, crc(h))
	return record{h, segs}, nil
}

func (r record) size() int64 {
	n := int64(len(r.head))
	for _, s := range r.segs {
		n += int64(len(s))
	}
	return n
}

// decode reads the value of the record at s in blocks of al. Damage is Lost; the caller names file and key.
func decode(c Codec, f io.ReaderAt, s span, al mem.Allocator) (Value, error) {
	header, segs, err := openRecord(f, s)
	if err != nil {
		return nil, err
	}
	return c.Decode(header, segs, al)
}

// openRecord reads the head of the record at s: the codec's header, and where the segments are.
func openRecord(f io.ReaderAt, s span) ([]byte, *segments, error) {
	if s.off < 0 || s.head < 8 || s.size < s.head || s.head > math.MaxInt32 || s.off > math.MaxInt64-s.size {
		return nil, nil, damaged("a record of %d bytes at %d with a head of %d", s.size, s.off, s.head)
	}
	head := make([]byte, s.head)
	if err := readFull(f, head, s.off); err != nil {
		return nil, nil, err
	}
	if at := len(head) - 4; crc(head[:at]) != binary.LittleEndian.Uint32(head[at:]) {
		return nil, nil, damaged("the checksum of the head of the record at %d differs", s.off)
	}
	head = head[:len(head)-4]
	n := int64(binary.LittleEndian.Uint32(head))
	if n > (int64(len(head))-4)/12 {
		return nil, nil, damaged("%d segments in a head of %d bytes", n, len(head))
	}
	segs := &segments{f: f, table: head[4 : 4+12*n], off: make([]int64, n+1)}
	at := s.off + s.head
	for i := range segs.off {
		segs.off[i] = at
		if i < int(n) {
			size := segs.Size(i)
			if size < 0 || size > s.off+s.size-at {
				return nil, nil, damaged("a segment of %d bytes in a record of %d", size, s.size)
			}
			at += size
		}
	}
	if at != s.off+s.size {
		return nil, nil, damaged("a record of %d bytes holds %d", s.size, at-s.off)
	}
	return head[4+12*n:], segs, nil
}

type segments struct {
	f     io.ReaderAt
	table []byte
	off   []int64
}

func (s *segments) Len() int { return len(s.table) / 12 }

func (s *segments) Size(i int) int64 { return int64(binary.LittleEndian.Uint64(s.table[12*i:])) }

func (s *segments) Read(i int, p []byte) error {
	if int64(len(p)) != s.Size(i) {
		return errs.New(errs.Internal, "segment %d has %d bytes, read into %d", i, s.Size(i), len(p))
	}
	if err := readFull(s.f, p, s.off[i]); err != nil {
		return err
	}
	if crc(p) != binary.LittleEndian.Uint32(s.table[12*i+8:]) {
		return damaged("the checksum of segment %d at %d differs", i, s.off[i])
	}
	return nil
}

func damaged(format string, args ...any) error { return errs.New(errs.Lost, format, args...) }

func readFull(f io.ReaderAt, p []byte, off int64) error {
	n, err := f.ReadAt(p, off)
	switch {
	case n == len(p):
		return nil
	case err == io.EOF || err == nil:
		return damaged("the file ends at %d, before %d", off+int64(n), off+int64(len(p)))
	}
	return errs.Wrap(errs.Lost, err, "read %d bytes at %d", len(p), off)
}
