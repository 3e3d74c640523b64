package column

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// An instant is a datetime as a text has it.
type instant struct {
	days   int64 // since 1970-01-01
	nanos  int64 // of the day
	digits int   // of the fraction of a second
	offset int64 // seconds east of UTC
	zoned  bool
}

// readTime reads a datetime in ISO 8601 or as month/day/year; nil for a text that says that there is none. A
// text without an offset is wall time of d's zone. Errors: Invalid in pandas' words.
func readTime(s string, d dtype.DType) (any, error) {
	switch s {
	case "", "NaT", "nat", "nan", "NaN", "NAN":
		return nil, nil
	}
	m, err := parseInstant(s)
	if err != nil {
		return nil, err
	}
	if m.zoned && d.TZ == "" {
		return nil, errs.New(errs.Invalid, "cannot supply both a tz and a timezone-naive dtype (i.e. datetime64[ns])")
	}
	u := d.Unit
	f, _ := dtype.Factor(u, dtype.Nano)
	per, _ := dtype.Factor(dtype.Second, u)
	if d.TZ == "" && m.nanos%f != 0 {
		return nil, errs.New(errs.Invalid, "Cannot losslessly convert units")
	}
	sec := m.days*86400 - m.offset
	if sec > math.MaxInt64/per-1 || sec < math.MinInt64/per+1 {
		return nil, errs.New(errs.Invalid, "Out of bounds %s timestamp: %s", unitNames[u], s)
	}
	t := frame.Timestamp{Ticks: sec*per + m.nanos/f, Unit: u}
	if d.TZ != "" && !m.zoned {
		return localize(t, d.TZ)
	}
	t.TZ = d.TZ
	return t, nil
}

// localize reads a naive time as the wall time of a zone. Errors: NotFound for an unknown zone.
func localize(t frame.Timestamp, zone string) (any, error) {
	if zone == "UTC" {
		t.TZ = zone
		return t, nil
	}
	if strings.HasPrefix(zone, "UTC") {
		if off, ok := parseOffset(zone[3:]); ok {
			per, _ := dtype.Factor(dtype.Second, t.Unit)
			t.Ticks, t.TZ = t.Ticks-off*per, zone
			return t, nil
		}
	}
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return nil, errs.New(errs.NotFound, "No time zone found with key %s", zone)
	}
	per, _ := dtype.Factor(dtype.Second, t.Unit)
	sec := t.Ticks / per
	if t.Ticks%per < 0 {
		sec--
	}
	w := time.Unix(sec, 0).UTC()
	wall := time.Date(w.Year(), w.Month(), w.Day(), w.Hour(), w.Minute(), w.Second(), 0, loc)
	t.Ticks, t.TZ = t.Ticks+(wall.Unix()-sec)*per, zone
	return t, nil
}

// parseInstant reads a text. Errors: Invalid in pandas' words.
func parseInstant(s string) (instant, error) {
	t := strings.TrimSpace(s)
	p := &reader{s: t}
	m, ok := p.date()
	if ok && p.s != "" {
		ok = (p.eat(' ') || p.eat('T')) && p.clock(&m)
	}
	if ok && p.s == "" && p.bad == "" {
		return m, nil
	}
	if p.bad != "" {
		return m, errs.New(errs.Invalid, "%s: %s", p.bad, s)
	}
	if _, err := strconv.ParseFloat(t, 64); err == nil || len(t) == 1 && strings.ContainsAny(t, "aAmMpPtT") {
		return m, errs.New(errs.Invalid, "Given date string %q not likely a datetime", s)
	}
	return m, errs.New(errs.Invalid, "Unknown datetime string format, unable to parse: %s", s)
}

// reader takes a text apart from the front.
type reader struct {
	s   string
	bad string // what is out of range
}

func (p *reader) eat(c byte) bool {
	if p.s == "" || p.s[0] != c {
		return false
	}
	p.s = p.s[1:]
	return true
}

