package dt

import (
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// words are the names of units in texts of timedeltas, behind the shorter ones of units.
var words = map[string]string{
	"W": "W", "w": "W", "D": "D", "d": "D", "day": "D", "days": "D", "h": "h", "H": "h", "hr": "h", "hour": "h", "hours": "h",
	"m": "m", "min": "m", "minute": "m", "minutes": "m", "s": "s", "S": "s", "sec": "s", "second": "s", "seconds": "s", "ms": "ms", "milli": "ms",
	"millis": "ms", "millisecond": "ms", "milliseconds": "ms", "us": "us", "µs": "us", "micro": "us", "micros": "us", "microsecond": "us",
	"microseconds": "us", "ns": "ns", "nano": "ns", "nanos": "ns", "nanosecond": "ns", "nanoseconds": "ns",
}

// A span is a timedelta that is being read: microseconds, and nanoseconds that remain.
type span struct {
	us, rest int64
	nano     bool // microseconds do not do, or are not what it was said in
}

// add adds the number of digits, with a point, of a unit.
func (p *span) add(number, unit string, neg bool) error {
	u := units[unit]
	whole, frac, _ := strings.Cut(number, ".")
	n := int64(0)
	if whole != "" {
		var err error
		if n, err = strconv.ParseInt(whole, 10, 64); err != nil {
			return errs.New(errs.Invalid, "timedelta %s is out of bounds", number)
		}
	}
	f := 0.0
	if frac != "" {
		var err error
		if f, err = strconv.ParseFloat("0."+frac, 64); err != nil {
			return err
		}
	}
	_, ns, ok := cut(f, u.ns, u.digits)
	us, rest, fine := micros64(n, ns, u.ns)
	if !ok || !fine {
		return errs.New(errs.Invalid, "timedelta %s is out of bounds", number)
	}
	if neg {
		us, rest = -us, -rest
	}
	p.us += us
	p.rest += rest
	q, r := divFloor(p.rest, 1000)
	p.us, p.rest = p.us+q, r
	p.nano = p.nano || unit == "ns" || r != 0
	return nil
}

// parseDelta reads a timedelta: numbers with units, a clock hh:mm:ss, a duration of ISO 8601, or nanoseconds
// without a unit. Errors: Invalid.
func parseDelta(text string) (p span, err error) {
	bad := func() (span, error) {
		return p, errs.New(errs.Invalid, "Could not convert '%s' to NumPy timedelta", text)
	}
	s := strings.TrimSpace(text)
	neg, any := false, false
	if strings.HasPrefix(s, "-") || strings.HasPrefix(s, "+") {
		neg, s = s[0] == '-', strings.TrimSpace(s[1:])
	}
	if strings.HasPrefix(s, "P") {
		return p, p.iso(s[1:], neg, text)
	}
	for s != "" {
		switch {
		case s[0] == '+' && any:
			neg, s = false, strings.TrimSpace(s[1:])
			continue
		case s[0] == '-' && any:
			return p, errs.New(errs.Invalid, "only leading negative signs are allowed")
		case s[0] == ',' || s[0] == ' ':
			s = s[1:]
			continue
		}
		n := strings.IndexFunc(s, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
		if n == 0 {
			return bad()
		}
		if n < 0 {
			n = len(s)
		}
		number := s[:n]
		if strings.Count(number, ".") > 1 || number == "." {
			return bad()
		}
		if n < len(s) && s[n] == ':' {
			if any {
				neg = false
			}
			return p, p.clock(s, neg)
		}
		s = strings.TrimLeft(s[n:], " ")
		k := strings.IndexFunc(s, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != 'µ' })
		if k < 0 {
			k = len(s)
		}
		word := s[:k]
		s = s[k:]
		switch unit, ok := words[word]; {
		case ok:
			err = p.add(number, unit, neg)
		case word == "" && any:
			return p, errs.New(errs.Invalid, "have leftover units")
		case word == "" && strings.Contains(number, "."):
			return p, errs.New(errs.Invalid, "no units specified")
		case word == "":
			err = p.add(number, "ns", neg)
		case word == "M" || word == "Y" || word == "y":
			return p, errs.New(errs.Invalid, "Units 'M', 'Y' and 'y' do not represent unambiguous timedelta values and are not supported.")
		default:
			return p, errs.New(errs.Invalid, "invalid unit abbreviation: %s", word)
		}
		if err != nil {
			return p, err
		}
		any = true
	}
	if !any {
		return bad()
	}
	return p, nil
}

// clock adds hh:mm:ss and a fraction.
func (p *span) clock(s string, neg bool) error {
	parts := strings.Split(s, ":")
	if len(parts) != 3 {
		return errs.New(errs.Invalid, "expected hh:mm:ss format")
	}
	for k, unit := range []string{"h", "m", "s"} {
		if part := parts[k]; part == "" || strings.Trim(part, "0123456789.") != "" || k < 2 && strings.Contains(part, ".") || strings.Count(part, ".") > 1 {
			return errs.New(errs.Invalid, "expected hh:mm:ss format, received: %s", s)
		}
		if err := p.add(parts[k], unit, neg); err != nil {
			return err
		}
	}
	_, frac, _ := strings.Cut(parts[2], ".")
	p.nano = p.nano || len(frac) > 6
	return nil
}

// iso adds what follows the P of a duration.
func (p *span) iso(s string, neg bool, text string) error {
	names := map[byte]string{'W': "W", 'D': "D"}
	any := false
	for s != "" {
		if s[0] == 'T' {
			names = map[byte]string{'H': "h", 'M': "m", 'S': "s"}
			s = s[1:]
			continue
		}
		n := strings.IndexFunc(s, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
		if n <= 0 || names[s[n]] == "" || strings.Count(s[:n], ".") > 1 || s[:n] == "." {
			return errs.New(errs.Invalid, "Invalid ISO 8601 Duration format - %s", text)
		}
		if err := p.add(s[:n], names[s[n]], neg); err != nil {
			return err
		}
		any, s = true, s[n+1:]
	}
	if !any {
		return errs.New(errs.Invalid, "Invalid ISO 8601 Duration format - %s", text)
	}
	return nil
}

// ParseDeltas reads the rows of a text column as timedeltas. With coerce a text that is none is missing, else
// the first one is an Invalid error.
func ParseDeltas(al mem.Allocator, c *frame.Column, coerce bool) (Parsed, error) {
	c, err := plainText(al, c)
	if err != nil {
		return Parsed{}, err
	}
	p, us, rest, err := parsed(al, c.Rows)
	if err != nil {
		return p, err
	}
	for i := range us {
		us[i], rest[i] = nat, nat
		s := c.Text(i)
		if s == nil || isNaT(s) {
			continue
		}
		d, err := parseDelta(string(s))
		if err != nil {
			if coerce {
				continue
			}
			return p, err
		}
		us[i], rest[i] = d.us, d.rest
		p.Seen.text(d.nano)
	}
	return p, nil
}

// plainText is c without a dictionary.
func plainText(al mem.Allocator, c *frame.Column) (*frame.Column, error) {
	if c.Enc == frame.Dict {
		return c.Uncode(al)
	}
	return c, nil
}

// DeltaType is the dtype of timedeltas that were read.
func (a Seen) DeltaType() dtype.DType { return dtype.Timedelta(a.unit()) }
