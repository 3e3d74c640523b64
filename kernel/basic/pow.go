package basic

import "math"

// powerRare is the power where x is zero or infinite, or y infinite: C99's cases.
func powerRare(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case x != x || y != y:
		return math.NaN()
	}
	if isInf(y) {
		switch {
		case x == -1:
			return 1
		case (math.Abs(x) > 1) == (y > 0):
			return math.Inf(1)
		}
		return 0
	}
	r := 0.0
	if (x == 0) == (y < 0) {
		r = math.Inf(1)
	}
	if math.Abs(y) < 1<<53 && math.Mod(y, 2) != 0 && y == math.Trunc(y) { // odd
		r = math.Copysign(r, x)
	}
	return r
}
