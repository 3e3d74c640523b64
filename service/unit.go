package service

import (
	"fmt"
	"time"
)

// Nanos is a moment, in nanoseconds since 1970, or a length of time. Machines see no clock: it comes with
// events.
type Nanos int64

// Duration is n as a length of time.
func (n Nanos) Duration() time.Duration { return time.Duration(n) }

// Time is n as a moment.
func (n Nanos) Time() time.Time { return time.Unix(0, int64(n)) }

// String is n as a length of time.
func (n Nanos) String() string { return time.Duration(n).String() }

// Bytes is a size. It prints as people read it: "512 MiB".
type Bytes int64

// String rounds to three digits.
func (b Bytes) String() string {
	const units = "KMGTPE"
	n := int64(b)
	if n < 0 {
		return "-" + Bytes(-n).String()
	}
	if n < 1<<10 {
		return fmt.Sprintf("%d B", n)
	}
	f, u := float64(n)/1024, 0
	for f >= 999.5 && u < len(units)-1 {
		f, u = f/1024, u+1
	}
	switch {
	case f >= 99.95:
		return fmt.Sprintf("%.0f %ciB", f, units[u])
	case f >= 9.995 || f == float64(int64(f)):
		return trim(fmt.Sprintf("%.1f", f), units[u])
	}
	return trim(fmt.Sprintf("%.2f", f), units[u])
}

func trim(s string, unit byte) string {
	for s[len(s)-1] == '0' {
		s = s[:len(s)-1]
	}
	if s[len(s)-1] == '.' {
		s = s[:len(s)-1]
	}
	return fmt.Sprintf("%s %ciB", s, unit)
}
