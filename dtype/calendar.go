package dtype

import (
	"fmt"
	"strconv"
)

// Days is the day number since 1970-01-01 of a date in the proleptic Gregorian calendar, m from 1 to 12.
// Algorithm: Howard Hinnant, chrono-Compatible Low-Level Date Algorithms, days_from_civil.
func Days(y int64, m, d int) int64 {
	if m <= 2 {
		y--
	}
	era := floorDiv(y, 400)
	yoe := y - era*400
	doy := (153*int64((m+9)%12)+2)/5 + int64(d) - 1
	return era*146097 + yoe*365 + yoe/4 - yoe/100 + doy - 719468
}

// Date is the inverse of Days (civil_from_days).
func Date(days int64) (y int64, m, d int) {
	days += 719468
	era := floorDiv(days, 146097)
	doe := days - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	m, d = int(mp+2)%12+1, int(doy-(153*mp+2)/5)+1
	y = yoe + era*400
	if m <= 2 {
		y++
	}
	return y, m, d
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// FormatTime is the ISO 8601 text of a datetime64 value as NumPy prints it, with the digits of its unit and
// no zone: "2020", "2020-01", "2020-01-02T03:04:05.000006". A generic value is its number.
func FormatTime(v int64, u Unit) string {
	switch {
	case v == NaT:
		return "NaT"
	case u == Generic:
		return strconv.FormatInt(v, 10)
	case u == Year:
		return fmt.Sprintf("%04d", v+1970)
	case u == Month:
		y := floorDiv(v, 12)
		return fmt.Sprintf("%04d-%02d", y+1970, v-y*12+1)
	case u == Week:
		v, u = v*7, Day
	}
	perDay, ok := Factor(Day, u)
	if !ok { // ps and finer still count less than a day per second
		return formatFine(v, u)
	}
	day := floorDiv(v, perDay)
	y, m, d := Date(day)
	return fmt.Sprintf("%04d-%02d-%02d", y, m, d) + clock(v-day*perDay, u)
}

// formatFine is FormatTime for units of which an int64 holds fewer than a day fits: femto- and attoseconds.
func formatFine(v int64, u Unit) string {
	perSec, _ := Factor(Second, u)
	sec := floorDiv(v, perSec)
	day := floorDiv(sec, 86400)
	y, m, d := Date(day)
	return fmt.Sprintf("%04d-%02d-%02d", y, m, d) + clock(sec-day*86400, Second) + fraction(v-sec*perSec, u)
}

// clock is the text of a time of day that counts u.
func clock(v int64, u Unit) string {
	switch u {
	case Day:
		return ""
	case Hour:
		return fmt.Sprintf("T%02d", v)
	case Minute:
		return fmt.Sprintf("T%02d:%02d", v/60, v%60)
	}
	perSec, _ := Factor(Second, u)
	s := v / perSec
	return fmt.Sprintf("T%02d:%02d:%02d", s/3600, s/60%60, s%60) + fraction(v%perSec, u)
}

// fraction is ".000006" for the part of a second below one, in units of u.
func fraction(v int64, u Unit) string {
	if u <= Second {
		return ""
	}
	return fmt.Sprintf(".%0*d", 3*int(u-Second), v)
}

var spanNames = [unitEnd]string{
	"generic time units", "years", "months", "weeks", "days", "hours", "minutes", "seconds", "milliseconds",
	"microseconds", "nanoseconds", "picoseconds", "femtoseconds", "attoseconds",
}

// FormatSpan is how NumPy prints a single timedelta64: "3 days".
func FormatSpan(v int64, u Unit) string {
	if v == NaT {
		return "NaT"
	}
	return strconv.FormatInt(v, 10) + " " + spanNames[u]
}
