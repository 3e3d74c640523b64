package dt

import (
	"math"
	"math/big"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/dtype/timetext"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Cells says how the rows of an object column are read as times.
type Cells struct {
	Format   string // of texts. Where it is timetext.Mixed numbers are counts of Unit, else they are texts too
	DayFirst bool
	Coerce   bool // what is no time is missing, and no error
	Unit     string
	Name     func(v any) string // the name of a value's Python type, for errors
}

// FirstCell is the first cell that is there, if it is a text; any is false where none is there.
func FirstCell(cells []any) (text string, any bool) {
	for _, v := range cells {
		s, ok := v.(string)
		if ok && !isNaT([]byte(s)) || !ok && !frame.IsMissing(v) {
			return s, true
		}
	}
	return "", false
}

// Datetimes reads the rows of an object column: datetimes as they are, texts in the format. Errors: Invalid
// for a text that is no date, Type for another value.
func (o Cells) Datetimes(al mem.Allocator, cells []any) (Parsed, error) {
	l, err := timetext.New(o.Format, o.DayFirst)
	if err != nil {
		return Parsed{}, err
	}
	return o.read(al, cells, func(v any, seen *Seen) (us, rest int64, err error) {
		if t, ok := v.(frame.Timestamp); ok {
			seen.zone(t.TZ)
			return ticks64(t.Ticks, t.Unit, seen)
		}
		s, ok := v.(string)
		if !ok && o.Format != timetext.Mixed {
			if l, is := frame.LabelOf(v); is {
				s, ok = l.String(), true
			}
		}
		if !ok {
			us, rest, err = o.count(v, seen, "<class '%s'> is not convertible to datetime")
			seen.Naive = seen.Naive || err == nil
			return us, rest, err
		}
		m, ok := l.Parse([]byte(s))
		if !ok {
			return 0, 0, notDate(s, o.Format)
		}
		seen.text(m.Digits > 6)
		seen.zone(m.Zone())
		us, _ = m.Ticks(dtype.Micro)
		return us, m.Nanos % 1000, nil
	})
}

// Timedeltas reads the rows of an object column: timedeltas as they are, texts, and numbers as counts.
// Errors: Invalid for a text that is none, or stands where a unit was given, Type for another value.
func (o Cells) Timedeltas(al mem.Allocator, cells []any, unit bool) (Parsed, error) {
	return o.read(al, cells, func(v any, seen *Seen) (us, rest int64, err error) {
		switch v := v.(type) {
		case frame.Timedelta:
			return ticks64(v.Ticks, v.Unit, seen)
		case string:
			if unit {
				return 0, 0, fatal{errs.New(errs.Invalid, "unit must not be specified if the input contains a str")}
			}
			d, err := parseDelta(v)
			if err == nil {
				seen.text(d.nano)
			}
			return d.us, d.rest, err
		}
		us, rest, err = o.count(v, seen, "Invalid type for timedelta scalar: <class '%s'>")
		if errs.KindOf(err) == errs.Type {
			err = fatal{err}
		}
		return us, rest, err
	})
}

// fatal is an error that coerce does not make a missing row of.
type fatal struct{ error }

func (o Cells) read(al mem.Allocator, cells []any, one func(v any, seen *Seen) (us, rest int64, err error)) (Parsed, error) {
	p, us, rest, err := parsed(al, len(cells))
	if err != nil {
		return p, err
	}
	for i, v := range cells {
		us[i], rest[i] = nat, nat
		if s, ok := v.(string); frame.IsMissing(v) || ok && isNaT([]byte(s)) {
			continue
		}
		a, b, err := one(v, &p.Seen)
		if f, ok := err.(fatal); ok {
			return p, f.error
		}
		switch {
		case err == nil:
			us[i], rest[i] = a, b
		case !o.Coerce:
			return p, err
		}
	}
	return p, nil
}

// count is a number of units. Errors: Invalid for one that is too great, Type in the words of wrong for what
// is no number.
func (o Cells) count(v any, seen *Seen, wrong string) (us, rest int64, err error) {
	u := units[o.Unit]
	n, frac, ok := int64(0), int64(0), false
	whole := true
	var value any = v
	if l, is := frame.LabelOf(v); is {
		value = l.Value()
	}
	switch v := value.(type) {
	case int64:
		n, ok = v, true
	case uint64:
		n, ok = int64(v), v <= math.MaxInt64
	case *big.Int:
	case float64:
		n, frac, ok = cut(v, u.ns, u.digits)
		whole = v == math.Trunc(v)
	default:
		return 0, 0, errs.New(errs.Type, "%s", strings.Replace(wrong, "%s", o.Name(v), 1))
	}
	seen.text(o.Unit == "ns" || !whole)
	if ok {
		us, rest, ok = micros64(n, frac, u.ns)
	}
	if !ok {
		return 0, 0, errs.New(errs.Invalid, "cannot convert input %v with the unit '%s'", v, o.Unit)
	}
	return us, rest, nil
}

// ticks64 is a count of a unit in microseconds and what remains; seen notes the unit.
func ticks64(n int64, u dtype.Unit, seen *Seen) (us, rest int64, err error) {
	seen.Unit = max(seen.Unit, u, dtype.Second)
	if u == dtype.Nano {
		us, rest = divFloor(n, 1000)
		return us, rest, nil
	}
	per, ok := dtype.Factor(u, dtype.Micro)
	if us = n * per; !ok || us/per != n {
		return 0, 0, errs.New(errs.Invalid, "Out of bounds microsecond timestamp: %d of %s", n, u)
	}
	return us, 0, nil
}
