package str

import (
	"encoding/binary"
	"math/bits"
)

// Words of eight bytes: one bit of each.
const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// between has bit 7 of every byte of w, none of them above 127, that lies from lo to hi.
func between(w uint64, lo, hi byte) uint64 {
	return (w + (0x80-uint64(lo))*ones) &^ (w + (0x7f-uint64(hi))*ones) & highs
}

// asciiCase appends s with the letters from lo to lo+25 in the other case; false, with nothing appended,
// where s is not ASCII.
func asciiCase(dst, s []byte, lo byte) ([]byte, bool) {
	n := len(dst)
	dst = append(dst, s...)
	p := dst[n:]
	for len(p) >= 8 {
		w := binary.LittleEndian.Uint64(p)
		if w&highs != 0 {
			return dst[:n], false
		}
		binary.LittleEndian.PutUint64(p, w^between(w, lo, lo+25)>>2)
		p = p[8:]
	}
	for i, c := range p {
		if c >= 0x80 {
			return dst[:n], false
		}
		if c-lo < 26 {
			p[i] = c ^ 0x20
		}
	}
	return dst, true
}

// runes is the number of characters of valid UTF-8: the bytes that do not continue one.
func runes(s []byte) int {
	n := len(s)
	for len(s) >= 8 {
		w := binary.LittleEndian.Uint64(s)
		n -= bits.OnesCount64(w & ^(w << 1) & highs) // 10xxxxxx
		s = s[8:]
	}
	for _, c := range s {
		if c&0xc0 == 0x80 {
			n--
		}
	}
	return n
}
