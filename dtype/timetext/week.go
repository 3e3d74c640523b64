package timetext

import (
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

// weeks is a day that is told by its week.
type weeks struct {
	day     int  // 1 is Monday; 0 where none was read
	week    int  // of the year, from its first Sunday or Monday on; days before it are in week 0
	given   bool // a week was read
	sunday  bool // weeks start on Sundays
	isoYear int64
	isoWeek int
}

// days is the day since 1970 in a year; ok is false where no whole week was told.
func (w weeks) days(year int64) (days int64, ok bool) {
	switch {
	case w.day == 0:
		return 0, false
	case w.isoYear > 0 && w.isoWeek > 0: // the 4th of January lies in the first week
		fourth := dtype.Days(w.isoYear, 1, 4)
		return fourth - fromMonday(fourth) + int64(7*(w.isoWeek-1)+w.day-1), true
	case w.given:
		first := dtype.Days(year, 1, 1)
		into, at := fromMonday(first), int64(w.day-1)
		if w.sunday {
			into, at = (into+1)%7, int64(w.day%7)
		}
		if w.week == 0 {
			return first - into + at, true
		}
		return first + (7-into)%7 + int64(7*(w.week-1)) + at, true
	}
	return 0, false
}

// fromMonday is how many days a day since 1970, a Thursday, lies behind a Monday.
func fromMonday(day int64) int64 { return ((day+3)%7 + 7) % 7 }

// long reports an ISO year of 53 weeks; the 28th of December lies in the last one.
func (w weeks) long() bool {
	first, last := dtype.Days(w.isoYear, 1, 4), dtype.Days(w.isoYear, 12, 28)
	return (last-fromMonday(last))-(first-fromMonday(first)) == 52*7
}

// wholeWeeks refuses formats with a week but without what tells its year and a day of it.
func wholeWeeks(format string) error {
	has := func(cs string) bool {
		for _, c := range cs {
			if strings.Contains(format, "%"+string(c)) {
				return true
			}
		}
		return false
	}
	switch day := has("aAwu"); {
	case has("UW") && !(has("Y") && day):
		return errs.New(errs.Invalid, "Cannot use '%%W' or '%%U' without day and year")
	case has("G") && !(has("V") && day):
		return errs.New(errs.Invalid, "ISO year directive '%%G' must be used with the ISO week directive '%%V' and a weekday directive '%%A', '%%a', '%%w', or '%%u'.")
	case has("V") && !has("G"):
		return errs.New(errs.Invalid, "ISO week directive '%%V' must be used with the ISO year directive '%%G' and a weekday directive '%%A', '%%a', '%%w', or '%%u'.")
	}
	return nil
}
