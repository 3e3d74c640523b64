package frame

import (
	"fmt"

	"github.com/mars-project/mars-go/dtype"
)

// ticksOf are the rows of a temporal column, NaT where missing.
func ticksOf(c *Column) []int64 {
	out := make([]int64, c.Rows)
	for i := range out {
		switch v := c.Cell(i).(type) {
		case Timestamp:
			out[i] = v.Ticks
		case Timedelta:
			out[i] = v.Ticks
		default:
			out[i] = NaT
		}
	}
	return out
}

// onlyDates reports that all ticks are whole days.
func onlyDates(ticks []int64, u dtype.Unit) bool {
	day := 86400 * perSecond(u)
	for _, v := range ticks {
		if v != NaT && v%day != 0 {
			return false
		}
	}
	return true
}

// timeTexts are the cells of a datetime column: dates alone when all are at midnight, else as many digits of
// the second as one needs, and the offset of its zone behind each.
func timeTexts(ticks []int64, d dtype.DType) []string {
	out := make([]string, len(ticks))
	dates := d.TZ == "" && onlyDates(ticks, d.Unit)
	digits := 0
	per := perSecond(d.Unit)
	for _, v := range ticks {
		if v == NaT {
			continue
		}
		_, r := divFloor(v, per)
		switch ns := r * (1e9 / per); {
		case ns%1000 != 0:
			digits = 9
		case ns%1e6 != 0:
			digits = max(digits, 6)
		case ns != 0:
			digits = max(digits, 3)
		}
	}
	for i, v := range ticks {
		if v == NaT {
			out[i] = "NaT"
			continue
		}
		t := civil(v, d.Unit, d.TZ)
		out[i] = dateText(t)
		if dates {
			continue
		}
		out[i] += t.Format(" 15:04:05")
		if digits > 0 {
			out[i] += fmt.Sprintf(".%09d", t.Nanosecond())[:1+digits]
		}
		if d.TZ != "" {
			out[i] += t.Format("-07:00")
		}
	}
	return out
}

// deltaTexts are the cells of a timedelta column: days alone when all are whole, else the same digits of the
// second in all.
func deltaTexts(ticks []int64, u dtype.Unit) []string {
	out := make([]string, len(ticks))
	days := onlyDates(ticks, u)
	per := perSecond(u)
	digits := 0
	for _, v := range ticks {
		if v == NaT || v%per == 0 {
			continue
		}
		_, r := divFloor(v, per)
		if ns := r * (1e9 / per); ns%1000 != 0 {
			digits = 9
		} else {
			digits = max(digits, 6)
		}
	}
	for i, v := range ticks {
		if v == NaT {
			out[i] = "NaT"
			continue
		}
		d, h, m, s, ns := splitDelta(v, u)
		out[i] = fmt.Sprintf("%d days", d)
		if days {
			continue
		}
		sign := " "
		if d < 0 {
			sign = " +"
		}
		out[i] += fmt.Sprintf("%s%02d:%02d:%02d", sign, h, m, s)
		if digits > 0 {
			out[i] += fmt.Sprintf(".%09d", ns)[:1+digits]
		}
	}
	return out
}
