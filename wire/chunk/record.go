package chunk

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func sum(p []byte) uint32 { return crc32.Checksum(p, castagnoli) }

// fixed is the bytes of a record's head before its table: its length and the number of segments.
const fixed = 8

// record is the head and the segments of v.
func (c Codec) record(v any) (bufs [][]byte, size int64, err error) {
	header, segs, err := c.Encode(v)
	if err != nil {
		return nil, 0, err
	}
	le := binary.LittleEndian
	n := fixed + 12*len(segs) + len(header) + 4
	if n > math.MaxInt32 {
		return nil, 0, errs.New(errs.Invalid, "a chunk with a header of %d bytes", n)
	}
	head := le.AppendUint32(make([]byte, 0, n), uint32(n))
	head = le.AppendUint32(head, uint32(len(segs)))
	size = int64(n)
	for _, s := range segs {
		head = le.AppendUint64(head, uint64(len(s)))
		head = le.AppendUint32(head, sum(s))
		size += int64(len(s))
	}
	head = append(head, header...)
	head = le.AppendUint32(head, sum(head))
	return append([][]byte{head}, segs...), size, nil
}

// ReadRecord reads the one value of a record of size bytes that r gives next, its segments straight into
// blocks of al. size is taken on trust: it is what the table of the object, or the length of the response,
// says.
func (c Codec) ReadRecord(r io.Reader, size int64, al mem.Allocator) (any, error) {
	s, header, err := openRecord(r, size)
	if err != nil {
		return nil, err
	}
	return c.Decode(header, s, al)
}

// stream is the segments of a record, in order.
type stream struct {
	r     io.Reader
	table []byte
	at    int64 // bytes read of the record
	size  int64
	next  int
}

func openRecord(r io.Reader, size int64) (*stream, []byte, error) {
	le := binary.LittleEndian
	var pre [fixed]byte
	if err := readFull(r, pre[:], 0, size); err != nil {
		return nil, nil, err
	}
	n, segs := int64(le.Uint32(pre[:])), int64(le.Uint32(pre[4:]))
	if n > math.MaxInt32 || n > size || fixed+12*segs+4 > n {
		return nil, nil, damaged("a head of %d bytes for %d segments in a record of %d", n, segs, size)
	}
	head, err := readSome(r, pre[:], n, size)
	if err != nil {
		return nil, nil, err
	}
	end := n - 4
	if sum(head[:end]) != le.Uint32(head[end:]) {
		return nil, nil, damaged("the checksum of its head differs")
	}
	s := &stream{r: r, table: head[fixed:][:12*segs], at: n, size: size}
	left := size - n
	for i := range s.Len() {
		k := s.Size(i)
		if k < 0 || k > left {
			return nil, nil, damaged("segment %d of %d bytes in a record of %d", i, k, size)
		}
		left -= k
	}
	if left != 0 {
		return nil, nil, damaged("%d bytes behind the last segment", left)
	}
	return s, head[fixed+12*segs : end], nil
}

// readSome reads a head of n bytes that begins with pre. It grows with what arrives, for n is not verified
// yet.
func readSome(r io.Reader, pre []byte, n, size int64) ([]byte, error) {
	head := append(make([]byte, 0, min(n, 64<<10)), pre...)
	for int64(len(head)) < n {
		k := len(head)
		step := min(n-int64(k), max(int64(k), 64<<10))
		head = append(head, make([]byte, step)...)
		if err := readFull(r, head[k:], int64(k), size); err != nil {
			return nil, err
		}
	}
	return head, nil
}

func (s *stream) Len() int { return len(s.table) / 12 }

func (s *stream) Size(i int) int64 { return int64(binary.LittleEndian.Uint64(s.table[12*i:])) }

func (s *stream) Read(i int, p []byte) error {
	if i != s.next || int64(len(p)) != s.Size(i) {
		return errs.New(errs.Internal, "segment %d read as %d of %d bytes", s.next, i, len(p))
	}
	s.next++
	if err := readFull(s.r, p, s.at, s.size); err != nil {
		return err
	}
	s.at += int64(len(p))
	if sum(p) != binary.LittleEndian.Uint32(s.table[12*i+8:]) {
		return damaged("the checksum of segment %d differs", i)
	}
	return nil
}

// readFull fills p with the bytes from `at` on of something that has size bytes. Its end is Lost; other
// errors keep their kind.
func readFull(r io.Reader, p []byte, at, size int64) error {
	n, err := io.ReadFull(r, p)
	switch {
	case err == nil:
		return nil
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return damaged("it ends at byte %d of %d", at+int64(n), size)
	}
	return errs.Wrap(errs.KindOf(err), err, "byte %d of %d", at+int64(n), size)
}
