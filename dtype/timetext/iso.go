package timetext

import "github.com/mars-project/mars-go/dtype"

// iso reads the usual form of ISO 8601, all parts in full width, without going through directives; false says
// nothing about other forms.
func iso(b []byte, ops string) (m Moment, ok bool) {
	const date, clock = "%Y-%m-%d", "%H:%M:%S"
	if len(b) < 10 || b[4] != '-' || b[7] != '-' {
		return m, false
	}
	y, bad := pair(b[0], b[1]), 0
	y = y*100 + check(pair(b[2], b[3]), 0, 99, &bad)
	mo, d := check(pair(b[5], b[6]), 1, 12, &bad), check(pair(b[8], b[9]), 1, 28, &bad)
	if bad != 0 || y <= 0 || pair(b[0], b[1]) > 99 {
		return m, false
	}
	m.Days = dtype.Days(int64(y), mo, d)
	if len(ops) == len(date) {
		return m, len(b) == 10
	}
	if len(b) < 19 || b[10] != ops[len(date)] || b[13] != ':' || b[16] != ':' {
		return m, false
	}
	h, mi, s := check(pair(b[11], b[12]), 0, 23, &bad), check(pair(b[14], b[15]), 0, 59, &bad), check(pair(b[17], b[18]), 0, 59, &bad)
	m.Nanos = int64(h*3600+mi*60+s) * 1e9
	if len(ops) == len(date)+1+len(clock) {
		return m, bad == 0 && len(b) == 19
	}
	if len(b) < 21 || len(b) > 29 || b[19] != '.' {
		return m, false
	}
	f := int64(0)
	for k := range 9 {
		f *= 10
		if 20+k < len(b) {
			f += int64(check(int(b[20+k])-'0', 0, 9, &bad))
		}
	}
	m.Nanos, m.Digits = m.Nanos+f, len(b)-20
	return m, bad == 0
}

// pair is two digits, more than 99 where one is none.
func pair(a, b byte) int {
	x, y := a-'0', b-'0'
	if x > 9 || y > 9 {
		return 100
	}
	return int(x)*10 + int(y)
}

// check notes a value beyond its bounds.
func check(v, lo, hi int, bad *int) int {
	if v < lo || v > hi {
		*bad = 1
	}
	return v
}

// isISO reports the formats that iso reads.
func isISO(ops string) bool {
	switch ops {
	case "%Y-%m-%d", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S.%f", "%Y-%m-%dT%H:%M:%S.%f":
		return true
	}
	return false
}
