package basic

import "math"

// logaddexp is log(exp(x) + exp(y)) without overflow.
func logaddexp(x, y float64) float64 {
	if x == y { // infinities of one sign too
		return x + math.Ln2
	}
	d := x - y
	switch {
	case d > 0:
		return x + log1pD(expD(-d))
	case d <= 0:
		return y + log1pD(expD(d))
	}
	return d
}

// logaddexp2 is log2(2^x + 2^y).
func logaddexp2(x, y float64) float64 {
	if x == y {
		return x + 1
	}
	d := x - y
	switch {
	case d > 0:
		return x + math.Log2E*log1pD(exp2D(-d))
	case d <= 0:
		return y + math.Log2E*log1pD(exp2D(d))
	}
	return d
}
