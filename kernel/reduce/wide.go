package reduce

import (
	"math"
	"math/bits"
)

// A wide is a sum of numbers without error: digits of 32 bits in words of 64, so that carries need not be
// taken along at once (Neal, Fast exact summation using small and large superaccumulators, 2015). Digit i
// counts 2^(32i+base).
type wide struct {
	digits []int64
	base   int
	room   int // additions before carries must be taken along
}

const (
	// lowest is the exponent of the least number of float64.
	lowest = -1074
	// wideBase is the exponent of the least bit of a square.
	wideBase = 2 * lowest
	// wideDigits hold what any count of squares may add up to, with a sign.
	wideDigits = (2*(1024+1074) + 64 + 31) / 32
	// wideRoom is how many additions of less than 2^32 a digit of 63 bits has room for.
	wideRoom = 1 << 30
)

func newWide() *wide { return &wide{make([]int64, wideDigits), wideBase, wideRoom} }

// clear makes it 0.
func (w *wide) clear() {
	clear(w.digits)
	w.room = wideRoom
}

// parts are a finite number as m times 2^exp, m below 2^53.
func parts(x float64) (m uint64, exp int) {
	b := math.Float64bits(x)
	m = b & (1<<52 - 1)
	if exp = int(b >> 52 & 0x7ff); exp > 0 {
		m |= 1 << 52
		exp--
	}
	return m, exp + lowest
}

// add adds a finite number.
func (w *wide) add(x float64) {
	m, exp := parts(x)
	w.put(0, m, exp, math.Signbit(x))
}

// put adds or takes off the number hi 2^64 + lo, times 2^exp.
func (w *wide) put(hi, lo uint64, exp int, minus bool) {
	p := exp - w.base
	d, r := w.digits[p>>5:], uint(p&31)
	x := [3]uint64{lo << r, hi<<r | lo>>(64-r), hi >> (64 - r)}
	s := int64(1)
	if minus {
		s = -1
	}
	for i, v := range x {
		if v != 0 {
			d[2*i] += s * int64(v&(1<<32-1))
			d[2*i+1] += s * int64(v>>32)
		}
	}
	if w.room--; w.room == 0 {
		w.carry()
	}
}

// carry leaves every digit but the last from 0 to 2^32-1.
func (w *wide) carry() {
	var c int64
	last := len(w.digits) - 1
	for i, d := range w.digits[:last] {
		d += c
		w.digits[i] = d & (1<<32 - 1)
		c = d >> 32
	}
	w.digits[last] += c
	w.room = wideRoom
}

// join adds v, which has the same base.
func (w *wide) join(v *wide) {
	v.carry()
	w.carry()
	for i, d := range v.digits {
		w.digits[i] += d
	}
	w.carry()
}

// abs takes carries along, makes the number positive and tells its sign and its highest bit that is one; top
// is less than 0 for 0.
func (w *wide) abs() (minus bool, top int) {
	w.carry()
	if minus = w.digits[len(w.digits)-1] < 0; minus {
		for i := range w.digits {
			w.digits[i] = -w.digits[i]
		}
		w.carry()
	}
	for i := len(w.digits) - 1; i >= 0; i-- {
		if d := w.digits[i]; d != 0 {
			return minus, 32*i + bits.Len64(uint64(d)) - 1
		}
	}
	return minus, -1
}

// zero tells that the number is 0.
func (w *wide) zero() bool {
	w.carry()
	for _, d := range w.digits {
		if d != 0 {
			return false
		}
	}
	return true
}

// round is the float64 next to the number, the even one of two, or an infinity.
func (w *wide) round() float64 {
	minus, top := w.abs()
	if top < 0 {
		return 0
	}
	floor := lowest - w.base // where the bits of a float64 end
	q := max(top-52, floor)
	var m uint64
	if q <= top {
		i, r := q>>5, uint(q&31)
		m = w.digit(i)>>r | w.digit(i+1)<<(32-r) | w.digit(i+2)<<(64-r)
		m &= 1<<53 - 1
	}
	if w.bit(q-1) && (m&1 == 1 || w.below(q-1)) {
		m++
	}
	b := uint64(q-floor)<<52 + m
	if b >= 0x7ff<<52 {
		b = 0x7ff << 52
	}
	if minus {
		w.negate()
		b |= 1 << 63
	}
	return math.Float64frombits(b)
}

func (w *wide) negate() {
	for i := range w.digits {
		w.digits[i] = -w.digits[i]
	}
}

func (w *wide) digit(i int) uint64 {
	if i >= len(w.digits) {
		return 0
	}
	return uint64(w.digits[i])
}

func (w *wide) bit(p int) bool { return p >= 0 && w.digits[p>>5]>>(p&31)&1 == 1 }

// below tells that a bit below bit p is one.
func (w *wide) below(p int) bool {
	if w.digits[p>>5]&(1<<(p&31)-1) != 0 {
		return true
	}
	for _, d := range w.digits[:p>>5] {
		if d != 0 {
			return true
		}
	}
	return false
}
