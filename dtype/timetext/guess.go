package timetext

import "strings"

// Formats of dates and times that are tried, one after the other, on the first value of a column. pandas asks
// dateutil, which also knows texts without a year.
var (
	isoDates  = []string{"%Y-%m-%d", "%Y%m%d", "%Y-%m", "%Y"}
	yearDay   = []string{"%Y-%d-%m", "%Y/%d/%m", "%Y.%d.%m", "%Y %d %m", "%Y%d%m"} // where the day comes first
	yearFirst = []string{"%Y/%m/%d", "%Y.%m.%d", "%Y %m %d", "%Y/%m"}
	monthDay  = []string{"%m/%d/%Y", "%m-%d-%Y", "%m.%d.%Y", "%m %d %Y", "%m/%d/%y", "%m-%d-%y", "%m.%d.%y"}
	dayMonth  = []string{"%d/%m/%Y", "%d-%m-%Y", "%d.%m.%Y", "%d %m %Y", "%d/%m/%y", "%d-%m-%y", "%d.%m.%y"}
	named     = []string{
		"%m/%Y", "%m-%Y", "%b %d, %Y", "%b %d %Y", "%d %b %Y", "%d-%b-%Y", "%d/%b/%Y", "%Y %b %d", "%Y-%b-%d", "%d-%b-%y",
		"%d %b %y", "%b %Y", "%b-%Y", "%a %b %d %Y", "%a, %d %b %Y", "%a %d %b %Y", "%A, %b %d, %Y",
	}
	times = []string{"", "%H:%M:%S", "%H:%M", "%H:%M:%S.%f", "%I:%M %p", "%I:%M:%S %p", "%I:%M%p", "%I:%M:%S%p", "%I %p", "%H%M%S", "%H"}
	zones = []string{"", "%z", " %z"}
)

// Guess is the format of a text, empty when it is none that is known. With dayFirst 1/2/2024 and 2024-01-02
// are the first of February; with iso only ISO 8601 counts, in which days come last.
func Guess(b []byte, dayFirst, iso bool) string {
	b = trimBlanks(b)
	if len(b) < 4 || len(b) > 40 {
		return ""
	}
	lists := [][]string{isoDates, yearFirst, monthDay, dayMonth, named}
	switch {
	case iso:
		lists = lists[:1]
	case dayFirst:
		lists = [][]string{yearDay, isoDates, yearFirst, dayMonth, monthDay, named}
	}
	for _, list := range lists {
		for _, d := range list {
			if f := guessTime(b, d); f != "" {
				return f
			}
			if strings.Contains(d, "%b") {
				if f := guessTime(b, strings.ReplaceAll(d, "%b", "%B")); f != "" {
					return f
				}
			}
		}
	}
	for _, t := range times[1:] {
		for _, d := range []string{"%b %d, %Y", "%m/%d/%Y"} {
			if f := t + " " + d; !iso && fits(b, f) {
				return f
			}
		}
	}
	return ""
}

func guessTime(b []byte, date string) string {
	for _, t := range times {
		for _, z := range zones {
			if t == "" {
				if z == "" && fits(b, date) {
					return date
				}
				continue
			}
			for _, sep := range []string{" ", "T", ", ", ""} {
				if sep == "" && date != "%Y%m%d" && date != "%Y%d%m" || sep == ", " && date[1] == 'Y' {
					continue
				}
				if t == "%H" && sep != "T" || t == "%H%M%S" && sep == " " {
					continue
				}
				if f := date + sep + t + z; fits(b, f) {
					return f
				}
			}
		}
	}
	return ""
}

func fits(b []byte, format string) bool {
	_, ok := (&Layout{ops: format}).Parse(b)
	return ok
}

// secondChoice reports a guess of a format in which day and month have the order that was not asked for: it
// says nothing of the next text.
func secondChoice(format string, dayFirst bool) bool {
	d, m := strings.Index(format, "%d"), strings.Index(format, "%m")
	return d >= 0 && m >= 0 && dayFirst != (d < m)
}
