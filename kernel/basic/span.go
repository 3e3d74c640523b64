package basic

import "math"

// nat is NaT, the missing datetime64 and timedelta64. Sums wrap around as NumPy's do.
const nat = math.MinInt64

func addSpan(x, y int64) int64 {
	if x == nat || y == nat {
		return nat
	}
	return x + y
}

func subSpan(x, y int64) int64 {
	if x == nat || y == nat {
		return nat
	}
	return x - y
}

func mulSpan(x, n int64) int64 {
	if x == nat {
		return nat
	}
	return x * n
}

func mulSpanFloat(x int64, f float64) int64 {
	if x == nat {
		return nat
	}
	return spanOf(float64(x) * f)
}

// spanOf truncates; what is not finite is NaT.
func spanOf(f float64) int64 {
	if !isFinite(f) {
		return nat
	}
	return toInt64(f)
}

func divSpan(x, n int64) int64 {
	if x == nat || n == 0 {
		return nat
	}
	return x / n
}

func divSpanFloat(x int64, f float64) int64 {
	if x == nat {
		return nat
	}
	return spanOf(float64(x) / f)
}

func ratioSpan(x, y int64) float64 {
	if x == nat || y == nat {
		return math.NaN()
	}
	return float64(x) / float64(y)
}

func countSpan(x, y int64) int64 {
	q, _ := divmodSpan(x, y)
	return q
}

func remSpan(x, y int64) int64 {
	_, r := divmodSpan(x, y)
	return r
}

func divmodSpan(x, y int64) (int64, int64) {
	if x == nat || y == nat || y == 0 {
		return 0, nat
	}
	return floorInt(x, y), remainderInt(x, y)
}

func maxSpan(x, y int64) int64 {
	if x == nat || y == nat {
		return nat
	}
	return max(x, y)
}

func minSpan(x, y int64) int64 {
	return min(x, y) // NaT is the least
}

func fmaxSpan(x, y int64) int64 {
	return max(x, y)
}

func fminSpan(x, y int64) int64 {
	if x == nat || y == nat {
		return max(x, y)
	}
	return min(x, y)
}
