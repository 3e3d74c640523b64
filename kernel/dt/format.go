package dt

import (
	"strconv"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A Layout is a format of strftime.
type Layout struct {
	ops  []directive
	date bool // the text depends on the date alone
}

// A directive writes a part of a moment, or a text.
type directive struct {
	text string
	flag byte // - no padding, _ blanks, 0 zeros, ^ capitals; 0 as usual
	f    func(dst []byte, m *moment, flag byte) []byte
}

// A moment is a wall time taken apart.
type moment struct {
	day       int64
	y         int64
	m, d, doy uint32
	sec       int64 // of the day
	nano      int64
	zone      *Zone
	utc       int64 // seconds
}

// ParseLayout reads a format: Python's directives and those of the C library, in the C locale. An unknown
// directive stands for itself. Errors: Invalid for %s, which depends on the zone of the machine.
func ParseLayout(format string) (*Layout, error) {
	l := &Layout{date: true}
	return l, l.parse(format)
}

func (l *Layout) parse(format string) error {
	from := 0
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		k := i + 1
		flag := byte(0)
		if k < len(format) && (format[k] == '-' || format[k] == '_' || format[k] == '0' || format[k] == '^') {
			flag = format[k]
			k++
		}
		if k == len(format) {
			break
		}
		f, whole := directives[format[k]], composed[format[k]]
		switch {
		case format[k] == 's':
			return errs.New(errs.Invalid, "directive %%s is not supported: it depends on the zone of the machine")
		case f == nil && whole == "":
			continue
		}
		if from < i {
			l.ops = append(l.ops, directive{text: format[from:i]})
		}
		if whole != "" {
			if err := l.parse(whole); err != nil {
				return err
			}
		} else {
			l.ops = append(l.ops, directive{flag: flag, f: f})
			l.date = l.date && !timed[format[k]]
		}
		i, from = k, k+1
	}
	if from < len(format) {
		l.ops = append(l.ops, directive{text: format[from:]})
	}
	return nil
}

// composed are the directives that stand for several.
var composed = map[byte]string{
	'T': "%H:%M:%S", 'D': "%m/%d/%y", 'F': "%Y-%m-%d", 'R': "%H:%M", 'r': "%I:%M:%S %p", 'x': "%m/%d/%y", 'X': "%H:%M:%S",
	'c': "%a %b %e %H:%M:%S %Y",
}

// timed are the directives that depend on more than the date.
var timed = map[byte]bool{'H': true, 'I': true, 'k': true, 'l': true, 'M': true, 'S': true, 'f': true, 'p': true, 'P': true, 'z': true, 'Z': true}

// Names of days and months, in English.
var (
	Weekdays = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
	Months   = []string{
		"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
		"December",
	}
)

