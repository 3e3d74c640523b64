package csv

import (
	"fmt"
	"strings"
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// A Precision is how exactly datetimes of a column are shown: pandas looks at all of them and shows no more
// than one needs.
type Precision uint8

// The precisions, coarse to fine. Zero is a column that is not temporal, or holds nothing.
const (
	Days Precision = iota + 1
	Seconds
	Millis
	Micros
	Nanos
)

// TimesOf is the precision that each column of f needs: the levels of the index, then the columns. Of the
// parts of a frame the greatest of each is the whole's.
func TimesOf(f *frame.Frame) []Precision {
	out := make([]Precision, 0, f.Index.NLevels()+len(f.Cols))
	for i := range f.Index.NLevels() {
		out = append(out, precisionOf(f.Index.Level(i)))
	}
	for _, c := range f.Cols {
		out = append(out, precisionOf(c))
	}
	return out
}

func precisionOf(c *frame.Column) (p Precision) {
	if !c.DType.IsTemporal() {
		return 0
	}
	second, day := perSecond(c.DType.Unit)
	ticks := ticksOf(c)
	for i := range c.Rows {
		v := ticks(i)
		switch {
		case v == dtype.NaT:
			continue
		case v%day == 0:
			p = max(p, Days)
		case v%second == 0:
			p = max(p, Seconds)
		default:
			nanos := v % second * (1e9 / second)
			switch {
			case nanos%1e6 == 0:
				p = max(p, Millis)
			case nanos%1e3 == 0:
				p = max(p, Micros)
			default:
				return Nanos
			}
		}
	}
	return p
}

// perSecond is the number of ticks in a second and in a day.
func perSecond(u dtype.Unit) (second, day int64) {
	switch u {
	case dtype.Second:
		second = 1
	case dtype.Milli:
		second = 1e3
	case dtype.Micro:
		second = 1e6
	default:
		second = 1e9
	}
	return second, second * 86400
}

// appendTime is a datetime without a zone: "2020-01-02", "2020-01-02 03:04:05.678".
func appendTime(dst []byte, v int64, u dtype.Unit, p Precision) []byte {
	second, perDay := perSecond(u)
	days, rest := floorDiv(v, perDay)
	y, m, d := dtype.Date(days)
	if y < 0 || y > 9999 {
		return append(dst, dtype.FormatTime(v, u)...)
	}
	dst = append(dst, byte('0'+y/1000), byte('0'+y/100%10), byte('0'+y/10%10), byte('0'+y%10))
	dst = append(dst, '-', byte('0'+m/10), byte('0'+m%10), '-', byte('0'+d/10), byte('0'+d%10))
	if p <= Days {
		return dst
	}
	s := int(rest / second)
	for i, n := range []int{s / 3600, s / 60 % 60, s % 60} {
		dst = append(dst, " ::"[i], byte('0'+n/10), byte('0'+n%10))
	}
	if p > Seconds {
		n := len(dst) + 10
		dst = append(dst, ".000000000"...)
		for i, f := n-1, rest%second*(1e9/second); f > 0; i, f = i-1, f/10 {
			dst[i] = byte('0' + f%10)
		}
		dst = dst[:n-9+3*int(p-Seconds)]
	}
	return dst
}

func floorDiv(a, b int64) (q, r int64) {
	q, r = a/b, a%b
	if r < 0 {
		q, r = q-1, r+b
	}
	return q, r
}

// appendStrftime is a datetime in strftime's letters, in its zone.
func appendStrftime(dst []byte, format string, v int64, d dtype.DType) []byte {
	second, _ := perSecond(d.Unit)
	s, rest := floorDiv(v, second)
	t := time.Unix(s, rest*(1e9/second)).In(location(d.TZ))
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			dst = append(dst, format[i])
			continue
		}
		i++
		dst = appendDirective(dst, format[i], t, d.TZ != "")
	}
	return dst
}

func appendDirective(dst []byte, c byte, t time.Time, zoned bool) []byte {
	if l := strings.IndexByte("YymdHIMSbBaApF", c); l >= 0 {
		layout := []string{"2006", "06", "01", "02", "15", "03", "04", "05", "Jan", "January", "Mon", "Monday", "PM", "2006-01-02"}[l]
		return t.AppendFormat(dst, layout)
	}
	switch c {
	case 'f':
		return fmt.Appendf(dst, "%06d", t.Nanosecond()/1000)
	case 'j':
		return fmt.Appendf(dst, "%03d", t.YearDay())
	case 'T':
		return t.AppendFormat(dst, "15:04:05")
	case 'z':
		if zoned {
			return t.AppendFormat(dst, "-0700")
		}
		return dst
	case 'Z':
		if zoned {
			return t.AppendFormat(dst, "MST")
		}
		return dst
	case '%':
		return append(dst, '%')
	}
	return append(dst, '%', c)
}

// location is the zone by pandas' name; UTC for one that this machine does not know.
func location(name string) *time.Location {
	if rest, ok := strings.CutPrefix(name, "UTC"); ok && len(rest) == 6 {
		var h, m int
		if _, err := fmt.Sscanf(rest[1:], "%d:%d", &h, &m); err == nil {
			off := h*3600 + m*60
			if rest[0] == '-' {
				off = -off
			}
			return time.FixedZone(name, off)
		}
	}
	if l, err := time.LoadLocation(name); err == nil {
		return l
	}
	return time.UTC
}
