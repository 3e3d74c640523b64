package dt

import (
	"math"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/dtype/timetext"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Parsed are datetimes that were read, in UTC: microseconds rounded down, and the nanoseconds that remain.
// Both miss the same rows.
type Parsed struct {
	Micros *frame.Column // datetime64[us]
	Rest   *frame.Column // timedelta64[ns]
	Seen   Seen
}

// Seen is what the dtype of a whole column follows from; that of parts is put together with Join.
type Seen struct {
	Unit  dtype.Unit // what holds the rows that are there: Second, Milli, Micro or Nano. Generic: there is none
	Naive bool       // one has no zone
	Zone  string     // that of those that have one
	Mixed bool       // two have different zones
}

// Join is what was seen in a or in b.
func (a Seen) Join(b Seen) Seen {
	a.Mixed = a.Mixed || b.Mixed || a.Zone != "" && b.Zone != "" && a.Zone != b.Zone
	if a.Zone == "" {
		a.Zone = b.Zone
	}
	a.Unit, a.Naive = max(a.Unit, b.Unit), a.Naive || b.Naive
	return a
}

// unit is that of the column: seconds where no row is there.
func (a Seen) unit() dtype.Unit { return max(a.Unit, dtype.Second) }

// text notes a row that was read of a text, which needs microseconds at least.
func (a *Seen) text(nano bool) {
	a.Unit = max(a.Unit, dtype.Micro)
	if nano {
		a.Unit = dtype.Nano
	}
}

// zone notes whether a row has a zone, and which.
func (a *Seen) zone(name string) {
	*a = a.Join(Seen{Naive: name == "", Zone: name})
}

// Type is the dtype of datetimes that were read: microseconds of texts, nanoseconds where they are needed,
// and seconds where no row is there. Errors: Invalid for several zones, or rows with and without one, unless
// they are brought to UTC.
func (a Seen) Type(utc bool) (dtype.DType, error) {
	d := dtype.Datetime(a.unit())
	switch {
	case utc:
		d.TZ = "UTC"
	case a.Mixed || a.Naive && a.Zone != "":
		return d, errs.New(errs.Invalid, "Mixed timezones detected. Pass utc=True in to_datetime or tz='UTC' in DatetimeIndex to convert to a common timezone.")
	default:
		d.TZ = a.Zone
	}
	return d, nil
}

// isNaT reports the texts that stand for a missing time.
func isNaT(s []byte) bool {
	switch string(s) {
	case "", "NaT", "nat", "NAT", "nan", "NaN", "NAN":
		return true
	}
	return false
}

// First is the first text of c that is there and says anything; ok is false where there is none.
func First(c *frame.Column) (text string, ok bool) {
	for i := range c.Rows {
		if s := c.Text(i); s != nil && !isNaT(s) {
			return string(s), true
		}
	}
	return "", false
}

// FormatOf is the format of a text that all others should have: a guess, or timetext.Mixed where there is
// none.
func FormatOf(text string, dayFirst bool) string {
	f := timetext.Guess([]byte(text), dayFirst, false)
	if f == "" || dayFirst && (strings.HasPrefix(f, "%Y%d%m") || strings.HasPrefix(f, "%Y%m%d")) { // as pandas' guess
		return timetext.Mixed
	}
	return f
}

// Parse reads the rows of a text column in a format. With coerce a text that is no date is missing, else the
// first one is an Invalid error.
func Parse(al mem.Allocator, c *frame.Column, format string, dayFirst, coerce bool) (Parsed, error) {
	l, err := timetext.New(format, dayFirst)
	if err != nil {
		return Parsed{}, err
	}
	vals := c
	if c.Enc == frame.Dict {
		vals = c.Dict.Values
		if vals.Rows > 2*c.Rows+16 { // most are not used here
			if c, err = c.Uncode(al); err != nil {
				return Parsed{}, err
			}
			vals = c
		}
	}
	p, us, rest, err := parsed(al, vals.Rows)
	if err != nil {
		return p, err
	}
	used := usedCodes(c)
	zone, zoned := int64(0), false
	for i := range us {
		us[i], rest[i] = nat, nat
		s := vals.Text(i)
		if s == nil || isNaT(s) || used != nil && !used[i] {
			continue
		}
		m, ok := l.Parse(s)
		if !ok {
			if coerce {
				continue
			}
			return p, notDate(string(s), format)
		}
		us[i], _ = m.Ticks(dtype.Micro)
		rest[i] = m.Nanos % 1000
		p.Seen.text(m.Digits > 6)
		switch {
		case !m.Zoned:
			p.Seen.Naive = true
		case !zoned:
			zone, zoned = m.Offset, true
			p.Seen.Zone = m.Zone()
		case m.Offset != zone:
			p.Seen.Mixed = true
		}
	}
	if c.Enc == frame.Dict {
		if p.Micros, err = byCode(al, p.Micros, c); err == nil {
			p.Rest, err = byCode(al, p.Rest, c)
		}
	}
	return p, err
}

func notDate(text, format string) error {
	switch format {
	case timetext.Mixed:
		return errs.New(errs.Invalid, "Unknown datetime string format, unable to parse: %s", text)
	case timetext.ISO:
		return errs.New(errs.Invalid, "Time data %s is not ISO8601 format.", text)
	}
	return errs.New(errs.Invalid, "time data %q doesn't match format %q.", text, format)
}

// usedCodes says which values of a dictionary a row has; nil for a column without one.
func usedCodes(c *frame.Column) []bool {
	if c.Enc != frame.Dict {
		return nil
	}
	used := make([]bool, c.Dict.Len())
	for i := range c.Rows {
		if k := c.Code(i); k >= 0 {
			used[k] = true
		}
	}
	return used
}

func byCode(al mem.Allocator, vals, c *frame.Column) (*frame.Column, error) {
	switch c.Codes {
	case 1:
		return frame.TakeColumn(al, vals, frame.CodesOf[int8](c))
	case 2:
		return frame.TakeColumn(al, vals, frame.CodesOf[int16](c))
	}
	return frame.TakeColumn(al, vals, frame.CodesOf[int32](c))
}

func parsed(al mem.Allocator, n int) (p Parsed, us, rest []int64, err error) {
	if p.Micros, us, err = times(al, dtype.Datetime(dtype.Micro), n); err == nil {
		p.Rest, rest, err = times(al, dtype.Timedelta(dtype.Nano), n)
	}
	return p, us, rest, err
}

// Build is the datetimes as a column of dtype d, of which Type says the unit. A time that nanoseconds do not
// hold is missing with coerce, else an Invalid error.
func (p Parsed) Build(al mem.Allocator, d dtype.DType, coerce bool) (*frame.Column, error) {
	us, err := Ticks(al, p.Micros)
	if err != nil {
		return nil, err
	}
	switch d.Unit {
	case dtype.Micro:
		out := p.Micros.Slice(0, p.Micros.Rows)
		out.DType = d
		return out, nil
	case dtype.Second, dtype.Milli:
		out, dst, err := times(al, d, len(us))
		per, _ := dtype.Factor(d.Unit, dtype.Micro)
		for i, t := range us {
			if dst[i] = t; t != nat {
				dst[i], _ = divFloor(t, per)
			}
		}
		return out, err
	}
	rest, err := Ticks(al, p.Rest)
	if err != nil {
		return nil, err
	}
	out, dst, err := times(al, d, len(us))
	if err != nil {
		return nil, err
	}
	for i, t := range us {
		dst[i] = nat
		switch {
		case t == nat:
		case t > math.MaxInt64/1000-1 || t < math.MinInt64/1000+1:
			if !coerce {
				return nil, errs.New(errs.Invalid, "Out of bounds nanosecond timestamp: %s", Text(t, dtype.Micro))
			}
		default:
			dst[i] = t*1000 + rest[i]
		}
	}
	return out, nil
}
