package reduce

import (
	"math"
	"math/bits"
)

// A product of floats is (h+l)·2^x: h, with its sign, is from 1 to 2, l no more than rounding takes from it.
// X is minus infinity where the product is zero, infinity where it is infinite, and NaN where it is NaN. A
// complex product has two parts, the larger of which is so.
//
// A product is off by less than 2^-100 of itself for each of its elements, and not at all where 98 bits tell
// it. So it is rounded to the same number for every split unless the exact one lies as near as that to where
// rounding turns.

// mantissa is a number as m times 2^exp, m with its sign from 1 to 2, exp as the x of a product.
func mantissa(v float64) (m, exp float64) {
	b := math.Float64bits(v)
	const field = 0x7ff << 52
	switch e := b & field; {
	case e == field && v != v:
		return v, v
	case e == field:
		return math.Copysign(1, v), math.Inf(1)
	case e != 0:
		return math.Float64frombits(b&^field | 1023<<52), float64(int(e>>52) - 1023)
	case v == 0:
		return math.Copysign(1, v), math.Inf(-1)
	}
	m, exp = mantissa(v * 0x1p60)
	return m, exp - 60
}

// normal brings a product back to a first half from 1 to 2; h is not zero.
func normal(h, l, x float64) (h1, l1, x1 float64) {
	s := h + l
	l -= s - h
	m, e := mantissa(s)
	if !finite(e) {
		return m, l, x + e
	}
	return m, float64(l * powerOf2(-int(e))), x + e
}

// powerOf2 is 2^e, where that is normal.
func powerOf2(e int) float64 { return math.Float64frombits(uint64(1023+e) << 52) }

// beside is how many products scaledProduct takes in side by side.
const beside = 4

// scaledProduct multiplies numbers.
func scaledProduct[T float](v []T) (h, l, x float64) {
	hs, ls, xs := [beside]float64{1, 1, 1, 1}, [beside]float64{}, [beside]float64{}
	for k := 0; len(v) >= beside; k++ {
		for i, y := range v[:beside] {
			m, e := mantissa(float64(y))
			p := float64(hs[i] * m)
			ls[i] = math.FMA(ls[i], m, math.FMA(hs[i], m, -p))
			hs[i] = p
			xs[i] += e
		}
		if v = v[beside:]; k%64 == 63 {
			for i := range beside {
				hs[i], ls[i], xs[i] = normal(hs[i], ls[i], xs[i])
			}
		}
	}
	h, l, x = normal(hs[0], ls[0], xs[0])
	for i := 1; i < beside; i++ {
		h1, l1, x1 := normal(hs[i], ls[i], xs[i])
		h, l, x = timesProduct(h, l, x, h1, l1, x1)
	}
	for _, y := range v {
		h, l, x = times(h, l, x, float64(y))
	}
	return h, l, x
}

// times multiplies a product by a number.
func times(h, l, x, y float64) (h1, l1, x1 float64) {
	m, e := mantissa(y)
	p := float64(h * m)
	return normal(p, math.FMA(l, m, math.FMA(h, m, -p)), x+e)
}

// timesProduct multiplies a product by another.
func timesProduct(h, l, x, h1, l1, x1 float64) (h2, l2, x2 float64) {
	p := float64(h * h1)
	return normal(p, math.FMA(l, h1, math.FMA(h, l1, math.FMA(h, h1, -p))), x+x1)
}

// roundProduct is (h+l)·2^x, |l| less than that of the last bit of h, rounded once to a number of so many
// bits, the last of which is not less than 2^least.
func roundProduct(h, l, x float64, precision, least int) float64 {
	switch {
	case x != x || h != h:
		return math.NaN()
	case x > 1<<20:
		return math.Copysign(math.Inf(1), h)
	case x < -1<<20:
		return math.Copysign(0, h)
	}
	// 63 bits, the last of which is odd where there is more
	lack := l * 0x1p62
	if math.Signbit(h) {
		lack = -lack
	}
	floor := math.Floor(lack)
	n := uint64(int64(math.Abs(h)*0x1p62) + int64(floor))
	if floor != lack {
		n |= 1
	}
	exp := int(x) - 62
	drop := max(bits.Len64(n)-precision, least-exp)
	if drop > 64 {
		return math.Copysign(0, h)
	}
	if drop > 0 {
		rest := n & (1<<drop - 1)
		n >>= drop
		if half := uint64(1) << (drop - 1); rest > half || rest == half && n&1 == 1 {
			n++
		}
		exp += drop
	}
	return math.Copysign(math.Ldexp(float64(n), exp), h)
}
