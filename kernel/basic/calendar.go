package basic

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

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
			return days(daysOf(y+1970, (x-y*perYear)*(12/perYear)+1))
		}, nil
	}
	days, err := unitConv(k, from, dtype.Day)
	if err != nil {
		return nil, overflow
	}
	return func(x int64) int64 {
		y, m := monthOf(days(x))
		if to == dtype.Year {
			return y - 1970
		}
		return (y-1970)*12 + m - 1
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
		if !ok || n > (1<<63-1)/num {
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

// daysOf is the day number of the first of month m (1 to 12) in year y of the proleptic Gregorian calendar; 1970-01-01 is day 0.
// Years are counted from March, so that the leap day comes last, in eras of 400 years (Hinnant, chrono-compatible date algorithms).
func daysOf(y, m int64) int64 {
	if m <= 2 {
		y--
		m += 12
	}
	era := floorInt(y, 400)
	yoe := y - era*400
	doy := (153*(m-3) + 2) / 5
	return era*146097 + yoe*365 + yoe/4 - yoe/100 + doy - 719468
}

// monthOf is the year and month of a day number.
func monthOf(day int64) (y, m int64) {
	day += 719468
	era := floorInt(day, 146097)
	doe := day - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	m = mp + 3
	if m > 12 {
		m -= 12
	}
	y = yoe + era*400
	if m <= 2 {
		y++
	}
	return y, m
}
