package basic

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

// Ticks is a count of one unit in another: of datetimes by the calendar, rounded down. Type: the units are
// too far apart.
func Ticks(k dtype.Kind, v int64, from, to dtype.Unit) (int64, error) {
	f, err := unitCast(k, from, to)
	if err != nil {
		return 0, err
	}
	return f(v), nil
}

// unitCast converts counts of one unit to another; NaT stays, and a generic unit takes any count as it is.
func unitCast(k dtype.Kind, from, to dtype.Unit) (func(int64) int64, error) {
	if from == dtype.Generic || to == dtype.Generic {
		return func(x int64) int64 { return x }, nil
	}
	f, err := unitConv(k, from, to)
	if err != nil {
		return nil, err
	}
	return func(x int64) int64 {
		if x == nat {
			return x
		}
		return f(x)
	}, nil
}

func unitConv(k dtype.Kind, from, to dtype.Unit) (func(int64) int64, error) {
	if n, ok := dtype.Factor(from, to); ok {
		return func(x int64) int64 { return x * n }, nil
	}
	if n, ok := dtype.Factor(to, from); ok {
		return func(x int64) int64 { return floorInt(x, n) }, nil
	}
	overflow := errs.New(errs.Type, "Integer overflow while computing the conversion factor between NumPy datetime units %v and %v", from, to)
	calendar := from <= dtype.Month || to <= dtype.Month
	switch {
	case !calendar:
		return nil, overflow
	case k == dtype.TimedeltaKind:
		return meanConv(from, to, overflow)
	case from <= dtype.Month:
		days, err := unitConv(k, dtype.Day, to)
		if err != nil {
			return nil, overflow
		}
		perYear := int64(12)
		if from == dtype.Year {
			perYear = 1
		}
		return func(x int64) int64 {
			y := floorInt(x, perYear)
			return days(dtype.Days(y+1970, int((x-y*perYear)*(12/perYear))+1, 1))
		}, nil
	}
	days, err := unitConv(k, from, dtype.Day)
	if err != nil {
		return nil, overflow
	}
	return func(x int64) int64 {
		y, m, _ := dtype.Date(days(x))
		if to == dtype.Year {
			return y - 1970
		}
		return (y-1970)*12 + int64(m) - 1
	}, nil
}

// meanConv converts spans between years or months and fixed units: 400 years have 146,097 days.
func meanConv(from, to dtype.Unit, overflow error) (func(int64) int64, error) {
	up := from <= dtype.Month
	cal, fixed := from, to
	if !up {
		cal, fixed = to, from
	}
	num, den := int64(146097), int64(400)
	if cal == dtype.Month {
		den *= 12
	}
	if fixed == dtype.Week {
		den *= 7
	} else {
		n, ok := dtype.Factor(dtype.Day, fixed)
		if !ok {
			return nil, overflow
		}
		g := int64(gcd64(uint64(n), uint64(den)))
		n, den = n/g, den/g
		if n > (1<<63-1)/num {
			return nil, overflow
		}
		num *= n
	}
	g := int64(gcd64(uint64(num), uint64(den)))
	num, den = num/g, den/g
	if !up {
		num, den = den, num
	}
	return func(x int64) int64 { return floorInt(x*num, den) }, nil
}
