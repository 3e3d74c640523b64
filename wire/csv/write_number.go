package csv

import (
	"math"
	"math/bits"
	"strconv"

	"github.com/mars-project/mars-go/dtype"
)

// pairs2 are the numbers 00 to 99.
var pairs2 = func() (p [200]byte) {
	for i := range 100 {
		p[2*i], p[2*i+1] = byte('0'+i/10), byte('0'+i%10)
	}
	return p
}()

// appendInt is the decimal text of v.
func appendInt(dst []byte, v int64) []byte {
	dst = room(dst, 24)
	u := uint64(v)
	if v < 0 {
		dst = append(dst, '-')
		u = -u
	}
	return appendUint(dst, u)
}

// appendUint is the decimal text of u; dst has room for 20 more bytes.
func appendUint(dst []byte, u uint64) []byte {
	if u < 10 {
		return append(dst, byte('0'+u))
	}
	n := len(dst) + digitsOf(u)
	dst = dst[:n]
	for u >= 100 {
		q := u / 100
		r := 2 * (u - 100*q)
		dst[n-2], dst[n-1] = pairs2[r], pairs2[r+1]
		n, u = n-2, q
	}
	if u < 10 {
		dst[n-1] = byte('0' + u)
	} else {
		dst[n-2], dst[n-1] = pairs2[2*u], pairs2[2*u+1]
	}
	return dst
}

// digitsOf is how many decimal digits u has: log10(2) of its bits, corrected by one comparison (H. Warren, "Hacker's Delight", 11-4).
func digitsOf(u uint64) int {
	n := bits.Len64(u) * 1233 >> 12
	if n < len(powers) && u >= powers[n] {
		n++
	}
	return n
}

// powers are those of ten that 64 bits hold.
var powers = [...]uint64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
}

// appendFloat is the shortest text that reads back as v, as Python writes it.
//
// A number of at most 15 decimal digits is told from every other such number by its float64. So if v is the float64 nearest to one with six digits behind
// the point, that is the shortest text but for zeros at its end, and no search is needed.
func appendFloat(dst []byte, v float64, size int) []byte {
	a := math.Abs(v)
	if size != 8 || !(a >= 1e-4 && a < 1e16) && v != 0 {
		return append(dst, dtype.FormatFloat(v, size)...)
	}
	dst = room(dst, 32)
	if a < 1e9 {
		m := uint64(a*1e6 + 0.5)
		if float64(m)/1e6 == a {
			if math.Signbit(v) {
				dst = append(dst, '-')
			}
			q := m / 1e6
			dst = appendUint(dst, q)
			return appendMillionths(dst, uint32(m-q*1e6))
		}
	}
	from := len(dst)
	dst = strconv.AppendFloat(dst, v, 'f', -1, 64)
	for _, c := range dst[from:] {
		if c == '.' {
			return dst
		}
	}
	return append(dst, '.', '0')
}

// appendMillionths is a point and six digits without zeros at the end, but for one behind the point; dst has room.
func appendMillionths(dst []byte, r uint32) []byte {
	if r == 0 {
		return append(dst, '.', '0')
	}
	n := len(dst) + 7
	dst = dst[:n]
	hi, mid, lo := 2*(r/10000), 2*(r/100%100), 2*(r%100)
	dst[n-7] = '.'
	dst[n-6], dst[n-5] = pairs2[hi], pairs2[hi+1]
	dst[n-4], dst[n-3] = pairs2[mid], pairs2[mid+1]
	dst[n-2], dst[n-1] = pairs2[lo], pairs2[lo+1]
	for dst[n-1] == '0' {
		n--
	}
	return dst[:n]
}
