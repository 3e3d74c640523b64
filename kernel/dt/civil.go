package dt

import "github.com/mars-project/mars-go/dtype"

// Days of an era of 400 years, and how many eras make every day of an int64 of seconds positive.
const (
	era  = 146097
	eras = 1_000_000_000
)

// civil is the date of a day since 1970-01-01, without branches. Algorithm: C. Neri and L. Schneider,
// Euclidean affine functions and their application to calendar algorithms, Software: Practice and Experience
// 53 (2023), section 6; in 64 bits.
func civil(day int64) (y int64, m, d, doy uint32) {
	n := 4*uint64(day+719468+era*eras) + 3
	c := n / era
	nc := uint32(n%era) / 4 // day of the century
	p := 2939745 * uint64(4*nc+3)
	z := uint32(p >> 32)
	ny := uint32(p) / 2939745 / 4 // day of the year, from 1 March on
	k := 2141*ny + 197913
	m, d = k>>16, (k&0xffff)/2141+1
	j := uint32(0)
	if ny >= 306 {
		j = 1
	}
	y = 100*int64(c) + int64(z) - 400*eras + int64(j)
	m -= 12 * j
	doy = ny - 305
	if j == 0 {
		doy = ny + 60 + leap(y)
	}
	return y, m, d, doy
}

// leap is 1 in a leap year, else 0.
func leap(y int64) uint32 {
	if y%4 == 0 && (y%100 != 0 || y%400 == 0) {
		return 1
	}
	return 0
}

// daysIn is the length of a month.
func daysIn(y int64, m uint32) uint32 {
	if m == 2 {
		return 28 + leap(y)
	}
	return 30 | (m ^ m>>3)
}

// weekday is 0 on Mondays.
func weekday(day int64) uint32 { return uint32((day%7 + 10) % 7) }

// week is the year, the week and the day of ISO 8601, Mondays being 1.
func week(day int64) (y int64, w, d uint32) {
	d = weekday(day)
	thursday := day - int64(d) + 3
	y, _, _, doy := civil(thursday)
	return y, (doy-1)/7 + 1, d + 1
}

// perSecond is the ticks of u in a second.
func perSecond(u dtype.Unit) int64 {
	if n, ok := dtype.Factor(dtype.Second, u); ok {
		return n
	}
	return 1
}

// divFloor is the quotient rounded down, and what remains.
func divFloor(a, b int64) (q, r int64) {
	q = a / b
	r = a - q*b
	s := r >> 63
	return q + s, r + s&b
}

// split cuts ticks into days and the ticks of the day. Divisors are constants of each unit, which makes
// multiplications of them.
func split(u dtype.Unit, ticks, days, tod []int64) {
	const day = 86400
	switch u {
	case dtype.Second:
		for i, t := range ticks {
			days[i], tod[i] = divFloor(t, day)
		}
	case dtype.Milli:
		for i, t := range ticks {
			days[i], tod[i] = divFloor(t, day*1e3)
		}
	case dtype.Micro:
		for i, t := range ticks {
			days[i], tod[i] = divFloor(t, day*1e6)
		}
	default:
		for i, t := range ticks {
			days[i], tod[i] = divFloor(t, day*1e9)
		}
	}
}
