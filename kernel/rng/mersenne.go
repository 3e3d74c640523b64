package rng

// Mersenne is MT19937 of Matsumoto and Nishimura, "Mersenne Twister: a 623-dimensionally equidistributed
// uniform pseudo-random number generator" (TOMACS 1998): the numbers of NumPy's RandomState, one after the
// other. It is for draws that must be NumPy's; those that chunks share are of Philox.
type Mersenne struct {
	key [mersenneLen]uint32
	pos int
}

const (
	mersenneLen   = 624
	mersenneShift = 397
)

// NewMersenne is the generator of a seed as numpy.random.RandomState(seed) has it.
func NewMersenne(seed uint32) *Mersenne {
	m := &Mersenne{pos: mersenneLen}
	for i := range m.key {
		m.key[i] = seed
		seed = 1812433253*(seed^seed>>30) + uint32(i) + 1
	}
	return m
}

// twist makes the next words of the state.
func (m *Mersenne) twist() {
	for i := range m.key {
		y := m.key[i]&0x80000000 | m.key[(i+1)%mersenneLen]&0x7fffffff
		m.key[i] = m.key[(i+mersenneShift)%mersenneLen] ^ y>>1 ^ -(y&1)&0x9908b0df
	}
	m.pos = 0
}

// Uint32 is the next 32 bits.
func (m *Mersenne) Uint32() uint32 {
	if m.pos == mersenneLen {
		m.twist()
	}
	y := m.key[m.pos]
	m.pos++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// Uint64 is the next 64 bits, the first word above the second.
func (m *Mersenne) Uint64() uint64 { return uint64(m.Uint32())<<32 | uint64(m.Uint32()) }

// Float64 is the next number in [0, 1), of 53 bits.
func (m *Mersenne) Float64() float64 {
	a, b := m.Uint32()>>5, m.Uint32()>>6
	return (float64(a)*(1<<26) + float64(b)) / (1 << 53)
}

// UpTo is the next integer from 0 to most: those beyond are drawn again.
func (m *Mersenne) UpTo(most uint64) uint64 {
	mask := most
	for s := 1; s < 64; s *= 2 {
		mask |= mask >> s
	}
	for {
		v := uint64(0)
		if most <= 0xffffffff {
			v = uint64(m.Uint32()) & mask
		} else {
			v = m.Uint64() & mask
		}
		if v <= most {
			return v
		}
	}
}
