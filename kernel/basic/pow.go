package basic

import "math"

// pow is x to the y, within 0.55 ulp where the result is normal: exp(y log x) with a logarithm of 68 bits in two parts, from a table and a
// series (the method of Tang, Table-driven implementation of the logarithm function in IEEE floating-point arithmetic, TOMS 16(4), 1990,
// with fused steps). Special cases are C99's.
func pow(x, y float64) float64 {
	b := math.Float64bits(x)
	shift := int64(0)
	neg := false
	if !(x >= 0x1p-1022 && x <= math.MaxFloat64) || !(math.Abs(y) <= math.MaxFloat64) || y == 0 {
		var r float64
		var done bool
		if r, neg, done = powEdge(x, y); done {
			return r
		}
		x = math.Abs(x)
		if x < 0x1p-1022 {
			x, shift = x*0x1p54, 54
		}
		b = math.Float64bits(x)
	}
	hi, lo := logTwo(b, shift)
	eh := y * hi
	el := y*lo + math.FMA(y, hi, -eh)
	var r float64
	switch {
	case eh > 710:
		r = math.Inf(1)
	case eh < -746:
		r = 0
	case math.Abs(eh) < 708:
		v, k := expScaled(eh, el)
		r = math.Float64frombits(math.Float64bits(v) + uint64(k)<<52)
	default:
		r = expFar(eh, el)
	}
	if neg {
		return -r
	}
	return r
}

// logTwo is log(x) less shift log 2 in two parts, for the bits of a positive normal x.
func logTwo(b uint64, shift int64) (hi, lo float64) {
	t := b - 0x3fe6000000000000
	k := float64(int64(t)>>52 - shift)
	e := &logTable[t>>45%128]
	r := math.FMA(math.Float64frombits(b-t&(0xfff<<52)), e.inv, -1)
	t1 := k*ln2Hi + e.log
	t2 := t1 + r
	lo = k*ln2Lo + e.tail + (t1 - t2 + r)
	q := -0.5 * r
	q2 := r * q
	h := t2 + q2
	lo += math.FMA(q, r, -q2) + (t2 - h + q2)
	lo += r * q2 * (-2.0/3 + r*(0.5+r*(-0.4+r*(1.0/3+r*(-2.0/7+r*(0.25+r*(-2.0/9+r*0.2)))))))
	hi = h + lo
	return hi, h - hi + lo
}

// powEdge answers where x or y is zero, infinite, NaN or x is negative; neg says that the power of |x| is to be negated.
func powEdge(x, y float64) (r float64, neg, done bool) {
	switch {
	case y == 0 || x == 1:
		return 1, false, true
	case x != x || y != y:
		return math.NaN(), false, true
	}
	odd := math.Abs(y) < 1<<53 && math.Mod(y, 2) != 0 && y == math.Trunc(y)
	switch {
	case isInf(y):
		switch {
		case x == -1:
			return 1, false, true
		case (math.Abs(x) > 1) == (y > 0):
			return math.Inf(1), false, true
		}
		return 0, false, true
	case x == 0 || isInf(x):
		r = 0
		if (x == 0) == (y < 0) {
			r = math.Inf(1)
		}
		if odd {
			r = math.Copysign(r, x)
		}
		return r, false, true
	case x < 0 && y != math.Trunc(y):
		return math.NaN(), false, true
	}
	return 0, x < 0 && odd, false
}