// directives write their part. Numbers have their usual width.
var directives = map[byte]func(dst []byte, m *moment, flag byte) []byte{
	'Y': func(b []byte, m *moment, f byte) []byte { return number(b, m.y, 1, '0', f) },
	'G': func(b []byte, m *moment, f byte) []byte { y, _, _ := week(m.day); return number(b, y, 1, '0', f) },
	'C': func(b []byte, m *moment, f byte) []byte { q, _ := divFloor(m.y, 100); return number(b, q, 1, '0', f) },
	'y': func(b []byte, m *moment, f byte) []byte { _, r := divFloor(m.y, 100); return number(b, r, 2, '0', f) },
	'g': func(b []byte, m *moment, f byte) []byte {
		y, _, _ := week(m.day)
		_, r := divFloor(y, 100)
		return number(b, r, 2, '0', f)
	},
	'm': func(b []byte, m *moment, f byte) []byte { return number(b, int64(m.m), 2, '0', f) },
	'd': func(b []byte, m *moment, f byte) []byte { return number(b, int64(m.d), 2, '0', f) },
	'e': func(b []byte, m *moment, f byte) []byte { return number(b, int64(m.d), 2, ' ', f) },
	'j': func(b []byte, m *moment, f byte) []byte { return number(b, int64(m.doy), 3, '0', f) },
	'H': func(b []byte, m *moment, f byte) []byte { return number(b, m.sec/3600, 2, '0', f) },
	'k': func(b []byte, m *moment, f byte) []byte { return number(b, m.sec/3600, 2, ' ', f) },
	'I': func(b []byte, m *moment, f byte) []byte { return number(b, (m.sec/3600+11)%12+1, 2, '0', f) },
	'l': func(b []byte, m *moment, f byte) []byte { return number(b, (m.sec/3600+11)%12+1, 2, ' ', f) },
	'M': func(b []byte, m *moment, f byte) []byte { return number(b, m.sec/60%60, 2, '0', f) },
	'S': func(b []byte, m *moment, f byte) []byte { return number(b, m.sec%60, 2, '0', f) },
	'f': func(b []byte, m *moment, f byte) []byte { return number(b, m.nano/1000, 6, '0', f) },
	'p': func(b []byte, m *moment, f byte) []byte { return append(b, half(m, "AM", "PM")...) },
	'P': func(b []byte, m *moment, f byte) []byte { return append(b, half(m, "am", "pm")...) },
	'a': func(b []byte, m *moment, f byte) []byte { return name(b, Weekdays[weekday(m.day)][:3], f) },
	'A': func(b []byte, m *moment, f byte) []byte { return name(b, Weekdays[weekday(m.day)], f) },
	'b': func(b []byte, m *moment, f byte) []byte { return name(b, Months[m.m-1][:3], f) },
	'h': func(b []byte, m *moment, f byte) []byte { return name(b, Months[m.m-1][:3], f) },
	'B': func(b []byte, m *moment, f byte) []byte { return name(b, Months[m.m-1], f) },
	'u': func(b []byte, m *moment, f byte) []byte { return number(b, int64(weekday(m.day)+1), 1, '0', f) },
	'w': func(b []byte, m *moment, f byte) []byte { return number(b, int64((weekday(m.day)+1)%7), 1, '0', f) },
	'V': func(b []byte, m *moment, f byte) []byte {
		_, w, _ := week(m.day)
		return number(b, int64(w), 2, '0', f)
	},
	'U': func(b []byte, m *moment, f byte) []byte {
		return number(b, int64(m.doy+6-(weekday(m.day)+1)%7)/7, 2, '0', f)
	},
	'W': func(b []byte, m *moment, f byte) []byte { return number(b, int64(m.doy+6-weekday(m.day))/7, 2, '0', f) },
	'n': func(b []byte, m *moment, f byte) []byte { return append(b, '\n') },
	't': func(b []byte, m *moment, f byte) []byte { return append(b, '\t') },
	'%': func(b []byte, m *moment, f byte) []byte { return append(b, '%') },
	'z': func(b []byte, m *moment, f byte) []byte {
		if m.zone == nil {
			return b
		}
		off := m.zone.Offset(m.utc)
		sign := byte('+')
		if off < 0 {
			sign, off = '-', -off
		}
		b = number(number(append(b, sign), off/3600, 2, '0', 0), off/60%60, 2, '0', 0)
		if off%60 != 0 {
			b = number(b, off%60, 2, '0', 0)
		}
		return b
	},
	'Z': func(b []byte, m *moment, f byte) []byte {
		if m.zone == nil {
			return b
		}
		return append(b, m.zone.Short(m.utc)...)
	},
}

func half(m *moment, am, pm string) string {
	if m.sec < 12*3600 {
		return am
	}
	return pm
}

// number appends v with at least width digits, filled up with fill.
func number(dst []byte, v int64, width int, fill, flag byte) []byte {
	switch flag {
	case '-':
		width = 1
	case '_':
		fill = ' '
	case '0':
		fill = '0'
	}
	if v < 0 {
		dst, v = append(dst, '-'), -v
	}
	if width == 2 && v < 100 {
		if v < 10 {
			dst = append(dst, fill)
		} else {
			dst = append(dst, byte('0'+v/10))
		}
		return append(dst, byte('0'+v%10))
	}
	for p := int64(10); width > 1; p, width = p*10, width-1 {
		if v < p {
			for ; width > 1; width-- {
				dst = append(dst, fill)
			}
			break
		}
	}
	return strconv.AppendInt(dst, v, 10)
}

