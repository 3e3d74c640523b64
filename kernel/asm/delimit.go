package asm

import "encoding/binary"

// Marks are the bytes that cut delimited text in a run of 64 bytes, bit i for byte i.
type Marks struct {
	Ends   uint64 // separators and line feeds
	Feeds  uint64 // line feeds
	Quotes uint64
	Backs  uint64 // carriage returns
}

// Delimit finds what cuts text: out[i] is about text[64*i:]. It looks at len(out) runs, which text must hold, and reports whether all of it is ASCII.
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

// equalBytes has bit i set where byte i of x is c: bytes that are zero after the difference keep their high bit through an addition that carries out of no byte
// (H. Warren, "Hacker's Delight", 6-1); a product moves the eight bits together.
func equalBytes(x uint64, c byte) uint64 {
	x ^= everyByte * uint64(c)
	const low = 0x7f * everyByte
	zero := ^((x&low + low) | x | low) // 0x80 where the byte is zero
	return zero >> 7 * 0x0102040810204080 >> 56
}
