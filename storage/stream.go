package storage

import (
	"encoding/binary"
	"hash/crc32"
	"sync/atomic"

	"github.com/mars-project/mars-go/internal/vfs"
)

// A Stream is a value, or a part of one, that is read from its spill file a piece at a time: sent, it takes
// no memory. It is not safe for concurrent use.
type Stream struct {
	s      *Store
	e      *entry
	f      vfs.File
	header []byte
	segs   *segments
	seg    int   // that is being read
	at     int64 // bytes of it that were read
	crc    uint32
	done   atomic.Bool
}

// Stream opens a value that is on disk alone, or with j >= 0 part j of one. ok is false for what is in
// memory, or not there, or damaged, and for Parts as a whole: Get them. The caller must Release it.
func (s *Store) Stream(key string, j int) (x *Stream, ok bool) {
	s.mu.Lock()
	e, err := s.find(key)
	return s.stream(e, err, j)
}

// stream opens e, unless there is an error. It is called with the lock and gives it up.
func (s *Store) stream(e *entry, err error, j int) (x *Stream, ok bool) {
	if err != nil || e.value != nil || e.file == nil || e.job != none || (j < 0) != (e.parts == 0) || j >= e.parts && j >= 0 {
		s.mu.Unlock()
		return nil, false
	}
	name := e.file.name
	s.policy.pin(e)
	s.mu.Unlock()
	x = &Stream{s: s, e: e}
	if x.open(name, max(j, 0)) != nil { // Get finds out why
		x.Release()
		return nil, false
	}
	return x, true
}

func (x *Stream) open(name string, j int) (err error) {
	if x.f, err = x.s.opts.FS.Open(name); err != nil {
		return err
	}
	r, err := openSpill(x.f, x.e.String())
	if err != nil {
		return err
	}
	if j >= r.parts {
		return damaged("it has %d parts, not %d", r.parts, j+1)
	}
	at, err := r.span(j)
	if err != nil {
		return err
	}
	x.header, x.segs, err = openRecord(x.f, at)
	return err
}

// Header is what the codec's Encode said of the value.
func (x *Stream) Header() []byte { return x.header }

// Len is the number of segments, Size the bytes of one.
func (x *Stream) Len() int         { return x.segs.Len() }
func (x *Stream) Size(i int) int64 { return x.segs.Size(i) }

// Read fills p with the next bytes of segment i; segments come in order, and each from its first byte. With
// the last bytes of a segment its checksum is verified: a difference is Lost, and the value is lost from then
// on.
func (x *Stream) Read(i int, p []byte) error {
	if i != x.seg || x.at == 0 {
		x.seg, x.at, x.crc = i, 0, 0
	}
	if err := readFull(x.f, p, x.segs.off[i]+x.at); err != nil {
		return x.lose(err)
	}
	x.crc = crc32.Update(x.crc, castagnoli, p)
	if x.at += int64(len(p)); x.at < x.segs.Size(i) {
		return nil
	}
	x.at = 0
	if x.crc != binary.LittleEndian.Uint32(x.segs.table[12*i+8:]) {
		return x.lose(damaged("the checksum of segment %d of chunk %s differs", i, x.e))
	}
	return nil
}

func (x *Stream) lose(err error) error {
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	x.e.lost, x.e.level = true, Gone
	return err
}

// Release closes the file and unpins the value. It may be called again.
func (x *Stream) Release() {
	if x.done.Swap(true) {
		return
	}
	if x.f != nil {
		_ = x.f.Close()
	}
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	x.s.unpin(x.e)
}
