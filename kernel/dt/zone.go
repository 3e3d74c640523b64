package dt

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // for machines without a data base of zones

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

// A Zone tells offsets from UTC. It remembers the last one, so every goroutine needs its own.
type Zone struct {
	name   string
	loc    *time.Location
	lo, hi int64 // seconds of UTC from lo on and before hi have offset off
	off    int64
}

const (
	minSecond = -1 << 62
	maxSecond = 1 << 62
)

// LoadZone reads the name of a zone: UTC, an offset as +05:30 or UTC+05:30, or a name of the IANA data base.
// Errors: NotFound.
func LoadZone(name string) (*Zone, error) {
	if strings.EqualFold(name, "UTC") && (name == "UTC" || name == "utc") {
		return fixed("UTC", 0), nil
	}
	if off, ok := offset(strings.TrimPrefix(name, "UTC")); ok {
		return fixed(offsetName(off), off), nil
	}
	if name != "" && name != "Local" {
		if loc, err := time.LoadLocation(name); err == nil {
			return &Zone{name: name, loc: loc, lo: 1}, nil
		}
	}
	return nil, errs.New(errs.NotFound, "No time zone found with key %s", name)
}

func fixed(name string, off int64) *Zone {
	return &Zone{name: name, lo: minSecond, hi: maxSecond, off: off}
}

// offset reads +hh:mm or +hh, in seconds.
func offset(s string) (int64, bool) {
	if len(s) < 3 || s[0] != '+' && s[0] != '-' {
		return 0, false
	}
	hh, mm, _ := strings.Cut(s[1:], ":")
	h, err := strconv.ParseUint(hh, 10, 8)
	m := uint64(0)
	if err == nil && mm != "" {
		m, err = strconv.ParseUint(mm, 10, 8)
	}
	if err != nil || h > 23 || m > 59 {
		return 0, false
	}
	off := int64(h*3600 + m*60)
	if s[0] == '-' {
		off = -off
	}
	return off, true
}

// offsetName is pandas' name of a fixed offset.
func offsetName(off int64) string {
	switch {
	case off == 0:
		return "UTC"
	case off < 0:
		return fmt.Sprintf("UTC-%02d:%02d", -off/3600, -off/60%60)
	}
	return fmt.Sprintf("UTC+%02d:%02d", off/3600, off/60%60)
}

// Name is the zone's name as dtypes have it.
func (z *Zone) Name() string { return z.name }

// Offset is seconds east of UTC at a second of UTC.
func (z *Zone) Offset(sec int64) int64 {
	if sec < z.lo || sec >= z.hi {
		t := time.Unix(sec, 0).In(z.loc)
		_, off := t.Zone()
		z.off, z.lo, z.hi = int64(off), minSecond, maxSecond
		if from, to := t.ZoneBounds(); true {
			if !from.IsZero() {
				z.lo = from.Unix()
			}
			if !to.IsZero() {
				z.hi = to.Unix()
			}
		}
	}
	return z.off
}

// Short is the short name of the zone at a second of UTC: EST.
func (z *Zone) Short(sec int64) string {
	if z.loc == nil {
		return z.name
	}
	s, _ := time.Unix(sec, 0).In(z.loc).Zone()
	return s
}

// Wall turns instants into wall times, in place of dst. Missing ones stay.
func (z *Zone) Wall(u dtype.Unit, dst, src []int64) {
	per := perSecond(u)
	for i, t := range src {
		if t != nat {
			s, _ := divFloor(t, per)
			t += z.Offset(s) * per
		}
		dst[i] = t
	}
}

// A Nonexistent says what becomes of wall times that clocks skip: a policy, or by how much they are moved, as
// a frequency.
type Nonexistent string

// An Ambiguous says what becomes of wall times that clocks show twice.
type Ambiguous string

// The policies, with pandas' names. DST and Standard are its True and False.
const (
	Raise         = "raise"
	NaT           = "NaT"
	ShiftForward  = "shift_forward"
	ShiftBackward = "shift_backward"
	DST           = "True"
	Standard      = "False"
)

// Instants turns wall times of the zone into instants. Missing ones stay. Errors: Invalid for a wall time
// that the policies do not settle.
func (z *Zone) Instants(u dtype.Unit, dst, src []int64, amb Ambiguous, non Nonexistent) error {
	per := perSecond(u)
	for i, t := range src {
		if t == nat {
			dst[i] = t
			continue
		}
		s, frac := divFloor(t, per)
		const day = 86400
		if g := s - z.off; g >= z.lo+day && g < z.hi-day { // far from a change of the offset
			dst[i] = t - z.off*per
			continue
		}
		before, after := z.Offset(s-day), z.Offset(s+day)
		a, b := s-before, s-after
		first, second := z.Offset(a) == before, z.Offset(b) == after
		switch {
		case first && second && a != b:
			v, err := twice(a, b, frac, per, t, u, amb)
			if err != nil {
				return err
			}
			dst[i] = v
		case first:
			dst[i] = a*per + frac
		case second:
			dst[i] = b*per + frac
		default:
			v, err := z.skipped(a, t, u, non)
			if err != nil {
				return err
			}
			dst[i] = v
		}
	}
	return nil
}

// twice settles a wall time that is at seconds a and b.
func twice(a, b, frac, per, t int64, u dtype.Unit, amb Ambiguous) (int64, error) {
	switch amb {
	case NaT:
		return nat, nil
	case DST:
		return min(a, b)*per + frac, nil
	case Standard:
		return max(a, b)*per + frac, nil
	}
	return 0, errs.New(errs.Invalid, "Cannot infer dst time from %s, try using the 'ambiguous' argument", Text(t, u))
}

// skipped settles a wall time that does not exist; a is its second of UTC by the offset before the gap, thus
// behind it.
func (z *Zone) skipped(a, t int64, u dtype.Unit, non Nonexistent) (int64, error) {
	per := perSecond(u)
	z.Offset(a)
	switch non {
	case NaT:
		return nat, nil
	case ShiftForward:
		return z.lo * per, nil
	case ShiftBackward:
		return z.lo*per - 1, nil
	case "", Raise:
	default:
		return z.moved(t, u, non)
	}
	return 0, errs.New(errs.Invalid, "%s is a nonexistent time due to daylight savings time. Try using the 'nonexistent' argument.", Text(t, u))
}

// moved settles a wall time that does not exist by moving it.
func (z *Zone) moved(t int64, u dtype.Unit, by Nonexistent) (int64, error) {
	ns, err := ParseFreq(string(by))
	if err != nil {
		return 0, err
	}
	n, _ := divFloor(ns, int64(1e9)/perSecond(u))
	wall, instant := []int64{t + n}, []int64{0}
	if err := z.Instants(u, instant, wall, Standard, Raise); err != nil {
		return 0, errs.New(errs.Invalid, "The provided timedelta will relocalize on a nonexistent time: %s", Text(t+n, u))
	}
	return instant[0], nil
}
