package frame

import (
	"fmt"
	"strings"
	"time"

	"github.com/mars-project/mars-go/dtype"
)

// perSecond is the ticks of u in a second.
func perSecond(u dtype.Unit) int64 {
	f, ok := dtype.Factor(dtype.Second, u)
	if !ok {
		return 1
	}
	return f
}

// divFloor is the quotient rounded down, and the remainder of the divisor's sign.
func divFloor(a, b int64) (q, r int64) {
	q, r = a/b, a%b
	if r < 0 {
		q, r = q-1, r+b
	}
	return q, r
}

// civil is the wall time of a datetime in its zone. The nanoseconds are exact for units up to ns.
func civil(ticks int64, u dtype.Unit, zone string) time.Time {
	if u == dtype.Day {
		return time.Unix(86400*ticks, 0).UTC()
	}
	per := perSecond(u)
	s, r := divFloor(ticks, per)
	return time.Unix(s, r*(1e9/per)).In(zoneOf(zone))
}

// Time is the datetime in its zone.
func (t Timestamp) Time() time.Time { return civil(t.Ticks, t.Unit, t.TZ) }

// Duration is the difference, as far as nanoseconds can tell it.
func (d Timedelta) Duration() time.Duration {
	per := perSecond(d.Unit)
	s, r := divFloor(d.Ticks, per)
	return time.Duration(s)*time.Second + time.Duration(r*(1e9/per))
}

// zoneOf is the zone of a name: an IANA name, UTC, or UTC+hh:mm. An unknown name reads as UTC, which only
// printing sees.
func zoneOf(name string) *time.Location {
	if name == "" || name == "UTC" {
		return time.UTC
	}
	off := strings.TrimPrefix(name, "UTC")
	if len(off) >= 6 && (off[0] == '+' || off[0] == '-') {
		var h, m int
		if n, _ := fmt.Sscanf(off[1:], "%d:%d", &h, &m); n == 2 {
			s := h*3600 + m*60
			if off[0] == '-' {
				s = -s
			}
			return time.FixedZone(name, s)
		}
	}
	if loc, err := time.LoadLocation(name); err == nil {
		return loc
	}
	return time.UTC
}

// timestampText is str() of a Timestamp: the fraction has 0, 3... digits as the value needs 6 or 9. One of
// days is a date.
func timestampText(ticks int64, u dtype.Unit, zone string) string {
	if ticks == NaT {
		return "NaT"
	}
	t := civil(ticks, u, zone)
	if u == dtype.Day {
		return dateText(t)
	}
	s := dateText(t) + t.Format(" 15:04:05")
	switch ns := t.Nanosecond(); {
	case ns == 0:
	case ns%1000 == 0:
		s += fmt.Sprintf(".%06d", ns/1000)
	default:
		s += fmt.Sprintf(".%09d", ns)
	}
	if zone != "" {
		s += t.Format("-07:00")
	}
	return s
}

// dateText is the date in ISO form; years outside 0 to 9999 keep their sign and digits.
func dateText(t time.Time) string {
	y, m, d := t.Date()
	return fmt.Sprintf("%04d-%02d-%02d", y, m, d)
}

// timedeltaText is str() of a Timedelta: 1 days 02:03:04.500000.
func timedeltaText(ticks int64, u dtype.Unit) string {
	if ticks == NaT {
		return "NaT"
	}
	days, h, m, s, ns := splitDelta(ticks, u)
	sign := ""
	if days < 0 {
		sign = "+"
	}
	text := fmt.Sprintf("%d days %s%02d:%02d:%02d", days, sign, h, m, s)
	switch {
	case ns == 0:
	case ns%1000 == 0:
		text += fmt.Sprintf(".%06d", ns/1000)
	default:
		text += fmt.Sprintf(".%09d", ns)
	}
	return text
}

// splitDelta cuts a difference into days, which may be negative, and a time of day.
func splitDelta(ticks int64, u dtype.Unit) (days, h, m, s, ns int64) {
	per := perSecond(u)
	sec, r := divFloor(ticks, per)
	days, sec = divFloor(sec, 86400)
	return days, sec / 3600, sec / 60 % 60, sec % 60, r * (1e9 / per)
}

// ParseTimestamp reads what a Timestamp without a zone prints as, in ticks of u.
func ParseTimestamp(s string, u dtype.Unit) (Timestamp, bool) {
	for _, layout := range []string{"2006-01-02 15:04:05", "2006-01-02"} {
		t, err := time.Parse(layout, s)
		if err == nil {
			per := perSecond(u)
			return Timestamp{Ticks: t.Unix()*per + int64(t.Nanosecond())/(1e9/per), Unit: u}, true
		}
	}
	return Timestamp{}, false
}
