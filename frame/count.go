package frame

import (
	"encoding/binary"
	"math"
	"math/bits"
	"unsafe"
)

// countNaN is how many of the floats with these bits are no numbers: those that, without their sign, are
// above the bits of infinity. The loop has no branch and adds four at a time, so that it reads as fast as
// memory gives.
func countNaN(vs []uint64) int {
	const inf = 0x7ff << 52
	above := func(v uint64) uint64 { return (inf - v&math.MaxInt64) >> 63 }
	var a, b, c, d uint64
	for ; len(vs) >= 4; vs = vs[4:] {
		a += above(vs[0])
		b += above(vs[1])
		c += above(vs[2])
		d += above(vs[3])
	}
	for _, v := range vs {
		a += above(v)
	}
	return int(a + b + c + d)
}

// countNegative is how many integers are below zero: eight bytes at a time are asked for the highest bits of
// what they hold.
func countNegative[T int8 | int16 | int32](vs []T) int {
	n := 0
	if len(vs) == 0 {
		return 0
	}
	var signs uint64
	size := int(unsafe.Sizeof(vs[0]))
	for k := range 8 / size {
		signs |= 1 << (8*size*(k+1) - 1)
	}
	per := 8 / size
	b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(vs))), len(vs)/per*8)
	for ; len(b) >= 32; b = b[32:] {
		n += bits.OnesCount64(binary.LittleEndian.Uint64(b)&signs) + bits.OnesCount64(binary.LittleEndian.Uint64(b[8:])&signs) +
			bits.OnesCount64(binary.LittleEndian.Uint64(b[16:])&signs) + bits.OnesCount64(binary.LittleEndian.Uint64(b[24:])&signs)
	}
	for ; len(b) >= 8; b = b[8:] {
		n += bits.OnesCount64(binary.LittleEndian.Uint64(b) & signs)
	}
	for _, v := range vs[len(vs)/per*per:] {
		if v < 0 {
			n++
		}
	}
	return n
}