// name appends a name, in capitals if asked.
func name(dst []byte, s string, flag byte) []byte {
	for i := range len(s) {
		c := s[i]
		if flag == '^' && c >= 'a' {
			c -= 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst
}

func (l *Layout) append(dst []byte, m *moment) []byte {
	for i := range l.ops {
		if o := &l.ops[i]; o.f != nil {
			dst = o.f(dst, m, o.flag)
		} else {
			dst = append(dst, o.text...)
		}
	}
	return dst
}

// Format is the rows of a datetime column as texts, missing ones missing.
func (l *Layout) Format(al mem.Allocator, c *frame.Column) (*frame.Column, error) {
	r, err := newReader(al, c)
	if err != nil {
		return nil, err
	}
	b := frame.PlainStr(al, dtype.Str)
	if l.date {
		b = frame.NewStrBuilder(al, dtype.Str)
	}
	per := perSecond(r.u)
	m := &moment{zone: r.zone}
	var buf []byte
	last, written := int64(0), false
	for i := 0; i < c.Rows; i += block {
		r.next(i, func(int) {})
		for j, day := range r.days[:r.n] {
			if r.src[i+j] == nat {
				b.AppendNull()
				continue
			}
			if l.date && written && day == last {
				b.AppendBytes(buf)
				continue
			}
			if !written || day != last {
				m.day = day
				m.y, m.m, m.d, m.doy = civil(day)
			}
			last, written = day, true
			m.sec, m.nano = r.tod[j]/per, r.tod[j]%per*(1e9/per)
			m.utc, _ = divFloor(r.src[i+j], per)
			buf = l.append(buf[:0], m)
			b.AppendBytes(buf)
		}
	}
	return b.Column()
}

// Names is the name of the day, or of the month, of every row.
func Names(al mem.Allocator, c *frame.Column, months bool) (*frame.Column, error) {
	names := Weekdays
	if months {
		names = Months
	}
	r, err := newReader(al, c)
	if err != nil {
		return nil, err
	}
	blk, err := al.Alloc(c.Rows)
	if err != nil {
		return nil, err
	}
	codes := mem.View[int8](blk, 0, c.Rows)
	for i := 0; i < c.Rows; i += block {
		var gone []int
		r.next(i, func(row int) { gone = append(gone, row) })
		for j, day := range r.days[:r.n] {
			if months {
				_, m, _, _ := civil(day)
				codes[i+j] = int8(m - 1)
			} else {
				codes[i+j] = int8(weekday(day))
			}
		}
		for _, row := range gone {
			codes[row] = -1
		}
	}
	vals := frame.PlainStr(al, dtype.Str)
	for _, n := range names {
		vals.Append(n)
	}
	v, err := vals.Column()
	if err != nil {
		return nil, err
	}
	return frame.NewDict(dtype.Str, &frame.Dictionary{Values: v}, blk, 0, c.Rows, 1), nil
}

// Text is ticks as an error message names them.
func Text(t int64, u dtype.Unit) string {
	days, tod := divFloor(t, 86400*perSecond(u))
	m := &moment{day: days}
	m.y, m.m, m.d, m.doy = civil(days)
	per := perSecond(u)
	m.sec, m.nano = tod/per, tod%per*(1e9/per)
	l := Layout{}
	if err := l.parse("%Y-%m-%d %H:%M:%S"); err != nil {
		return err.Error()
	}
	b := l.append(nil, m)
	switch {
	case m.nano == 0:
	case m.nano%1000 == 0:
		b = number(append(b, '.'), m.nano/1000, 6, '0', 0)
	default:
		b = number(append(b, '.'), m.nano, 9, '0', 0)
	}
	return string(b)
}
