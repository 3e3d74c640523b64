package asm

import (
	"encoding/binary"
	"math/bits"
)

// Marks are the bytes that cut delimited text in a run of 64 bytes, bit i for byte i.
type Marks struct {
	Ends   uint64 // separators and line feeds
	Feeds  uint64 // line feeds
	Quotes uint64
	Backs  uint64 // carriage returns
}

// Delimit finds what cuts text: out[i] is about text[64*i:]. It looks at len(out) runs, which text must hold,
// and reports whether all of it is ASCII.
func Delimit(l Level, out []Marks, text []byte, sep, quote byte) (ascii bool) {
	if len(out) == 0 {
		return true
	}
	text = text[:64*len(out)]
	if l != Portable {
		return delimitOf(l, &out[0].Ends, &text[0], len(out), uint64(sep), uint64(quote)) == 0
	}
	high := uint64(0)
	for i := range out {
		var m Marks
		for k := 0; k < 64; k += 8 {
			x := binary.LittleEndian.Uint64(text[64*i+k:])
			high |= x
			feeds := equalBytes(x, '\n')
			m.Ends |= (feeds | equalBytes(x, sep)) << k
			m.Feeds |= feeds << k
			m.Quotes |= equalBytes(x, quote) << k
			m.Backs |= equalBytes(x, '\r') << k
		}
		out[i] = m
	}
	return high&(0x80*everyByte) == 0
}

const everyByte = 0x0101010101010101

// equalBytes has bit i set where byte i of x is c: bytes that are zero after the difference keep their high
// bit through an addition that carries out of no byte (H. Warren, "Hacker's Delight", 6-1); a product moves
// the eight bits together.
func equalBytes(x uint64, c byte) uint64 {
	x ^= everyByte * uint64(c)
	const low = 0x7f * everyByte
	zero := ^((x&low + low) | x | low) // 0x80 where the byte is zero
	return zero >> 7 * 0x0102040810204080 >> 56
}

// PlacesRoom is how many places more than there are Places may write.
const PlacesRoom = 72

// Places writes the places of all Ends to out, counted from at for the first byte of the first run, and says
// how many there are. out has room for PlacesRoom more, which may be written too.
func Places(l Level, out []uint32, marks []Marks, at uint32) (n int) {
	if l == AVX512 && len(marks) > 0 {
		room := PlacesRoom
		for i := range marks {
			room += bits.OnesCount64(marks[i].Ends)
		}
		return placesOf(&out[:room][0], &marks[0].Ends, len(marks), uint64(at))
	}
	for i := range marks {
		w := marks[i].Ends
		left := bits.OnesCount64(w)
		for p := out[n : n+PlacesRoom]; left > 0; left -= 8 {
			q := (*[8]uint32)(p)
			for k := range q {
				q[k] = at + uint32(bits.TrailingZeros64(w))
				w &= w - 1
			}
			p = p[8:]
			n += min(left, 8)
		}
		at += 64
	}
	return n
}
