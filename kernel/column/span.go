package column

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// spanUnits are the names of units that pandas reads in timedeltas, in nanoseconds.
var spanUnits = map[string]int64{
	"w": 7 * 86400e9, "week": 7 * 86400e9, "weeks": 7 * 86400e9,
	"d": 86400e9, "day": 86400e9, "days": 86400e9,
	"h": 3600e9, "hr": 3600e9, "hour": 3600e9, "hours": 3600e9,
	"m": 60e9, "min": 60e9, "minute": 60e9, "minutes": 60e9,
	"s": 1e9, "sec": 1e9, "second": 1e9, "seconds": 1e9,
	"ms": 1e6, "milli": 1e6, "millis": 1e6, "millisecond": 1e6, "milliseconds": 1e6,
	"us": 1e3, "µs": 1e3, "micro": 1e3, "micros": 1e3, "microsecond": 1e3, "microseconds": 1e3,
	"ns": 1, "nano": 1, "nanos": 1, "nanosecond": 1, "nanoseconds": 1,
}

// readSpan reads a timedelta: "1 days 02:03:04.5", "1.5h", "3 min", a number of nanoseconds; nil for a text
// that says that there is none. What is finer than d's unit is cut off. Errors: Invalid in pandas' words.
func readSpan(s string, d dtype.DType) (any, error) {
	t := strings.TrimSpace(s)
	switch strings.ToLower(t) {
	case "", "nat", "nan":
		return nil, nil
	}
	negative := strings.HasPrefix(t, "-")
	t = strings.TrimSpace(strings.TrimLeft(t, "+-"))
	ns, err := spanNanos(t, s, negative)
	if err != nil {
		return nil, err
	}
	f, ok := dtype.Factor(d.Unit, dtype.Nano)
	if !ok {
		return nil, errs.New(errs.Internal, "a span in %s", d)
	}
	q := ns / f
	if ns%f < 0 {
		q--
	}
	return frame.Timedelta{Ticks: q, Unit: d.Unit}, nil
}

// spanNanos adds up the parts of a span. A minus before it counts for all parts, but a time behind days with
// a plus counts forward: -1 days +02:00:00.
func spanNanos(t, whole string, negative bool) (int64, error) {
	total, parts := int64(0), 0
	sign := int64(1)
	if negative {
		sign = -1
	}
	for t != "" {
		if t[0] == '-' {
			return 0, errs.New(errs.Invalid, "only leading negative signs are allowed")
		}
		if t[0] == '+' {
			t, sign = t[1:], 1
			continue
		}
		n := 0
		for n < len(t) && (isDigit(t[n]) || t[n] == '.') {
			n++
		}
		if n == 0 {
			return 0, errs.New(errs.Invalid, "Could not convert '%s' to NumPy timedelta", whole)
		}
		if n < len(t) && t[n] == ':' {
			end := strings.IndexFunc(t, func(r rune) bool { return r == ' ' })
			if end < 0 {
				end = len(t)
			}
			ns, ok := clockNanos(t[:end])
			if !ok {
				return 0, errs.New(errs.Invalid, "expected hh:mm:ss format")
			}
			total, t, parts = total+sign*ns, strings.TrimLeft(t[end:], " ,"), parts+1
			continue
		}
		number := t[:n]
		t = strings.TrimLeft(t[n:], " ")
		k := strings.IndexFunc(t, func(r rune) bool { return !unicode.IsLetter(r) })
		if k < 0 {
			k = len(t)
		}
		name := t[:k]
		t = strings.TrimLeft(t[k:], " ,")
		ns, err := unitNanos(number, name, parts == 0 && t == "")
		if err != nil {
			if t != "" && t[0] == '-' { // 2020-01-02
				err = errs.New(errs.Invalid, "only leading negative signs are allowed")
			}
			return 0, err
		}
		total, parts = total+sign*ns, parts+1
	}
	return total, nil
}

func unitNanos(number, name string, alone bool) (int64, error) {
	if name == "" {
		v, err := strconv.ParseInt(number, 10, 64)
		if err != nil || !alone {
			return 0, errs.New(errs.Invalid, "no units specified")
		}
		return v, nil
	}
	f, ok := spanUnits[name]
	if !ok {
		f, ok = spanUnits[strings.ToLower(name)]
	}
	if !ok {
		return 0, errs.New(errs.Invalid, "invalid unit abbreviation: %s", name)
	}
	return scaled(number, f)
}

// scaled is a decimal number times f, exact to the nanosecond.
func scaled(number string, f int64) (int64, error) {
	head, tail, _ := strings.Cut(number, ".")
	v := int64(0)
	if head != "" {
		n, err := strconv.ParseInt(head, 10, 64)
		if err != nil || n != 0 && n*f/n != f {
			return 0, errs.New(errs.Invalid, "Python int too large to convert to C long")
		}
		v = n * f
	}
	if tail == "" {
		return v, nil
	}
	x, err := strconv.ParseFloat("0."+tail, 64)
	if err != nil {
		return 0, errs.New(errs.Invalid, "have leftover units")
	}
	return v + int64(x*float64(f)+0.5), nil
}

// clockNanos reads hh:mm, hh:mm:ss and a fraction.
func clockNanos(s string) (int64, bool) {
	ps := strings.Split(s, ":")
	if len(ps) != 3 {
		return 0, false
	}
	total := int64(0)
	for i, f := range []int64{3600e9, 60e9, 1e9} {
		if ps[i] == "" || i < 2 && strings.Contains(ps[i], ".") {
			return 0, false
		}
		ns, err := scaled(ps[i], f)
		if err != nil {
			return 0, false
		}
		total += ns
	}
	return total, true
}
