package dt

import (
	"math"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// units are what numbers may count, in nanoseconds, and the digits of a fraction of each that are kept.
var units = map[string]struct {
	ns     int64
	digits float64
}{
	"W": {7 * 86400e9, 14}, "D": {86400e9, 13}, "h": {3600e9, 12}, "m": {60e9, 10}, "min": {60e9, 10}, "s": {1e9, 9}, "ms": {1e6, 6}, "us": {1e3, 3}, "ns": {1, 0},
}

// CheckUnit reports a unit of numbers that is not known.
func CheckUnit(unit string) error {
	if _, ok := units[unit]; !ok {
		return errs.New(errs.Invalid, "invalid unit abbreviation: %s", unit)
	}
	return nil
}

// Numbers reads int64 or float64 rows that count a unit since 1970, or of a timedelta. Whole numbers of
// anything but nanoseconds need microseconds only, a fraction needs nanoseconds. One that int64 microseconds
// do not hold is missing with coerce, else an Invalid error; so is an infinity.
func Numbers(al mem.Allocator, c *frame.Column, unit string, coerce bool) (Parsed, error) {
	u := units[unit]
	p, us, rest, err := parsed(al, c.Rows)
	if err != nil {
		return p, err
	}
	p.Seen.Naive = true
	if unit == "ns" {
		p.Seen.Unit = dtype.Nano
	}
	c, err = c.Decode(al)
	if err != nil {
		return p, err
	}
	var whole []int64
	var real []float64
	if c.DType.IsFloat() {
		real = frame.Values[float64](c)
	} else {
		whole = frame.Values[int64](c)
	}
	for i := range us {
		us[i], rest[i] = nat, nat
		if c.IsNull(i) || whole != nil && whole[i] == nat { // the least integer is how pandas writes NaT
			continue
		}
		ok, frac := true, int64(0)
		var n int64
		if whole != nil {
			n = whole[i]
		} else {
			n, frac, ok = cut(real[i], u.ns, u.digits)
		}
		if ok {
			us[i], rest[i], ok = micros64(n, frac, u.ns)
		}
		switch {
		case ok:
			p.Seen.text(frac != 0 || real != nil && real[i] != math.Trunc(real[i]))
		case !coerce:
			return p, errs.New(errs.Invalid, "cannot convert input %v with the unit '%s'", c.Cell(i), unit)
		default:
			us[i], rest[i] = nat, nat
		}
	}
	return p, nil
}

// cut is the whole part of a float, and its fraction in nanoseconds of a unit of ns, of which it keeps some
// digits.
func cut(v float64, ns int64, digits float64) (n, frac int64, ok bool) {
	if math.IsInf(v, 0) || math.Abs(v) >= 1<<63 {
		return 0, 0, false
	}
	w := math.Trunc(v)
	p := math.Pow(10, digits)
	f := math.RoundToEven((v-w)*p) / p
	return int64(w), int64(f * float64(ns)), true
}

// micros64 is n units of ns and frac nanoseconds, in microseconds and what remains.
func micros64(n, frac, ns int64) (us, rest int64, ok bool) {
	if ns < 1000 {
		us, rest = divFloor(n, 1000)
		return us, rest, true
	}
	k := ns / 1000
	us = n * k
	if us/k != n || us == nat {
		return 0, 0, false
	}
	q, rest := divFloor(frac, 1000)
	return us + q, rest, true
}
