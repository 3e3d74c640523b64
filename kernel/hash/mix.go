package hash

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// The odd constants are the first primes above fractions of pi; nothing depends on them but the hashes, which
// must not change.
const (
	k0 = 0x243f6a8885a308d3 | 1
	k1 = 0x13198a2e03707345
	k2 = 0xa4093822299f31d1

	// Null is the hash of every missing value.
	Null = 0x452821e638d01377
)

// mix is a bijection-like scrambler: the two halves of a 128-bit product, folded.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^k0, b^k1)
	return hi ^ lo
}

// Uint64 is the hash of 64 bits.
func Uint64(v uint64) uint64 { return mix(v^v>>32, k2) ^ mix(v, k1) }

// Float64 is the hash of a number of any dtype: equal numbers have equal hashes. NaN is Null.
func Float64(v float64) uint64 {
	switch {
	case v != v:
		return Null
	case v == 0:
		v = 0 // not -0
	}
	return Uint64(math.Float64bits(v))
}

// Bytes is the hash of a text.
func Bytes(p []byte) uint64 {
	h := uint64(len(p)) * k2
	for len(p) > 16 {
		h = mix(binary.LittleEndian.Uint64(p)^h, binary.LittleEndian.Uint64(p[8:]))
		p = p[16:]
	}
	var a, b uint64
	switch n := len(p); {
	case n >= 8:
		a, b = binary.LittleEndian.Uint64(p), binary.LittleEndian.Uint64(p[n-8:])
	case n >= 4:
		a, b = uint64(binary.LittleEndian.Uint32(p)), uint64(binary.LittleEndian.Uint32(p[n-4:]))
	case n > 0:
		a, b = uint64(p[0])<<16|uint64(p[n/2])<<8|uint64(p[n-1]), 0
	}
	return mix(mix(a^k2, b^h), h^k0)
}

// join is the hash of a row so far and the next column.
func join(h, c uint64) uint64 { return mix(bits.RotateLeft64(h, 23), c) }
