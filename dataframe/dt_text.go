package dataframe

import "github.com/mars-project/mars-go/dataframe/times"

// Strftime is datetimes as texts of a format, of dtype str: Python's directives and those of the C library,
// in the C locale. %s is refused.
func (d Dt) Strftime(format string) *Series {
	o := times.Op[*times.Text]("strftime")
	o.DateFormat = format
	return SeriesOf(apply(o, d.s))
}

// DayName is the English names of the days of the week.
func (d Dt) DayName() *Series { return SeriesOf(apply(times.Op[*times.Text]("day_name"), d.s)) }

// MonthName is the English names of the months.
func (d Dt) MonthName() *Series { return SeriesOf(apply(times.Op[*times.Text]("month_name"), d.s)) }
