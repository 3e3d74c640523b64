package csv

import (
	"fmt"
	"math"
	"strings"

	"github.com/mars-project/mars-go/dtype"
)

// A moment is a datetime as it is written.
type moment struct {
	days   int64 // since 1970-01-01
	nanos  int64 // of the day
	digits int   // of the fraction of a second
	offset int64 // seconds east of UTC
	zoned  bool
}

// zone is pandas' name of the zone.
func (m *moment) zone() string {
	switch o := m.offset; {
	case !m.zoned:
		return ""
	case o == 0:
		return "UTC"
	case o < 0:
		return fmt.Sprintf("UTC-%02d:%02d", -o/3600, -o/60%60)
	default:
		return fmt.Sprintf("UTC+%02d:%02d", o/3600, o/60%60)
	}
}

// facts is what m says of its column's dtype.
func (m *moment) facts() Facts {
	if m.digits <= 6 {
		return seenTime
	}
	if _, ok := m.ticks(dtype.Nano); !ok {
		return seenText
	}
	return seenTime | seenNano
}

// ticks is m in UTC, counted in microseconds or nanoseconds; false where an int64 does not hold it.
func (m *moment) ticks(u dtype.Unit) (int64, bool) {
	switch u {
	case dtype.Second:
		return m.days*86400 + m.nanos/1e9 - m.offset, true
	case dtype.Milli:
		return (m.days*86400-m.offset)*1e3 + m.nanos/1e6, true
	case dtype.Micro:
		return (m.days*86400-m.offset)*1e6 + m.nanos/1e3, true
	}
	s := m.days*86400 - m.offset
	if s > math.MaxInt64/1000000000-1 || s < math.MinInt64/1000000000+1 {
		return 0, false
	}
	return s*1e9 + m.nanos, true
}

// A layout reads datetimes of one format.
type layout struct {
	ops   string // the format; letters after % are directives
	guess func(b []byte) (moment, bool)
}

// iso and mixed are pandas' names of formats that each value has for itself.
const (
	isoFormat   = "ISO8601"
	mixedFormat = "mixed"
)

// layoutOf is the reader of a format.
func layoutOf(format string, dayFirst bool) (*layout, error) {
	if format == isoFormat || format == mixedFormat {
		var last *layout
		return &layout{guess: func(b []byte) (moment, bool) {
			if last != nil {
				if m, ok := last.parse(b); ok {
					return m, true
				}
			}
			f := guessFormat(b, dayFirst, format == isoFormat)
			if f == "" {
				return moment{}, false
			}
			last = &layout{ops: f}
			return last.parse(b)
		}}, nil
	}
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i++
		if i == len(format) || strings.IndexByte("YmdHIMSfybBaApzZj%", format[i]) < 0 {
			return nil, invalid("date format %q: a directive that is not read", format)
		}
	}
	return &layout{ops: format}, nil
}

// parse reads b as a whole.
func (l *layout) parse(b []byte) (moment, bool) {
	if l.guess != nil {
		return l.guess(b)
	}
	r := reader{b: trimBlanks(b), month: 1, day: 1}
	for i := 0; i < len(l.ops); i++ {
		c := l.ops[i]
		switch {
		case c == '%':
			i++
			if !r.directive(l.ops[i]) {
				return moment{}, false
			}
		case c == ' ':
			n := r.p
			for r.p < len(r.b) && isBlankByte(r.b[r.p]) {
				r.p++
			}
			if r.p == n {
				return moment{}, false
			}
		case r.p == len(r.b) || r.b[r.p] != c:
			return moment{}, false
		default:
			r.p++
		}
	}
	return r.moment()
}

// A reader is the state of reading one datetime.
type reader struct {
	b                  []byte
	p                  int
	year               int64
	month, day, inYear int
	h, m, s            int
	twelve, pm         bool
	nanos              int64
	out                moment
}

// number reads lo to hi digits.
func (r *reader) number(lo, hi int) (int, bool) {
	v, n := 0, 0
	for n < hi && r.p < len(r.b) && r.b[r.p]-'0' < 10 {
		v = v*10 + int(r.b[r.p]-'0')
		r.p++
		n++
	}
	return v, n >= lo
}

