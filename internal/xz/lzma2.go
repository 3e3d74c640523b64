package xz

import (
	"encoding/binary"
	"errors"
)

var errData = errors.New("damaged LZMA data")

// lzma2 unpacks the chunks of a block. Its buffer holds the history and what was not taken yet.
type lzma2 struct {
	buf   []byte
	out   int // of buf was taken
	dict  int // bytes of history that are kept
	begun int // where the history begins, below zero where its beginning was forgotten; nothing before it may be referred to
	in    []byte
	lz    decoder
	ready bool // a chunk has set the properties
	fresh bool // a chunk has begun the history
}

func (l *lzma2) reset(dict int) {
	l.dict, l.ready, l.fresh = max(dict, 4096), false, false
	l.begun = len(l.buf)
}

func (l *lzma2) pending() []byte { return l.buf[l.out:] }

// shrink forgets what is older than the history.
func (l *lzma2) shrink() {
	if drop := len(l.buf) - l.dict; drop > max(l.dict, 4<<20) && l.out == len(l.buf) {
		l.buf = l.buf[:copy(l.buf, l.buf[drop:])]
		l.out, l.begun = len(l.buf), l.begun-drop
	}
}

// chunk unpacks one; true at the end of the block.
func (l *lzma2) chunk(z *Reader) (end bool, err error) {
	l.shrink()
	c, err := z.byte()
	if err != nil || c == 0 {
		return err == nil, err
	}
	if c > 2 && c < 0x80 {
		return false, errData
	}
	if c == 1 || c >= 0xe0 {
		l.begun, l.fresh = len(l.buf), true
	}
	if !l.fresh {
		return false, errData
	}
	var h [2]byte
	if err := z.full(h[:]); err != nil {
		return false, err
	}
	size := int(binary.BigEndian.Uint16(h[:])) + 1
	if c < 0x80 { // as it is
		at := len(l.buf)
		l.buf = append(l.buf, make([]byte, size)...)
		if err := z.full(l.buf[at:]); err != nil {
			l.buf = l.buf[:at]
			return false, err
		}
		return false, nil
	}
	size += int(c&0x1f) << 16
	if err := z.full(h[:]); err != nil {
		return false, err
	}
	packed := int(binary.BigEndian.Uint16(h[:])) + 1
	switch {
	case c >= 0xc0:
		p, err := z.byte()
		if err != nil {
			return false, err
		}
		if !l.lz.properties(p) {
			return false, errData
		}
		l.ready = true
	case c >= 0xa0 && l.ready:
		l.lz.begin()
	}
	if !l.ready {
		return false, errData
	}
	if cap(l.in) < packed {
		l.in = make([]byte, 64<<10)
	}
	if err := z.full(l.in[:packed]); err != nil {
		return false, err
	}
	l.buf, err = l.lz.decode(l.buf, l.begun, size, l.in[:packed])
	return false, err
}
