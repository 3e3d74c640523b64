package dtype

import "math"

// F16 is an IEEE 754 binary16 number as its bits. Arithmetic is done in float32 and rounded back.
type F16 uint16

// Float32 is the exact value of h. NaN payloads are kept in the upper bits, as NumPy does.
func (h F16) Float32() float32 {
	sign := uint32(h&0x8000) << 16
	exp := uint32(h>>10) & 0x1f
	man := uint32(h & 0x3ff)
	switch {
	case exp == 0x1f:
		return math.Float32frombits(sign | 0x7f800000 | man<<13)
	case exp != 0:
		return math.Float32frombits(sign | (exp+112)<<23 | man<<13)
	}
	v := float32(man) * (1.0 / (1 << 24)) // subnormal: exact
	return math.Float32frombits(sign | math.Float32bits(v))
}

// Float64 is the exact value of h.
func (h F16) Float64() float64 { return float64(h.Float32()) }

// ToF16 rounds f to the nearest float16, ties to even; beyond 65504 (from 65520 on) it is infinite. A NaN
// stays a NaN.
func ToF16(f float32) F16 {
	b := math.Float32bits(f)
	sign := F16(b>>16) & 0x8000
	abs := b & 0x7fffffff
	switch {
	case abs > 0x7f800000: // NaN; a payload that would vanish becomes 1
		man := F16(abs>>13) & 0x3ff
		if man == 0 {
			man = 1
		}
		return sign | 0x7c00 | man
	case abs >= 0x47800000: // 65536 and above
		return sign | 0x7c00
	case abs >= 0x38800000: // normal: adding rounds, and a carry moves into the exponent
		abs -= 112 << 23
		return sign | F16((abs+0xfff+abs>>13&1)>>13)
	case abs < 0x33000000: // below half of the least subnormal
		return sign
	}
	// Subnormal: the mantissa with its hidden bit is shifted to units of 2^-24.
	man := abs&0x7fffff | 0x800000
	shift := 126 - abs>>23
	r := man >> shift
	rest := man & (1<<shift - 1)
	half := uint32(1) << (shift - 1)
	if rest > half || rest == half && r&1 == 1 {
		r++
	}
	return sign | F16(r)
}

// ToF16From64 rounds f to the nearest float16 directly, without the double rounding of a step over float32.
func ToF16From64(f float64) F16 {
	g := float32(f)
	if d := float64(g); d != f && !math.IsNaN(f) && !math.IsInf(d, 0) {
		// Round to odd: an inexact float32 with its last bit set is never mistaken for a tie.
		b := math.Float32bits(g)
		if b&1 == 0 && math.Abs(d) > math.Abs(f) {
			b--
		}
		g = math.Float32frombits(b | 1)
	}
	return ToF16(g)
}

// IsNaN reports that h is not a number.
func (h F16) IsNaN() bool { return h&0x7fff > 0x7c00 }