// number takes between lo and hi digits.
func (p *reader) number(lo, hi int) (int, bool) {
	n := 0
	for n < len(p.s) && n < hi && isDigit(p.s[n]) {
		n++
	}
	if n < lo {
		return 0, false
	}
	v, err := strconv.Atoi(p.s[:n])
	p.s = p.s[n:]
	return v, err == nil
}

// date takes 2020, 2020-01, 2020-01-02 (or with slashes), 20200102, 1/2/2020.
func (p *reader) date() (m instant, ok bool) {
	y, mo, d := 0, 1, 1
	if at := strings.IndexByte(p.s, '/'); at == 1 || at == 2 {
		if mo, ok = p.number(1, 2); !ok || !p.eat('/') {
			return m, false
		}
		if d, ok = p.number(1, 2); !ok || !p.eat('/') {
			return m, false
		}
		if y, ok = p.number(4, 4); !ok {
			return m, false
		}
		return p.day(y, mo, d)
	}
	if y, ok = p.number(4, 4); !ok {
		return m, false
	}
	sep := byte(0)
	switch {
	case p.eat('-'):
		sep = '-'
	case p.eat('/'):
		sep = '/'
	case len(p.s) < 4 || !isDigit(p.s[0]):
		return p.day(y, mo, d)
	}
	if mo, ok = p.number(1, 2); !ok {
		return m, false
	}
	if sep == 0 || p.eat(sep) {
		if d, ok = p.number(1, 2); !ok {
			return m, false
		}
	}
	return p.day(y, mo, d)
}

func (p *reader) day(y, mo, d int) (instant, bool) {
	switch {
	case mo < 1 || mo > 12:
		p.bad = "month must be in 1..12"
	case d < 1 || d > time.Date(y, time.Month(mo)+1, 0, 0, 0, 0, 0, time.UTC).Day():
		p.bad = "day is out of range for month"
	default:
		return instant{days: dtype.Days(int64(y), mo, d)}, true
	}
	return instant{}, false
}

// clock takes 03, 03:04, 03:04:05, 030405, a fraction, and Z or an offset.
func (p *reader) clock(m *instant) bool {
	h, ok := p.number(2, 2)
	if !ok {
		return false
	}
	mi, sec := 0, 0
	colon := p.eat(':')
	if colon || len(p.s) > 1 && isDigit(p.s[0]) {
		if mi, ok = p.number(2, 2); !ok {
			return false
		}
		if colon && p.eat(':') || !colon && len(p.s) > 1 && isDigit(p.s[0]) {
			if sec, ok = p.number(2, 2); !ok {
				return false
			}
		}
	}
	switch {
	case h > 23:
		p.bad = "hour must be in 0..23"
	case mi > 59:
		p.bad = "minute must be in 0..59"
	case sec > 59:
		p.bad = "second must be in 0..59"
	}
	m.nanos = int64(h*3600+mi*60+sec) * 1e9
	if p.eat('.') {
		n := 0
		for n < len(p.s) && isDigit(p.s[n]) {
			n++
		}
		v, _ := strconv.ParseInt((p.s[:n] + "000000000")[:9], 10, 64)
		m.nanos, m.digits, p.s = m.nanos+v, n, p.s[n:]
		if n == 0 {
			return false
		}
	}
	p.s = strings.TrimPrefix(p.s, " ")
	if p.s == "" {
		return true
	}
	m.zoned = true
	if p.eat('Z') || p.s == "UTC" {
		p.s = strings.TrimPrefix(p.s, "UTC")
		return true
	}
	m.offset, ok = parseOffset(p.s)
	p.s = ""
	return ok
}

// parseOffset reads +01, +0130 or +01:30 in seconds.
func parseOffset(s string) (int64, bool) {
	if len(s) < 3 || s[0] != '+' && s[0] != '-' {
		return 0, false
	}
	p := &reader{s: s[1:]}
	h, ok := p.number(2, 2)
	mi := 0
	if ok && p.s != "" {
		p.eat(':')
		mi, ok = p.number(2, 2)
	}
	v := int64(h*3600 + mi*60)
	if s[0] == '-' {
		v = -v
	}
	return v, ok && p.s == ""
}
