package rng

import "math/bits"

// A Key chooses a sequence: every pair of seed and stream is independent of the others.
type Key struct {
	Seed   uint64
	Stream uint32 // tells the sequences of one operator apart
}

const (
	philoxM0 = 0xD2511F53
	philoxM1 = 0xCD9E8D57
	philoxW0 = 0x9E3779B9
	philoxW1 = 0xBB67AE85
)

// Philox is the 10-round bijection of counter c under key (k0, k1).
func Philox(c [4]uint32, k0, k1 uint32) [4]uint32 {
	c0, c1, c2, c3 := c[0], c[1], c[2], c[3]
	for range 10 {
		p0 := uint64(c0) * philoxM0
		p1 := uint64(c2) * philoxM1
		c0, c1, c2, c3 = uint32(p1>>32)^c1^k0, uint32(p1), uint32(p0>>32)^c3^k1, uint32(p0)
		k0 += philoxW0
		k1 += philoxW1
	}
	return [4]uint32{c0, c1, c2, c3}
}

// block is the four words at a position of the sequence; draw 0 is that of the dense fills.
func (k Key) block(pos uint64, draw uint32) [4]uint32 {
	return Philox([4]uint32{uint32(pos), uint32(pos >> 32), draw, k.Stream}, uint32(k.Seed), uint32(k.Seed>>32))
}

// pair is block as two 64-bit words, of draw 0.
func (k Key) pair(pos uint64) (a, b uint64) { return k.pairOf(pos, 0) }

func (k Key) pairOf(pos uint64, draw uint32) (a, b uint64) {
	w := k.block(pos, draw)
	return uint64(w[1])<<32 | uint64(w[0]), uint64(w[3])<<32 | uint64(w[2])
}

// unit is a uniform number in [0, 1) of 53 bits.
func unit(x uint64) float64 { return float64(x>>11) * 0x1p-53 }

// unitOpen is a uniform number in (0, 1], for logarithms.
func unitOpen(x uint64) float64 { return float64(x>>11+1) * 0x1p-53 }

// below is x scaled to [0, n) and whether the draw is unbiased; n is not zero. See Lemire, "Fast Random
// Integer Generation in an Interval" (ACM TOMACS 29, 2019).
func below(x, n uint64) (v uint64, ok bool) {
	hi, lo := bits.Mul64(x, n)
	return hi, lo >= n || lo >= -n%n
}
