package csv

import (
	"encoding/binary"
	"math"
	"math/bits"
	"unsafe"
)

// Loops over a column of numbers as they are mostly written. Each stops at the first field that is written
// otherwise, which the caller reads by itself. Words of eight bytes are loaded across the ends of fields;
// what does not belong to the field is shifted out, so that one path does for all lengths.

const (
	zeros   = 0x3030303030303030
	dots    = 0x2e2e2e2e2e2e2e2e
	ones    = 0x0101010101010101
	highs   = 0x8080808080808080
	aboveNo = 0x7676767676767676 // moves a digit above 9 into the high bit
)

// areDigits reports that bytes of x, from which '0' was taken by xor, are digits.
func areDigits(x uint64) bool { return (x|(x+aboveNo))&highs == 0 }

// sum8 is the number that eight digits write, the first in the lowest byte.
func sum8(x uint64) uint64 {
	x = x*10 + x>>8
	return (x&0x000000FF000000FF*0x000F424000000064 + x>>16&0x000000FF000000FF*0x0000271000000001) >> 32
}

// A base is the text of a block, with headPad bytes before it and tailPad behind, so that words at its places
// need no check.
type base struct{ p unsafe.Pointer }

func (c *cells) base() base { return base{unsafe.Pointer(unsafe.SliceData(c.mem[headPad:]))} }

// word is the eight bytes from place i on, which may begin eight before the text.
func (b base) word(i int) uint64 {
	return binary.LittleEndian.Uint64((*[8]byte)(unsafe.Add(b.p, i))[:])
}

func (b base) byte(i uint32) byte { return *(*byte)(unsafe.Add(b.p, int(i))) }

// last is the digits of the n <= 8 bytes before place i, in the highest bytes.
func (b base) last(i, n uint32) uint64 { return (b.word(int(i)-8) ^ zeros) & highest[n&15] }

// highest keeps the n highest bytes of a word.
var highest = func() (m [16]uint64) {
	for n := range 9 {
		m[n] = ^(^uint64(0) >> (8 * n))
	}
	return m
}()

// ends are the places of the fields of one column, which need no check: field i is where cells.at says.
type ends struct {
	p   unsafe.Pointer
	gap uint32
}

func (c *cells) ends() ends { return ends{unsafe.Pointer(unsafe.SliceData(c.pos)), c.gap} }

// at is where the field lies whose places are so many bytes behind those of the first.
func (p ends) at(off int) (lo, hi uint32) {
	q := (*[2]uint32)(unsafe.Add(p.p, off))
	return q[0] + p.gap, q[1]
}

// fastInts reads integers of up to 16 digits from row i on and returns the first row that is none.
func fastInts(out []int64, c *cells, i int) int {
	mem, pos, step := c.base(), c.ends(), 4*c.step
	for off := i * step; i < len(out); i, off = i+1, off+step {
		lo, hi := pos.at(off)
		if n := hi - lo; n-1 < 8 {
			if x := mem.last(hi, n); areDigits(x) {
				out[i] = int64(sum8(x))
				continue
			}
		}
		v, ok := mem.longInt(lo, hi)
		if !ok {
			return i
		}
		out[i] = v
	}
	return i
}

// longInt is an integer with a sign or of up to 16 digits.
//
//go:noinline
func (b base) longInt(lo, hi uint32) (v int64, ok bool) {
	n, neg := hi-lo, int64(0)
	if n > 0 && b.byte(lo) == '-' {
		neg = -1
		n--
	}
	if n-1 >= 16 {
		return 0, false
	}
	x, y := b.last(hi, min(n, 8)), uint64(0)
	if n > 8 {
		y = b.last(hi-8, n-8)
	}
	if !areDigits(x) || !areDigits(y) {
		return 0, false
	}
	return (int64(sum8(y)*1e8+sum8(x)) ^ neg) - neg, true
}

// fastFloats reads numbers of up to 8 digits before the point and 16 behind it, whose digits as a whole are
// below 2^53, from row i on. Empty fields are missing values if empty says so. It returns the first row that
// is neither.
func fastFloats(out []float64, c *cells, i int, empty bool) int {
	mem, pos, step := c.base(), c.ends(), 4*c.step
	for off := i * step; i < len(out); i, off = i+1, off+step {
		lo, hi := pos.at(off)
		if lo == hi && empty {
			out[i] = math.NaN()
			continue
		}
		sign := uint64(0)
		if mem.byte(lo) == '-' {
			sign = 1 << 63
			lo++
		}
		n := hi - lo
		x := mem.word(int(lo))
		z := x ^ dots
		z = (z - ones) &^ z & highs
		whole := min(uint32(bits.TrailingZeros64(z))/8, n) // 8 when there is no point
		frac := n - whole
		if frac > 0 {
			frac--
		}
		if n-1 >= 25 || whole == 8 && n > 8 && mem.byte(lo+8) != '.' || frac > 16 || whole+frac == 0 {
			return i
		}
		head := (x ^ zeros) << (64 - 8*whole)
		tail, rest := mem.last(hi, min(frac, 8)), uint64(0)
		if frac > 8 {
			rest = mem.last(hi-8, frac-8)
		}
		if !areDigits(head) || !areDigits(tail) || !areDigits(rest) {
			return i
		}
		v := sum8(head)
		if frac > 8 {
			if v >= 1000 || frac > 15 && v > 0 {
				return i
			}
			v = v*tens[frac-8] + sum8(rest)
			v = v*1e8 + sum8(tail)
		} else {
			v = v*tens[frac] + sum8(tail)
		}
		if v >= 1<<53 {
			return i
		}
		out[i] = math.Float64frombits(math.Float64bits(float64(v)/pow10[frac]) | sign)
	}
	return i
}

// tens are powers of ten.
var tens = [...]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8}

// fastFacts says what rows from i on are, up to the first that is no usual number.
func fastFacts(c *cells, i, n int) (int, Facts) {
	var seen Facts
	mem, pos, step := c.base(), c.ends(), 4*c.step
	for off := i * step; i < n; i, off = i+1, off+step {
		lo, hi := pos.at(off)
		size := hi - lo
		if size-1 < 8 {
			if x := mem.last(hi, size); areDigits(x) {
				seen |= seenInt
				continue
			}
		}
		if size > 0 && mem.byte(lo) == '-' {
			lo, size = lo+1, size-1
		}
		x := mem.word(int(lo))
		z := x ^ dots
		z = (z - ones) &^ z & highs
		whole := min(uint32(bits.TrailingZeros64(z))/8, size)
		frac := size - whole
		if whole == 0 || frac < 2 || frac > 9 || mem.byte(lo+whole) != '.' {
			return i, seen
		}
		if !areDigits((x^zeros)<<(64-8*whole)) || !areDigits(mem.last(hi, frac-1)) {
			return i, seen
		}
		seen |= seenFloat
	}
	return i, seen
}
