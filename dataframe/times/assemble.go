package times

import "strings"

// PartUnits are the parts behind the day, with the units of to_timedelta.
var PartUnits = []struct{ Part, Unit string }{{"hour", "h"}, {"minute", "m"}, {"second", "s"}, {"ms", "ms"}, {"us", "us"}, {"ns", "ns"}}

// PartOf is the part that a column's name says, empty where it is none.
func PartOf(name string) string {
	low := strings.ToLower(name)
	switch s := strings.TrimSuffix(low, "s"); s {
	case "year", "month", "day", "hour", "minute", "second":
		return s
	case "millisecond", "microsecond", "nanosecond":
		return map[byte]string{'l': "ms", 'c': "us", 'n': "ns"}[s[len("mi")]]
	}
	if low == "ms" || low == "us" || low == "ns" {
		return low
	}
	return ""
}
