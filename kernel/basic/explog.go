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
		return x + math.Log1p(math.Exp(-d))
	case d <= 0:
		return y + math.Log1p(math.Exp(d))
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
		return x + math.Log2E*math.Log1p(math.Exp2(-d))
	case d <= 0:
		return y + math.Log2E*math.Log1p(math.Exp2(d))
	}
	return d
}