func (r *reader) between(to *int, lo, hi, digits int) bool {
	v, ok := r.number(1, digits)
	*to = v
	return ok && v >= lo && v <= hi
}

func (r *reader) directive(c byte) bool {
	switch c {
	case 'Y':
		v, ok := r.number(4, 4)
		r.year = int64(v)
		return ok && v > 0
	case 'y':
		v, ok := r.number(2, 2)
		r.year = int64(1900 + v)
		if v < 69 {
			r.year += 100
		}
		return ok
	case 'm':
		return r.between(&r.month, 1, 12, 2)
	case 'd':
		return r.between(&r.day, 1, 31, 2)
	case 'j':
		return r.between(&r.inYear, 1, 366, 3)
	case 'H':
		return r.between(&r.h, 0, 23, 2)
	case 'I':
		r.twelve = true
		return r.between(&r.h, 1, 12, 2)
	case 'M':
		return r.between(&r.m, 0, 59, 2)
	case 'S':
		return r.between(&r.s, 0, 59, 2)
	case 'f':
		from := r.p
		v, ok := r.number(1, 9)
		r.out.digits = r.p - from
		r.nanos = int64(v) * int64(pow10[9-r.out.digits])
		return ok
	case 'b':
		return r.word(months, 3, &r.month)
	case 'B':
		return r.word(months, 0, &r.month)
	case 'a':
		return r.word(weekdays, 3, new(int))
	case 'A':
		return r.word(weekdays, 0, new(int))
	case 'p':
		k := 0
		ok := r.word([]string{"am", "pm"}, 0, &k)
		r.pm = k == 2
		return ok
	case 'z', 'Z':
		return r.zone()
	}
	if r.p < len(r.b) && r.b[r.p] == c { // %%
		r.p++
		return true
	}
	return false
}

var (
	months = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
		"december"}
	weekdays = []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}
)

// word reads one of the names, or their first n letters, in any case; to is its place from 1 on.
func (r *reader) word(names []string, n int, to *int) bool {
	for i, w := range names {
		if n > 0 {
			w = w[:n]
		}
		if r.p+len(w) <= len(r.b) && foldEqual(r.b[r.p:r.p+len(w)], w) {
			r.p += len(w)
			*to = i + 1
			return true
		}
	}
	return false
}

// zone reads Z, UTC, or a sign and HH, HHMM or HH:MM.
func (r *reader) zone() bool {
	rest := r.b[r.p:]
	r.out.zoned = true
	switch {
	case len(rest) == 0:
		return false
	case rest[0] == 'Z':
		r.p++
		return true
	case len(rest) >= 3 && (string(rest[:3]) == "UTC" || string(rest[:3]) == "GMT"):
		r.p += 3
		return true
	case rest[0] != '+' && rest[0] != '-':
		return false
	}
	r.p++
	h, ok := r.number(2, 2)
	if !ok {
		return false
	}
	m := 0
	if r.p < len(r.b) && r.b[r.p] == ':' {
		r.p++
	}
	if r.p < len(r.b) {
		if m, ok = r.number(2, 2); !ok {
			return false
		}
	}
	r.out.offset = int64(h*3600 + m*60)
	if rest[0] == '-' {
		r.out.offset = -r.out.offset
	}
	return h < 24 && m < 60
}

// moment checks the whole.
func (r *reader) moment() (moment, bool) {
	if r.p != len(r.b) || r.year == 0 {
		return moment{}, false
	}
	if r.twelve {
		r.h %= 12
		if r.pm {
			r.h += 12
		}
	}
	r.out.days = dtype.Days(r.year, r.month, r.day)
	if r.inYear > 0 {
		r.out.days = dtype.Days(r.year, 1, 1) + int64(r.inYear) - 1
		if y, _, _ := dtype.Date(r.out.days); y != r.year {
			return moment{}, false
		}
	} else if _, m, _ := dtype.Date(r.out.days); m != r.month {
		return moment{}, false // the 30th of February
	}
	r.out.nanos = int64(r.h*3600+r.m*60+r.s)*1e9 + r.nanos
	return r.out, true
}
