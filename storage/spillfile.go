package storage

import (
	"encoding/binary"

	"github.com/mars-project/mars-go/internal/vfs"
)

// A spill file holds one key, all numbers little-endian:
//
//	magic   8 bytes
//	records one for each part; a plain value is one part
//	key
//	table   for each part u64 offset, u64 bytes, u32 bytes of the head, u32 crc32c of the 20 bytes before
//	tail    u64 offset of the table, u32 parts, u32 bytes of the key, u32 crc32c of the key, u32 flags,
//	        u32 crc32c of the 24 bytes before, magic
//
// A part is read without the rest: tail, its row of the table, head, segments.
const (
	magic     = "marsspl1"
	rowBytes  = 24
	tailBytes = 36
	flagParts = 1 // the value is Parts
)

// spillSegs is the content of the file of key: segments to write in one go, and their bytes.
func spillSegs(key string, recs []record, flags uint32) (segs [][]byte, size int64) {
	segs = append(segs, []byte(magic))
	size = int64(len(magic))
	le := binary.LittleEndian
	end := make([]byte, 0, len(key)+rowBytes*len(recs)+tailBytes)
	end = append(end, key...)
	for _, r := range recs {
		n := r.size()
		row := make([]byte, 0, rowBytes)
		row = le.AppendUint64(row, uint64(size))
		row = le.AppendUint64(row, uint64(n))
		row = le.AppendUint32(row, uint32(len(r.head)))
		end = append(end, le.AppendUint32(row, crc(row))...)
		segs = append(append(segs, r.head), r.segs...)
		size += n
	}
	at := len(end)
	end = le.AppendUint64(end, uint64(size)+uint64(len(key)))
	end = le.AppendUint32(end, uint32(len(recs)))
	end = le.AppendUint32(end, uint32(len(key)))
	end = le.AppendUint32(end, crc([]byte(key)))
	end = le.AppendUint32(end, flags)
	end = le.AppendUint32(end, crc(end[at:]))
	end = append(end, magic...)
	return append(segs, end), size + int64(len(end))
}

// A spillReader reads the parts of an open spill file.
type spillReader struct {
	f     vfs.File
	parts int
	flags uint32
	table int64 // its offset
}

// openSpill checks the tail and that the file is that of key.
func openSpill(f vfs.File, key string) (*spillReader, error) {
	size, err := f.Size()
	if err != nil {
		return nil, damaged("its size: %v", err)
	}
	if size < int64(len(magic)+tailBytes) {
		return nil, damaged("it has only %d bytes", size)
	}
	t := make([]byte, tailBytes)
	if err := readFull(f, t, size-tailBytes); err != nil {
		return nil, err
	}
	le := binary.LittleEndian
	if string(t[28:]) != magic || crc(t[:24]) != le.Uint32(t[24:]) {
		return nil, damaged("its end is not that of a spill file")
	}
	r := &spillReader{f: f, table: int64(le.Uint64(t)), parts: int(le.Uint32(t[8:])), flags: le.Uint32(t[20:])}
	if int64(le.Uint32(t[12:])) != int64(len(key)) || le.Uint32(t[16:]) != crc([]byte(key)) {
		return nil, damaged("it is the file of another key")
	}
	if r.table < int64(len(magic)+len(key)) || r.table != size-tailBytes-rowBytes*int64(r.parts) {
		return nil, damaged("its table of %d parts is at %d of %d bytes", r.parts, r.table, size)
	}
	return r, nil
}

// span is where part j lies.
func (r *spillReader) span(j int) (span, error) {
	row := make([]byte, rowBytes)
	if err := readFull(r.f, row, r.table+rowBytes*int64(j)); err != nil {
		return span{}, err
	}
	le := binary.LittleEndian
	if crc(row[:20]) != le.Uint32(row[20:]) {
		return span{}, damaged("the checksum of row %d of its table differs", j)
	}
	s := span{off: int64(le.Uint64(row)), size: int64(le.Uint64(row[8:])), head: int64(le.Uint32(row[16:]))}
	if s.off < int64(len(magic)) || s.size < 0 || s.size > r.table-s.off {
		return span{}, damaged("part %d of %d bytes at %d is not in the file", j, s.size, s.off)
	}
	return s, nil
}
