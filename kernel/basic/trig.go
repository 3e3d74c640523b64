package basic

import (
	"math"
	"math/bits"
)

// reduce takes a multiple of pi/2 off x: x = q pi/2 + (r + lo), |r| at most a little above pi/4, and lo below
// half an ulp of r. Up to 2^30 by three parts of pi/2 with fused steps, where the first difference is exact;
// beyond by as many bits of 2/pi as it takes (Payne and Hanek, Radian reduction for trigonometric functions,
// SIGNUM 18, 1983).
func reduce(x float64) (q uint64, r, lo float64) {
	if math.Abs(x) < 0x1p30 {
		s := float64(x*(2/math.Pi)) + shifter
		n := s - shifter
		h := math.FMA(-n, pio2a, x)
		p := float64(n * pio2b) // rounded, also where the machine would subtract in one step
		e := math.FMA(n, pio2b, -p)
		r = h - p
		lo = (h - r) - p - e - n*pio2c
		h = r + lo
		return math.Float64bits(s), h, r - h + lo
	}
	return reduceFar(x)
}

func reduceFar(x float64) (q uint64, r, lo float64) {
	if !isFinite(x) {
		return 0, math.NaN(), 0
	}
	b := math.Float64bits(x)
	exp := int(b>>52&0x7ff) - 1075 // x is m * 2^exp
	m := b&0xfffffffffffff | 1<<52
	// Bits of 2/pi above exp-2 only add multiples of 4 quadrants. The window starts there.
	pos := exp - 2
	w, off := pos>>6, uint(pos&63)
	word := func(i int) uint64 {
		v := twoOverPi[w+i+1] >> 1 >> (63 - off)
		if w+i >= 0 { // before the point there are zeros
			v |= twoOverPi[w+i] << off
		}
		return v
	}
	w0, w1, w2 := word(0), word(1), word(2)
	h2, _ := bits.Mul64(m, w2)
	h1, l1 := bits.Mul64(m, w1)
	l0 := m * w0
	mid, c := bits.Add64(l1, h2, 0)
	top, _ := bits.Add64(l0, h1, c)
	// top.mid is x*2/pi modulo 4 in units of 2^-62.
	q = top >> 62
	top, mid = top<<2|mid>>62, mid<<2
	if top>>63 != 0 { // nearer to the next quadrant
		q++
		var borrow uint64
		mid, borrow = bits.Sub64(0, mid, 0)
		top, _ = bits.Sub64(0, top, borrow)
		r, lo = fraction(top, mid)
		r, lo = -r, -lo
	} else {
		r, lo = fraction(top, mid)
	}
	if x < 0 {
		return -q, -r, -lo
	}
	return q, r, lo
}

// fraction is (hi.lo / 2^128) pi/2 in two parts.
func fraction(hi, lo uint64) (r, e float64) {
	z := bits.LeadingZeros64(hi)
	if z == 64 {
		hi, lo, z = lo, 0, 64+bits.LeadingZeros64(lo)
		hi <<= z % 64
	} else if z > 0 {
		hi, lo = hi<<z|lo>>(64-z), lo<<z
	}
	a := math.Ldexp(float64(hi>>11), -53-z)
	b := math.Ldexp(float64(hi&0x7ff)*0x1p53+float64(lo>>11), -117-z)
	r = float64(a * pio2a) // rounded, as e is its error
	e = math.FMA(a, pio2a, -r) + (a*pio2b + b*pio2a)
	h := r + e
	return h, r - h + e
}

// sinKernel and cosKernel are the sine and cosine of r+lo, |r| < pi/4 (fdlibm's k_sin.c and k_cos.c).

func sinKernel(r, lo float64) float64 {
	z := r * r
	v := z * r
	p := 8.33333333332248946124e-03 + z*(-1.98412698298579493134e-04+z*(2.75573137070700676789e-06+z*(-2.50507602534068634195e-08+z*1.58969099521155010221e-10)))
	return r - ((z*(0.5*lo-v*p) - lo) - v*-1.66666666666666324348e-01)
}

func cosKernel(r, lo float64) float64 {
	z := r * r
	p := z * (4.16666666666666019037e-02 + z*(-1.38888888888741095749e-03+z*(2.48015872894767294178e-05+z*(-2.75573143513906633035e-07+z*(2.08757232129817482790e-09+z*-1.13596475577881948265e-11)))))
	h := 0.5 * z
	w := 1 - h
	return w + (((1 - w) - h) + (z*p - r*lo))
}

// sinRare, cosRare and tanRare are for arguments from 2^28 on.

func sinRare(x float64) float64 {
	q, r, lo := reduce(x)
	return quadrant(q, r, lo)
}

func cosRare(x float64) float64 {
	q, r, lo := reduce(x)
	return quadrant(q+1, r, lo)
}

// quadrant is the sine of q pi/2 + r + lo.
func quadrant(q uint64, r, lo float64) float64 {
	var v float64
	if q&1 == 0 {
		v = sinKernel(r, lo)
	} else {
		v = cosKernel(r, lo)
	}
	if q&2 != 0 {
		return -v
	}
	return v
}

func sincosOf(x float64) (sin, cos float64) {
	q, r, lo := reduce(x)
	return quadrant(q, r, lo), quadrant(q+1, r, lo)
}

func tanRare(x float64) float64 {
	q, r, lo := reduce(x)
	return tanKernel(r, lo, q&1 != 0)
}

var tanCoef = [...]float64{
	3.33333333333334091986e-01, 1.33333333333201242699e-01, 5.39682539762260521377e-02, 2.18694882948595424599e-02,
	8.86323982359930005737e-03, 3.59207910759131235356e-03, 1.45620945432529025516e-03, 5.88041240820264096874e-04,
	2.46463134818469906812e-04, 7.81794442939557092300e-05, 7.14072491382608190305e-05, -1.85586374855275456654e-05, 2.59073051863633712884e-05,
}

// tanKernel is the tangent of r+lo, |r| < pi/4, or minus its reciprocal when odd (fdlibm's k_tan.c).
func tanKernel(r, lo float64, odd bool) float64 {
	x, y := r, lo
	big := math.Abs(x) >= 0.67434
	neg := x < 0
	if big {
		if neg {
			x, y = -x, -y
		}
		x, y = (0x1.921fb54442d18p-1-x)+(0x1.1a62633145c07p-55-y), 0
	}
	t := &tanCoef
	z := x * x
	w := z * z
	p := t[1] + w*(t[3]+w*(t[5]+w*(t[7]+w*(t[9]+w*t[11]))))
	v := z * (t[2] + w*(t[4]+w*(t[6]+w*(t[8]+w*(t[10]+w*t[12])))))
	s := z * x
	p = y + z*(s*(p+v)+y)
	p += t[0] * s
	w = x + p
	if big {
		k := 1.0
		if odd {
			k = -1
		}
		v = k - 2*(x-(w*w/(w+k)-p))
		if neg {
			return -v
		}
		return v
	}
	if !odd {
		return w
	}
	// -1/(x+p) with the quotient corrected by what the rounded operands lost.
	h := math.Float64frombits(math.Float64bits(w) &^ 0xffffffff)
	v = p - (h - x)
	a := -1 / w
	b := math.Float64frombits(math.Float64bits(a) &^ 0xffffffff)
	return b + a*(1+b*h+b*v)
}
