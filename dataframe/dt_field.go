package dataframe

import "github.com/mars-project/mars-go/dataframe/times"

// Year is the year, int32 as all parts of datetimes; where a time is missing the column is float64 with NaN.
func (d Dt) Year() *Series { return d.field("year") }

// Month is the month, 1 to 12.
func (d Dt) Month() *Series { return d.field("month") }

// Day is the day of the month.
func (d Dt) Day() *Series { return d.field("day") }

// Hour is the hour.
func (d Dt) Hour() *Series { return d.field("hour") }

// Minute is the minute.
func (d Dt) Minute() *Series { return d.field("minute") }

// Second is the second.
func (d Dt) Second() *Series { return d.field("second") }

// Microsecond is the microseconds of the second.
func (d Dt) Microsecond() *Series { return d.field("microsecond") }

// Nanosecond is the nanoseconds of the microsecond.
func (d Dt) Nanosecond() *Series { return d.field("nanosecond") }

// DayOfWeek is the day of the week, 0 on Mondays; dayofweek and weekday in pandas 2.
func (d Dt) DayOfWeek() *Series { return d.field("day_of_week") }

// DayOfYear is the day of the year, from 1 on; dayofyear in pandas 2.
func (d Dt) DayOfYear() *Series { return d.field("day_of_year") }

// Quarter is the quarter, 1 to 4.
func (d Dt) Quarter() *Series { return d.field("quarter") }

// DaysInMonth is the length of the month in days.
func (d Dt) DaysInMonth() *Series { return d.field("days_in_month") }

// IsMonthStart reports the first day of a month; bool as all such parts, false where a time is missing.
func (d Dt) IsMonthStart() *Series { return d.field("is_month_start") }

// IsMonthEnd reports the last day of a month.
func (d Dt) IsMonthEnd() *Series { return d.field("is_month_end") }

// IsQuarterStart reports the first day of a quarter.
func (d Dt) IsQuarterStart() *Series { return d.field("is_quarter_start") }

// IsQuarterEnd reports the last day of a quarter.
func (d Dt) IsQuarterEnd() *Series { return d.field("is_quarter_end") }

// IsYearStart reports the first day of a year.
func (d Dt) IsYearStart() *Series { return d.field("is_year_start") }

// IsYearEnd reports the last day of a year.
func (d Dt) IsYearEnd() *Series { return d.field("is_year_end") }

// IsLeapYear reports days of leap years.
func (d Dt) IsLeapYear() *Series { return d.field("is_leap_year") }

// Days is the days of timedeltas, rounded down: int64, float64 with NaN where one is missing.
func (d Dt) Days() *Series { return d.field("days") }

// Seconds is the seconds of the day of timedeltas, int32.
func (d Dt) Seconds() *Series { return d.field("seconds") }

// Microseconds is the microseconds of the second of timedeltas.
func (d Dt) Microseconds() *Series { return d.field("microseconds") }

// Nanoseconds is the nanoseconds of the microsecond of timedeltas.
func (d Dt) Nanoseconds() *Series { return d.field("nanoseconds") }

func (d Dt) field(name string) *Series {
	return SeriesOf(apply(times.Op[*times.Field](name), d.s))
}
