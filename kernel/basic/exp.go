package basic

import "math"

// shifter rounds a float64 to an integer by addition: the sum has no bits for a fraction, and its low bits are the integer.
const shifter = 0x1.8p52

// expFar is exp(x+dx) where the result may leave the range of normal numbers: the power of two is applied last.
func expFar(x, dx float64) float64 {
	switch {
	case x != x:
		return x
	case x > 710:
		return math.Inf(1)
	case x < -746:
		return 0
	}
	return math.Ldexp(expScaled(x, dx))
}

// expScaled is exp(x+dx) as a number near 1 and a power of two, for |x| < 1100 and a tiny dx.
func expScaled(x, dx float64) (float64, int) {
	s := x*((1<<expBits)/math.Ln2) + shifter
	k := math.Float64bits(s)
	n := s - shifter
	r := (x - n*(expLn2Hi/(1<<expBits))) - n*(expLn2Lo/(1<<expBits)) + dx
	e := &expTable[k%(1<<expBits)]
	r2 := r * r
	p := e.tail + r + r2*(0.5+r*(1.0/6)) + r2*r2*(1.0/24+r*(1.0/120))
	return e.v + e.v*p, int(int64(n)) >> expBits
}
