package basic

import "math"

// shifter rounds a float64 to an integer by addition: the sum has no bits for a fraction, and its low bits are the integer.
const shifter = 0x1.8p52

// expOf is exp(x), within 0.52 ulp where the result is normal. It writes x as k*ln2/128 + r with |r| <= ln2/256 and takes 2^(k/128) from
// a table (Tang, Table-driven implementation of the exponential function in IEEE floating-point arithmetic, TOMS 15(2), 1989).
func expOf(x float64) float64 {
	if !(math.Abs(x) < 708) {
		return expFar(x, 0)
	}
	s := x*((1<<expBits)/math.Ln2) + shifter
	k := math.Float64bits(s)
	n := s - shifter
	r := (x - n*(expLn2Hi/(1<<expBits))) - n*(expLn2Lo/(1<<expBits))
	e := &expTable[k%(1<<expBits)]
	r2 := r * r
	p := e.tail + r + r2*(0.5+r*(1.0/6)) + r2*r2*(1.0/24+r*(1.0/120))
	v := math.Float64frombits(math.Float64bits(e.v) + (k>>expBits)<<52)
	return v + v*p
}

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

// exp2Of is 2^x, by the same table.
func exp2Of(x float64) float64 {
	switch {
	case x != x:
		return x
	case x >= 1024:
		return math.Inf(1)
	case x < -1076:
		return 0
	}
	s := x + shifter/(1<<expBits)
	k := math.Float64bits(s)
	r := (x - (s - shifter/(1<<expBits))) * math.Ln2
	e := &expTable[k%(1<<expBits)]
	r2 := r * r
	p := e.tail + r + r2*(0.5+r*(1.0/6)) + r2*r2*(1.0/24+r*(1.0/120))
	if x < -1020 {
		return math.Ldexp(e.v+e.v*p, int(int64(k<<12)>>12)>>expBits)
	}
	v := math.Float64frombits(math.Float64bits(e.v) + (k>>expBits)<<52)
	return v + v*p
}

// expLoop is expOf with its common case in the loop.
func expLoop(n int, in, out []Vec) {
	o := view[float64](out[0], n)
	a := view[float64](in[0], n)[:len(o)]
	for i, x := range a {
		if !(math.Abs(x) < 708) {
			o[i] = expFar(x, 0)
			continue
		}
		s := x*((1<<expBits)/math.Ln2) + shifter
		k := math.Float64bits(s)
		m := s - shifter
		r := (x - m*(expLn2Hi/(1<<expBits))) - m*(expLn2Lo/(1<<expBits))
		e := &expTable[k%(1<<expBits)]
		r2 := r * r
		p := e.tail + r + r2*(0.5+r*(1.0/6)) + r2*r2*(1.0/24+r*(1.0/120))
		v := math.Float64frombits(math.Float64bits(e.v) + (k>>expBits)<<52)
		o[i] = v + v*p
	}
}
