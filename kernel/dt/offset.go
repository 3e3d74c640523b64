package dt

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// An Offset is a frequency of pandas: every N steps, which have a fixed length (15min, D) or follow the
// calendar (ME, W-SUN, QS-OCT, B).
type Offset struct {
	N     int64
	Fixed int64  // nanoseconds of a step, 0 of the calendar
	Name  string // of the step: "D", "ME", "W"
	On    uint32 // of weeks the weekday, of quarters and years the month
}

var (
	weekdays = []string{"MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"}
	months   = []string{"JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"}
)

// steps are the frequencies of the calendar with the weekday or month that they are on unless they say it.
var steps = map[string]uint32{
	"B": 0, "W": 6, "ME": 0, "MS": 0, "BME": 0, "BMS": 0, "SME": 15, "SMS": 15,
	"QE": 12, "BQE": 12, "QS": 1, "BQS": 1, "YE": 12, "BYE": 12, "YS": 1, "BYS": 1,
}

// ParseOffset reads a frequency: 15min, 1h30min, 2D, ME, W-SUN, 2QS-OCT. Errors: Invalid, also for what is
// not there yet and for one that does not go forward.
func ParseOffset(freq string) (Offset, error) {
	text := strings.TrimSpace(freq)
	k := len(text) - len(strings.TrimLeft(text, "0123456789"))
	word, anchor, anchored := strings.Cut(strings.TrimSpace(text[k:]), "-")
	n := int64(1)
	if k > 0 {
		v, err := strconv.ParseInt(text[:k], 10, 32)
		if err != nil {
			return Offset{}, errs.New(errs.Invalid, "Invalid frequency: %s", freq)
		}
		n = v
	}
	if on, ok := steps[word]; ok {
		o := Offset{N: n, Name: word, On: on}
		return o, o.anchor(freq, anchor, anchored)
	}
	if slices.Contains(calendar, word) {
		return Offset{}, errs.New(errs.Invalid, "frequency %s is not there yet: D, W, ME, MS, QE, QS, YE, YS and those of business days are", freq)
	}
	length, err := ParseFreq(freq)
	if err != nil {
		return Offset{}, err
	}
	if length <= 0 {
		return Offset{}, errs.New(errs.Invalid, "frequency %s does not go forward", freq)
	}
	if word == "D" {
		return Offset{N: n, Fixed: lengths["D"], Name: "D"}, nil
	}
	return Offset{N: 1, Fixed: length}, nil
}

// anchor reads what stands behind the dash, and checks the number of steps.
func (o *Offset) anchor(freq, anchor string, given bool) error {
	if o.N < 1 {
		return errs.New(errs.Invalid, "frequency %s does not go forward", freq)
	}
	if !given {
		return nil
	}
	names, first := months, 1
	switch {
	case o.Name == "W":
		names, first = weekdays, 0
	case strings.HasPrefix(o.Name, "SM"):
		if day, err := strconv.ParseUint(anchor, 10, 8); err == nil && day > 1 && day < 28 {
			o.On = uint32(day)
			return nil
		}
		names = nil
	case !strings.ContainsAny(o.Name, "QY"):
		names = nil
	}
	k := slices.Index(names, anchor)
	if k < 0 {
		return errs.New(errs.Invalid, "Invalid frequency: %s", freq)
	}
	o.On = uint32(k + first)
	return nil
}

// Ends reports steps that end a period longer than a day: its bins are closed and named on the right.
func (o Offset) Ends() bool {
	return slices.Contains([]string{"ME", "YE", "QE", "BME", "BYE", "BQE", "W"}, o.Name)
}

// is reports a day that a step falls on.
func (o Offset) is(day int64) bool {
	if o.Name == "D" {
		return true
	}
	y, m, d, _ := civil(day)
	w := weekday(day)
	switch o.Name {
	case "B":
		return w < 5
	case "W":
		return w == o.On
	case "SME":
		return d == o.On || d == daysIn(y, m)
	case "SMS":
		return d == o.On || d == 1
	}
	switch {
	case strings.Contains(o.Name, "Q") && (m+12-o.On)%3 != 0, strings.Contains(o.Name, "Y") && m != o.On:
		return false
	}
	business, end := o.Name[0] == 'B', o.Name[len(o.Name)-1] == 'E'
	switch {
	case !business && end:
		return d == daysIn(y, m)
	case !business:
		return d == 1
	case end:
		return w < 5 && (d == daysIn(y, m) || w == 4 && d+2 >= daysIn(y, m))
	}
	return w < 5 && (d == 1 || w == 0 && d <= 3)
}

// Back is the day itself if a step falls on it, else the one before it that does.
func (o Offset) Back(day int64) int64 {
	for !o.is(day) {
		day--
	}
	return day
}

// Move is the day n steps behind day, before it where n is negative: a day between steps is on its way to the
// next.
func (o Offset) Move(day, n int64) int64 {
	by := int64(1)
	if n < 0 {
		by, n = -1, -n
	}
	for ; n > 0; n-- {
		for day += by; !o.is(day); {
			day += by
		}
	}
	return day
}
