package dt

import (
	"math"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// lengths are the frequencies of a fixed length, in nanoseconds.
var lengths = map[string]int64{"D": 86400e9, "h": 3600e9, "min": 60e9, "s": 1e9, "ms": 1e6, "us": 1e3, "ns": 1}

// calendar are frequencies that the calendar decides.
var calendar = []string{
	"B", "C", "W", "ME", "BME", "CBME", "SME", "MS", "BMS", "CBMS", "SMS", "QE", "BQE", "QS", "BQS", "YE", "BYE", "YS", "BYS",
	"bh", "cbh",
}

// ParseFreq is the length in nanoseconds of a frequency of pandas: 15min, D, 1h30min, 1.5h. Errors: Invalid,
// also for frequencies without a fixed length, as ME.
func ParseFreq(freq string) (int64, error) {
	bad := func() (int64, error) { return 0, errs.New(errs.Invalid, "Invalid frequency: %s", freq) }
	total, any := int64(0), false
	for s := strings.TrimSpace(freq); s != ""; s = strings.TrimSpace(s) {
		n := strings.IndexFunc(s, func(r rune) bool { return !strings.ContainsRune("0123456789.+-", r) })
		if n < 0 {
			return bad()
		}
		count := 1.0
		if n > 0 {
			v, err := strconv.ParseFloat(s[:n], 64)
			if err != nil {
				return bad()
			}
			count = v
		}
		s = strings.TrimLeft(s[n:], " ")
		k := strings.IndexFunc(s, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') })
		if k < 0 {
			k = len(s)
		}
		word, _, _ := strings.Cut(s[:k], "-")
		unit, ok := lengths[word]
		if !ok {
			for _, w := range calendar {
				if w == word {
					return 0, errs.New(errs.Invalid, "%s is a non-fixed frequency", freq)
				}
			}
			return bad()
		}
		length := count * float64(unit)
		if length != math.Trunc(length) || math.Abs(length) > 1<<62 {
			return bad()
		}
		if count == math.Trunc(count) {
			total += int64(count) * unit
		} else {
			total += int64(length)
		}
		any, s = true, s[k:]
	}
	if !any {
		return bad()
	}
	return total, nil
}
