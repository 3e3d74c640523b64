package csv

import (
	"encoding/binary"
	"math"
	"strconv"
	"unsafe"
)

// Eight digits at once: D. Lemire, "Number Parsing at a Gigabyte per Second", Software: Practice and
// Experience 51 (2021), https://arxiv.org/abs/2101.11408. One word is checked and converted with three
// multiplications.

func isDigits8(x uint64) bool {
	return (x&0xF0F0F0F0F0F0F0F0)|((x+0x0606060606060606)&0xF0F0F0F0F0F0F0F0)>>4 == 0x3333333333333333
}

func digits8(x uint64) uint64 {
	x -= 0x3030303030303030
	x = x*10 + x>>8
	return (x&0x000000FF000000FF*0x000F424000000064 + x>>16&0x000000FF000000FF*0x0000271000000001) >> 32
}

// digits reads digits of b from p on into v, as long as 18 of them hold it, and returns where they end.
func digits(b []byte, p int, v uint64) (uint64, int) {
	for p+8 <= len(b) {
		x := binary.LittleEndian.Uint64(b[p:])
		if !isDigits8(x) || v >= 1e10 {
			break
		}
		v = v*1e8 + digits8(x)
		p += 8
	}
	for p < len(b) && b[p]-'0' < 10 && v < 1e17 {
		v = v*10 + uint64(b[p]-'0')
		p++
	}
	return v, p
}

func isBlankByte(c byte) bool { return c == ' ' || c-'\t' < 5 }

// trimBlanks cuts the white space that numbers may stand in.
func trimBlanks(b []byte) []byte {
	for len(b) > 0 && isBlankByte(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && isBlankByte(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

// parseInt reads an integer of up to 64 bits. Outcomes: 1. seenInt, perhaps with seenNeg: v. 2. seenUint: v
// as a uint64.
// 3. seenBig: an integer that is neither. 4. zero: no integer.
func parseInt(b []byte) (v int64, what Facts) {
	p, neg := 0, false
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		p, neg = 1, b[0] == '-'
	}
	u, q := digits(b, p, 0)
	if q == len(b) && q > p {
		if neg {
			return -int64(u), seenInt | seenNeg
		}
		return int64(u), seenInt
	}
	if len(b) > 0 && (isBlankByte(b[0]) || isBlankByte(b[len(b)-1])) {
		return parseInt(trimBlanks(b))
	}
	return parseWide(b, p, neg)
}

// parseWide is parseInt of numbers of 19 digits and more.
func parseWide(b []byte, p int, neg bool) (int64, Facts) {
	if p == len(b) {
		return 0, 0
	}
	for _, c := range b[p:] {
		if c-'0' > 9 {
			return 0, 0
		}
	}
	u, err := strconv.ParseUint(text(b[p:]), 10, 64)
	switch {
	case err != nil, neg && u > 1<<63:
		return 0, seenBig
	case neg:
		return -int64(u), seenInt | seenNeg
	case u > math.MaxInt64:
		return int64(u), seenUint
	}
	return int64(u), seenInt
}

// text is b as a string for the time of a call.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

var pow10 = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
	1e20, 1e21, 1e22,
}

// parseFloat reads a number with an optional point and exponent, or an infinity. A mantissa below 2^53 and a
// power of ten up to 10^22 are exact, so that one operation rounds correctly (W. Clinger, "How to Read
// Floating Point Numbers Accurately", 1990); strconv has the rest.
func parseFloat(b []byte) (float64, bool) {
	p, neg := 0, false
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		p, neg = 1, b[0] == '-'
	}
	v, q := digits(b, p, 0)
	n, exp := q-p, 0
	if q < len(b) && b[q] == '.' {
		var r int
		v, r = digits(b, q+1, v)
		exp = q + 1 - r
		n -= exp
		q = r
	}
	if n > 0 && q < len(b) && b[q]|0x20 == 'e' {
		e, r, ok := exponent(b, q+1)
		if !ok {
			return slowFloat(b)
		}
		exp, q = exp+e, r
	}
	if n == 0 || q < len(b) || v >= 1<<53 || exp < -22 || exp > 22 {
		return slowFloat(b)
	}
	f := float64(v)
	if exp < 0 {
		f /= pow10[-exp]
	} else if exp > 0 {
		f *= pow10[exp]
	}
	if neg {
		f = -f
	}
	return f, true
}

func exponent(b []byte, p int) (e, end int, ok bool) {
	neg := false
	if p < len(b) && (b[p] == '-' || b[p] == '+') {
		neg = b[p] == '-'
		p++
	}
	from := p
	for p < len(b) && b[p]-'0' < 10 && e < 1e6 {
		e = e*10 + int(b[p]-'0')
		p++
	}
	if neg {
		e = -e
	}
	return e, p, p > from
}

// slowFloat checks the grammar, which is narrower than Go's, and leaves the rounding to strconv.
func slowFloat(b []byte) (float64, bool) {
	b = trimBlanks(b)
	p, n := 0, 0
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		p = 1
	}
	for ; p < len(b) && b[p]-'0' < 10; p++ {
		n++
	}
	if p < len(b) && b[p] == '.' {
		for p++; p < len(b) && b[p]-'0' < 10; p++ {
			n++
		}
	}
	if n == 0 {
		return infinity(b)
	}
	if p < len(b) && b[p]|0x20 == 'e' {
		if p++; p < len(b) && (b[p] == '-' || b[p] == '+') {
			p++
		}
		from := p
		for p < len(b) && b[p]-'0' < 10 {
			p++
		}
		if p == from {
			return 0, false
		}
	}
	if p < len(b) {
		return 0, false
	}
	v, _ := strconv.ParseFloat(text(b), 64) // out of range is infinite, as in pandas
	return v, true
}

func infinity(b []byte) (float64, bool) {
	sign := 1
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		if b[0] == '-' {
			sign = -1
		}
		b = b[1:]
	}
	if foldEqual(b, "inf") || foldEqual(b, "infinity") {
		return math.Inf(sign), true
	}
	return 0, false
}

// foldEqual compares b with lower-case ASCII text in any case.
func foldEqual(b []byte, s string) bool {
	if len(b) != len(s) {
		return false
	}
	for i := range b {
		if b[i]|0x20 != s[i] {
			return false
		}
	}
	return true
}
