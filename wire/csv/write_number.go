package csv

import (
	"encoding/binary"
	"math"
	"strconv"

	"github.com/mars-project/mars-go/dtype"
)

// shorts are the numbers 0 to 999 as text, the first digit in the lowest byte; the highest byte is how many
// digits there are. triples have zeros in front.
var shorts, triples = func() (short, full [1000]uint32) {
	for i := range uint32(1000) {
		hi, mid, lo := '0'+i/100, '0'+i/10%10, '0'+i%10
		full[i] = hi | mid<<8 | lo<<16
		switch {
		case i >= 100:
			short[i] = full[i] | 3<<24
		case i >= 10:
			short[i] = mid | lo<<8 | 2<<24
		default:
			short[i] = lo | 1<<24
		}
	}
	return short, full
}()

// numberRoom is how many bytes of a buffer putInt, putUint and putFloat need: of a number and what they write
// behind it.
const numberRoom = 32

// putInt writes the decimal text of v to b and says how long it is.
func putInt(b []byte, v int64) int {
	if v < 0 {
		b[0] = '-'
		return 1 + putUint(b[1:], -uint64(v))
	}
	return putUint(b, uint64(v))
}

// putUint writes the decimal text of u to b, three digits at a time, and says how long it is.
func putUint(b []byte, u uint64) int {
	switch {
	case u < 1000:
		return putShort(b, uint32(u))
	case u < 1e6:
		n := putShort(b, uint32(u)/1000)
		binary.LittleEndian.PutUint32(b[n:], triples[uint32(u)%1000])
		return n + 3
	case u < 1e9:
		q := uint32(u) / 1e6
		n := putShort(b, q)
		putSix(b[n:], uint32(u)-q*1e6)
		return n + 6
	}
	q := u / 1e9
	n, r := putUint(b, q), uint32(u-q*1e9)
	hi := r / 1e6
	binary.LittleEndian.PutUint32(b[n:], triples[hi%1000])
	putSix(b[n+3:], r-hi*1e6)
	return n + 9
}

// putShort writes a number below 1000.
func putShort(b []byte, u uint32) int {
	e := shorts[u%1000]
	binary.LittleEndian.PutUint32(b, e)
	return int(e >> 24)
}

// putSix writes a number below 1e6 with zeros in front, and a byte behind it.
func putSix(b []byte, u uint32) {
	binary.LittleEndian.PutUint32(b, triples[u/1000%1000])
	binary.LittleEndian.PutUint32(b[3:], triples[u%1000])
}

// appendFloat is the shortest text that reads back as v, as Python writes it.
func appendFloat(dst []byte, v float64, size int) []byte {
	if size == 8 {
		dst = room(dst, numberRoom)
		n := len(dst)
		if k := putFloat(dst[n:n+numberRoom], v); k > 0 {
			return dst[:n+k]
		}
	}
	a := math.Abs(v)
	if size != 8 || !(a >= 1e-4 && a < 1e16) {
		return append(dst, dtype.FormatFloat(v, size)...)
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

// putFloat writes the shortest text that reads back as v, if it has at most six digits behind the point and
// nine before it. It returns the length, 0 for another number.
//
// A number of at most 15 decimal digits is told from every other such number by its float64. So if v is the
// float64 nearest to one with six digits behind the point, that is the shortest text but for zeros at its
// end, and no search is needed.
func putFloat(b []byte, v float64) int {
	a := math.Abs(v)
	if !(a >= 1e-4 && a < 1e9) && v != 0 {
		return 0
	}
	m := uint64(a*1e6 + 0.5)
	if float64(m)/1e6 != a {
		return 0
	}
	n := 0
	if math.Signbit(v) {
		b[0], n = '-', 1
	}
	q := m / 1e6
	n += putUint(b[n:], q)
	r := uint32(m - q*1e6)
	b[n] = '.'
	if r == 0 {
		b[n+1] = '0'
		return n + 2
	}
	putSix(b[n+1:], r)
	for n += 7; b[n-1] == '0'; {
		n--
	}
	return n
}
