package csv

import (
	"encoding/binary"

	"github.com/mars-project/mars-go/dtype"
)

// isoDay is how days are mostly written.
const isoDay = "%Y-%m-%d"

// quickDates says how long datetimes of a format are that fastDates reads, and what stands between day and
// time; zero for other formats.
func quickDates(format string) (size int, between byte) {
	switch format {
	case isoDay:
		return 10, 0
	case isoDay + " %H:%M:%S":
		return 19, ' '
	case isoDay + "T%H:%M:%S":
		return 19, 'T'
	}
	return 0, 0
}

const (
	dayShape  = 0x2d30302d30303030 // 0000-00-
	timeShape = 0x30303a30303a3030 // 00:00:00
	dashes    = 0xff0000ff00000000
	colons    = 0x0000ff0000ff0000
)

// fastDates reads datetimes without a zone, in microseconds, from row i on, and returns the first row that is
// none.
func fastDates(out []int64, c *cells, i, size int, between byte) int {
	mem := c.mem[headPad:]
	seen, first, length := uint64(0), int64(0), 0 // the last month
	for ; i < len(out); i++ {
		lo, hi := c.at(i)
		if int(hi-lo) != size {
			return i
		}
		p := mem[lo:][:24]
		w := binary.LittleEndian.Uint64(p)
		if w != seen {
			x := w ^ dayShape
			if !areDigits(x) || x&dashes != 0 {
				return i
			}
			y := int64(x&15*1000 + x>>8&15*100 + x>>16&15*10 + x>>24&15)
			m := int(x>>40&15*10 + x>>48&15)
			if y == 0 || m < 1 || m > 12 {
				return i
			}
			seen, first = w, dtype.Days(y, m, 1)
			length = int(dtype.Days(y+int64(m/12), m%12+1, 1) - first)
		}
		tens, ones := p[8]-'0', p[9]-'0'
		day := int(tens)*10 + int(ones)
		if tens > 3 || ones > 9 || day < 1 || day > length {
			return i
		}
		v := (first + int64(day) - 1) * 86400
		if size > 10 {
			t := binary.LittleEndian.Uint64(p[11:]) ^ timeShape
			if p[10] != between || !areDigits(t) || t&colons != 0 {
				return i
			}
			h, m, s := t&15*10+t>>8&15, t>>24&15*10+t>>32&15, t>>48&15*10+t>>56&15
			if h > 23 || m > 59 || s > 59 {
				return i
			}
			v += int64(h*3600 + m*60 + s)
		}
		out[i] = v * 1e6
	}
	return i
}
