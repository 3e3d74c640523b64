package basic

import "math"

// The logarithms take x as 2^k (1+f) with sqrt(1/2) < 1+f < sqrt(2), and log(1+f) from a series in s = f/(2+f)
// (fdlibm's e_log.c, e_log2.c and e_log10.c; below 1 ulp).

const (
	lg1 = 6.666666666666735130e-01
	lg2 = 3.999999999940941908e-01
	lg3 = 2.857142874366239149e-01
	lg4 = 2.222219843214978396e-01
	lg5 = 1.818357216161805012e-01
	lg6 = 1.531383769920937332e-01
	lg7 = 1.479819860511658591e-01

	logLn2Hi = 6.93147180369123816490e-01
	logLn2Lo = 1.90821492927058770002e-10
)

// logSplit is k and f of a positive normal x.
func logSplit(b uint64) (k int64, f float64) {
	b += 0x3ff0000000000000 - 0x3fe6a09e00000000
	k = int64(b>>52) - 0x3ff
	return k, math.Float64frombits(b&0xfffffffffffff+0x3fe6a09e00000000) - 1
}

// logSeries is log(1+f) less f - f*f/2.
func logSeries(f, hfsq float64) float64 {
	s := f / (2 + f)
	z := s * s
	w := z * z
	return s * (hfsq + (z*(lg1+w*(lg3+w*(lg5+w*lg7))) + w*(lg2+w*(lg4+w*lg6))))
}

// logEdge answers for zero, negative numbers, infinity and NaN, and makes subnormal numbers normal; shift is what the exponent lost.
func logEdge(x float64) (y float64, shift int64, done bool) {
	switch {
	case x != x || x > math.MaxFloat64:
		return x, 0, true
	case x < 0:
		return math.NaN(), 0, true
	case x == 0:
		return math.Inf(-1), 0, true
	case x < 0x1p-1022:
		return x * 0x1p54, 54, false
	}
	return x, 0, false
}

func logOf(x float64) float64 {
	x, shift, done := logEdge(x)
	if done {
		return x
	}
	k, f := logSplit(math.Float64bits(x))
	hfsq := 0.5 * f * f
	kf := float64(k - shift)
	return kf*logLn2Hi - ((hfsq - (logSeries(f, hfsq) + kf*logLn2Lo)) - f)
}

// logLoop is logOf with its common case in the loop.
func logLoop(n int, in, out []Vec) {
	o := view[float64](out[0], n)
	a := view[float64](in[0], n)[:len(o)]
	for i, x := range a {
		if !(x >= 0x1p-1022 && x <= math.MaxFloat64) {
			o[i] = logOf(x)
			continue
		}
		b := math.Float64bits(x) + (0x3ff0000000000000 - 0x3fe6a09e00000000)
		kf := float64(int64(b>>52) - 0x3ff)
		f := math.Float64frombits(b&0xfffffffffffff+0x3fe6a09e00000000) - 1
		hfsq := 0.5 * f * f
		s := f / (2 + f)
		z := s * s
		w := z * z
		r := z*(lg1+w*(lg3+w*(lg5+w*lg7))) + w*(lg2+w*(lg4+w*lg6))
		o[i] = kf*logLn2Hi - ((hfsq - (s*(hfsq+r) + kf*logLn2Lo)) - f)
	}
}

// logParts is log(1+f) as a high part of few bits and a low part, and k.
func logParts(x float64, shift int64) (hi, lo, k float64) {
	n, f := logSplit(math.Float64bits(x))
	hfsq := 0.5 * f * f
	r := logSeries(f, hfsq)
	hi = math.Float64frombits(math.Float64bits(f-hfsq) &^ 0xffffffff)
	return hi, (f - hi) - hfsq + r, float64(n - shift)
}

func log2Of(x float64) float64 {
	const (
		ivln2hi = 1.44269504072144627571e+00
		ivln2lo = 1.67517131648865118353e-10
	)
	x, shift, done := logEdge(x)
	if done {
		return x
	}
	hi, lo, k := logParts(x, shift)
	vh := hi * ivln2hi
	vl := (lo+hi)*ivln2lo + lo*ivln2hi
	w := k + vh
	return vl + ((k - w) + vh) + w
}

func log10Of(x float64) float64 {
	const (
		ivln10hi  = 4.34294481878168880939e-01
		ivln10lo  = 2.50829467116452752298e-11
		log10_2hi = 3.01029995663611771306e-01
		log10_2lo = 3.69423907715893078616e-13
	)
	x, shift, done := logEdge(x)
	if done {
		return x
	}
	hi, lo, k := logParts(x, shift)
	vh := hi * ivln10hi
	y := k * log10_2hi
	vl := k*log10_2lo + (lo+hi)*ivln10lo + lo*ivln10hi
	w := y + vh
	return vl + ((y - w) + vh) + w
}

// logaddexp is log(exp(x) + exp(y)) without overflow.
func logaddexp(x, y float64) float64 {
	if x == y { // infinities of one sign too
		return x + math.Ln2
	}
	d := x - y
	switch {
	case d > 0:
		return x + math.Log1p(expOf(-d))
	case d <= 0:
		return y + math.Log1p(expOf(d))
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
		return x + math.Log2E*math.Log1p(exp2Of(-d))
	case d <= 0:
		return y + math.Log2E*math.Log1p(exp2Of(d))
	}
	return d
}
