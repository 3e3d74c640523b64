package plane

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math"

	"github.com/zeebo/xxh3"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
)

// An answer to a fetch is a sequence of frames, all numbers little-endian. Items come in the order in which
// they were asked for, each as a value, or as missing; a checksum is the crc32c of what it stands behind.
//
//	'w'                                        the sender waits for a slot, or for a disk: nothing, but it lives
//	'n' u32 item, u32 crc                      the node does not have it
//	'v' u32 item, u32 length, head, u32 crc    a value, its data next
//	'r' u32 item, u32 tag, u32 crc             a value that goes on where an earlier answer broke, its data next
//	'e' u32 length, failure in CBOR, u32 crc   an error, the last of this answer
//	'z' u32 items, u32 crc                     the end
//
// A head is u32 segments, u64 bytes of each, u32 length of the facts, the facts in CBOR, the header that
// data.Pack made. Data is the segments, each in pieces of at most pieceBytes, each followed by its xxh3 in 8
// bytes, a hash at the speed of memory. The tag of a value is the checksum of its head: values of one key are
// equal, so equal heads mean equal data.
const (
	sayWait    = 'w'
	sayMissing = 'n'
	sayValue   = 'v'
	sayResume  = 'r'
	sayError   = 'e'
	sayEnd     = 'z'
)

