package timetext

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

// A Moment is a datetime as it is written.
type Moment struct {
	Days   int64 // since 1970-01-01
	Nanos  int64 // of the day
	Digits int   // of the fraction of a second
	Offset int64 // seconds east of UTC
	Zoned  bool
}

// Zone is pandas' name of the zone, empty for none.
func (m *Moment) Zone() string {
	switch o := m.Offset; {
	case !m.Zoned:
		return ""
	case o == 0:
		return "UTC"
	case o < 0:
		return fmt.Sprintf("UTC-%02d:%02d", -o/3600, -o/60%60)
	default:
		return fmt.Sprintf("UTC+%02d:%02d", o/3600, o/60%60)
	}
}

// Ticks is m in UTC, counted in s, ms, us or ns and rounded down; false where an int64 does not hold it.
func (m *Moment) Ticks(u dtype.Unit) (int64, bool) {
	switch u {
	case dtype.Second:
		return m.Days*86400 + m.Nanos/1e9 - m.Offset, true
	case dtype.Milli:
		return (m.Days*86400-m.Offset)*1e3 + m.Nanos/1e6, true
	case dtype.Micro:
		return (m.Days*86400-m.Offset)*1e6 + m.Nanos/1e3, true
	}
	s := m.Days*86400 - m.Offset
	if s > math.MaxInt64/1000000000-1 || s < math.MinInt64/1000000000+1 {
		return 0, false
	}
	return s*1e9 + m.Nanos, true
}

// A Layout reads datetimes of one format. Of a format that each value has for itself it remembers the last
// one, so every goroutine needs its own.
type Layout struct {
	ops   string // the format; letters after % are directives
	iso   bool   // a format that iso reads
	guess func(b []byte) (Moment, bool)
}

// ISO and Mixed are pandas' names of formats that each value has for itself.
const (
	ISO   = "ISO8601"
	Mixed = "mixed"
)

// New is the reader of a format: directives of strptime, ISO or Mixed. Errors: Invalid for a directive that
// is not read.
func New(format string, dayFirst bool) (*Layout, error) {
	if format == ISO || format == Mixed {
		var last *Layout
		return &Layout{guess: func(b []byte) (Moment, bool) {
			if last != nil {
				if m, ok := last.Parse(b); ok {
					return m, true
				}
			}
			f := Guess(b, dayFirst, format == ISO)
			if f == "" {
				return Moment{}, false
			}
			l := &Layout{ops: f, iso: isISO(f)}
			if format == ISO || !secondChoice(f, dayFirst) {
				last = l
			}
			return l.Parse(b)
		}}, nil
	}
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i++
		if i == len(format) || strings.IndexByte("YmdHIMSfybBaApzZjUWwuGV%", format[i]) < 0 {
			return nil, errs.New(errs.Invalid, "date format %q: a directive that is not read", format)
		}
	}
	if err := wholeWeeks(format); err != nil {
		return nil, err
	}
	return &Layout{ops: format, iso: isISO(format)}, nil
}

// Parse reads b as a whole, but for blanks around it.
func (l *Layout) Parse(b []byte) (Moment, bool) {
	if l.guess != nil {
		return l.guess(b)
	}
	if l.iso {
		if m, ok := iso(b, l.ops); ok {
			return m, true
		}
	}
	r := reader{b: trimBlanks(b), year: 1900, month: 1, day: 1}
	for i := 0; i < len(l.ops); i++ {
		c := l.ops[i]
		switch {
		case c == '%':
			i++
			if !r.directive(l.ops[i]) {
				return Moment{}, false
			}
		case c == ' ':
			n := r.p
			for r.p < len(r.b) && isBlankByte(r.b[r.p]) {
				r.p++
			}
			if r.p == n {
				return Moment{}, false
			}
		case r.p == len(r.b) || r.b[r.p] != c:
			return Moment{}, false
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
	weeks              weeks
	nanos              int64
	out                Moment
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
		r.out.Digits = r.p - from
		r.nanos = int64(v)
		for k := r.out.Digits; k < 9; k++ {
			r.nanos *= 10
		}
		return ok
	case 'b':
		return r.word(months, 3, &r.month)
	case 'B':
		return r.word(months, 0, &r.month)
	case 'a':
		return r.word(weekdays, 3, &r.weeks.day)
	case 'A':
		return r.word(weekdays, 0, &r.weeks.day)
	case 'w':
		ok := r.between(&r.weeks.day, 0, 6, 1)
		if r.weeks.day == 0 {
			r.weeks.day = 7
		}
		return ok
	case 'u':
		return r.between(&r.weeks.day, 1, 7, 1)
	case 'U', 'W':
		r.weeks.given, r.weeks.sunday = true, c == 'U'
		return r.between(&r.weeks.week, 0, 53, 2)
	case 'G':
		v, ok := r.number(4, 4)
		r.weeks.isoYear = int64(v)
		return ok && v > 0
	case 'V':
		return r.between(&r.weeks.isoWeek, 1, 53, 2)
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
	months = []string{
		"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
		"december",
	}
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
	r.out.Zoned = true
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
	r.out.Offset = int64(h*3600 + m*60)
	if rest[0] == '-' {
		r.out.Offset = -r.out.Offset
	}
	return h < 24 && m < 60
}

// moment checks the whole.
func (r *reader) moment() (Moment, bool) {
	if r.p != len(r.b) {
		return Moment{}, false
	}
	if r.twelve {
		r.h %= 12
		if r.pm {
			r.h += 12
		}
	}
	r.out.Days = dtype.Days(r.year, r.month, r.day)
	if days, ok := r.weeks.days(r.year); ok {
		r.out.Days = days
		if r.weeks.isoWeek == 53 && !r.weeks.long() {
			return Moment{}, false
		}
	} else if r.inYear > 0 {
		r.out.Days = dtype.Days(r.year, 1, 1) + int64(r.inYear) - 1
		if y, _, _ := dtype.Date(r.out.Days); y != r.year {
			return Moment{}, false
		}
	} else if _, m, _ := dtype.Date(r.out.Days); m != r.month {
		return Moment{}, false // the 30th of February
	}
	r.out.Nanos = int64(r.h*3600+r.m*60+r.s)*1e9 + r.nanos
	return r.out, true
}

func isBlankByte(c byte) bool { return c == ' ' || c-'\t' < 5 }

func trimBlanks(b []byte) []byte { return bytes.Trim(b, " \t\n\v\f\r") }

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