const (
	pieceBytes = 512 << 10
	stepBytes  = 128 << 10 // fits into the cache of a core
	maxHead    = 256 << 20 // bytes of the head of a value
	maxFailure = 1 << 20
	maxValue   = 1 << 46 // bytes of a value: more is damage
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func sum(p []byte) uint32 { return crc32.Checksum(p, castagnoli) }

func crcOf(a, b []byte) uint32 { return crc32.Update(sum(a), castagnoli, b) }

// An item is what is asked for: a value, or with Part >= 0 a part of a partitioned one.
type item struct {
	_    struct{} `cbor:",toarray"`
	Key  op.Key
	Part int32
}

// A resume says from where on the first item is wanted.
type resume struct {
	Tag uint32 `cbor:"1,keyasint"`
	Seg int    `cbor:"2,keyasint"`
	Off int64  `cbor:"3,keyasint"` // a multiple of pieceBytes
}

// fits reports that there is such a place.
func (r *resume) fits(tag uint32, segs segments) bool {
	return r != nil && r.Tag == tag && r.Seg >= 0 && r.Seg < segs.Len() && r.Off >= 0 && r.Off%pieceBytes == 0 && r.Off < segs.Size(r.Seg)
}

// A message is a frame that was read.
type message struct {
	kind  byte
	index int
	tag   uint32
	head  head
	err   error // of an error frame
}

// readFailure is the error that an error frame carries.
func readFailure(b []byte) (failure, err error) {
	var f service.Failure
	if err := oscar.Decode(b, &f); err != nil {
		return nil, damaged("a failure: %v", err)
	}
	return f.Err(), nil
}

// A head describes a value.
type head struct {
	sizes  []int64
	facts  op.Facts
	header []byte
}

// appendHead writes the head of a value.
func appendHead(b []byte, header []byte, segs segments, facts []byte) []byte {
	le := binary.LittleEndian
	b = le.AppendUint32(b, uint32(segs.Len()))
	for i := range segs.Len() {
		b = le.AppendUint64(b, uint64(segs.Size(i)))
	}
	b = le.AppendUint32(b, uint32(len(facts)))
	return append(append(b, facts...), header...)
}

func damaged(format string, args ...any) error {
	return errs.New(errs.Invalid, "damaged transfer: "+format, args...)
}

// readHead is the inverse of appendHead.
func readHead(b []byte) (h head, err error) {
	le := binary.LittleEndian
	if len(b) < 8 {
		return h, damaged("a head of %d bytes", len(b))
	}
	n := int64(le.Uint32(b))
	if n > int64(len(b)-8)/8 {
		return h, damaged("%d segments in a head of %d bytes", n, len(b))
	}
	h.sizes = make([]int64, n)
	left := int64(maxValue)
	for i := range h.sizes {
		k := int64(le.Uint64(b[4+8*i:]))
		if k < 0 || k > left {
			return h, damaged("segment %d of %d bytes", i, k)
		}
		h.sizes[i] = k
		left -= k
	}
	b = b[4+8*n:]
	k := int64(le.Uint32(b))
	if b = b[4:]; k > int64(len(b)) {
		return h, damaged("facts of %d bytes in %d", k, len(b))
	}
	if k > 0 {
		if err := oscar.Decode(b[:k], &h.facts); err != nil {
			return h, damaged("facts: %v", err)
		}
	}
	h.header = b[k:]
	return h, nil
}

// readMessage reads a frame; data that follow it are left in r. An error of r is returned as it is, an end in
// the middle as io.ErrUnexpectedEOF; damage is Invalid.
func readMessage(r io.Reader) (m message, err error) {
	var pre [9]byte
	if _, err := io.ReadFull(r, pre[:1]); err != nil {
		return m, early(err)
	}
	m.kind = pre[0]
	fixed := 5
	switch m.kind {
	case sayWait:
		return m, nil
	case sayMissing, sayEnd, sayError:
	case sayValue, sayResume:
		fixed = 9
	default:
		return m, damaged("a frame of kind %q", m.kind)
	}
	if _, err := io.ReadFull(r, pre[1:fixed]); err != nil {
		return m, early(err)
	}
	le := binary.LittleEndian
	first := le.Uint32(pre[1:])
	second := le.Uint32(pre[5:])
	var body []byte
	switch {
	case m.kind == sayError && first > maxFailure, m.kind == sayValue && second > maxHead:
		return m, damaged("a frame %q of %d bytes", m.kind, max(first, second))
	case m.kind == sayError:
		body, err = readSome(r, int(first))
	case m.kind == sayValue:
		body, err = readSome(r, int(second))
	}
	if err != nil {
		return m, err
	}
	var tail [4]byte
	if _, err := io.ReadFull(r, tail[:]); err != nil {
		return m, early(err)
	}
	if crcOf(pre[:fixed], body) != le.Uint32(tail[:]) {
		return m, damaged("the checksum of a frame %q differs", m.kind)
	}
	if first > math.MaxInt32 {
		return m, damaged("item %d", first)
	}
	m.index = int(first)
	switch m.kind {
	case sayResume:
		m.tag = second
	case sayValue:
		m.tag = sum(body)
		m.head, err = readHead(body)
	case sayError:
		m.err, err = readFailure(body)
	}
	return m, err
}

// early makes an end where more was expected one.
func early(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// readSome reads n bytes. It grows with what arrives, for n is not verified yet.
func readSome(r io.Reader, n int) ([]byte, error) {
	b := make([]byte, 0, min(n, 64<<10))
	for len(b) < n {
		k := len(b)
		b = append(b, make([]byte, min(n-k, max(k, 64<<10)))...)
		if _, err := io.ReadFull(r, b[k:]); err != nil {
			return nil, early(err)
		}
	}
	return b, nil
}

// readPiece fills p and checks it against the checksum behind it.
func readPiece(r io.Reader, p []byte) error {
	hash, done := uint64(0), 0
	for at := 0; at < len(p); {
		n, err := r.Read(p[at:])
		if at += n; at < len(p) && err != nil {
			return early(err)
		}
		for end := min(done+stepBytes, len(p)); done < end && end <= at; end = min(done+stepBytes, len(p)) {
			hash = xxh3.HashSeed(p[done:end], hash) // while it is in the cache
			done = end
		}
	}
	var tail [8]byte
	if _, err := io.ReadFull(r, tail[:]); err != nil {
		return early(err)
	}
	if hash != binary.LittleEndian.Uint64(tail[:]) {
		return damaged("the checksum of a piece of %d bytes differs", len(p))
	}
	return nil
}
