package main

import "math"

// The hyperbolic tangent of float32 in lanes of its own: a polynomial for each of 32 intervals, four in an
// octave from 3/64 to 12. It is of the distance to a point whose hyperbolic tangent is nearly a float32 (Gal
// and Bachelis, as in log32.go); what is below the first interval is in it.

// tanhPoint32 are the points, tanhCoef32 the coefficients, from that of the power 0 on, all by bits 21 to 25
// of the number.
var tanhPoint32, tanhCoef32 = tanhTables()

const (
	tanhLeast32 = 0x1.8p-5
	tanhMost32  = 0x1.7ffffep3
)

func tanhTables() (at *table, c []*table) {
	at = &table{"tanhPoint32", make([]float64, 32)}
	for _, name := range []string{"tanhValue32", "tanhSlope32", "tanhSecond32", "tanhThird32", "tanhFourth32", "tanhFifth32"} {
		c = append(c, &table{name, make([]float64, 32)})
	}
	first := math.Float32bits(tanhLeast32) >> 21
	for i := first; i < first+32; i++ {
		lo, hi := float64(math.Float32frombits(i<<21)), float64(math.Float32frombits((i+1)<<21))
		if i == first {
			c[1].v[i%32], c[3].v[i%32], c[5].v[i%32] = 1, -1.0/3, 2.0/15 // x - x^3/3 + 2x^5/15
			continue
		}
		p := tanhPoint(lo, hi)
		at.v[i%32] = p
		c[0].v[i%32] = float64(float32(math.Tanh(p)))
		slopes := meet(func(y float64) float64 { return math.Sinh(y) / y / (math.Cosh(p+y) * math.Cosh(p)) }, lo-p, hi-p, 5)
		for j, v := range slopes {
			c[j+1].v[i%32] = v
		}
	}
	return at, c
}

// tanhPoint is the float32 around the middle of an interval whose hyperbolic tangent is nearest to a float32.
func tanhPoint(lo, hi float64) (p float64) {
	least := 1.0
	for b := math.Float32bits(float32(lo*0.55 + hi*0.45)); b < math.Float32bits(float32(lo*0.45+hi*0.55)); b++ {
		x := float64(math.Float32frombits(b))
		t := math.Tanh(x)
		if d := math.Abs(t - float64(float32(t))); d < least {
			least, p = d, x
		}
	}
	return p
}

// meet is the polynomial of k coefficients that meets f at the k Chebyshev points of [lo, hi], as fit does
// for series.
func meet(f func(float64) float64, lo, hi float64, k int) []float64 {
	at, dif, c := make([]float64, k), make([]float64, k), make([]float64, k)
	for i := range at {
		at[i] = (lo+hi)/2 + (hi-lo)/2*math.Cos(math.Pi*(2*float64(i)+1.001)/(2*float64(k))) // never at 0
		dif[i] = f(at[i])
	}
	for d := 1; d < k; d++ {
		for i := k - 1; i >= d; i-- {
			dif[i] = (dif[i] - dif[i-1]) / (at[i] - at[i-d])
		}
	}
	for i := k - 1; i >= 0; i-- {
		for j := k - 1; j > 0; j-- {
			c[j] = c[j-1] - c[j]*at[i]
		}
		c[0] = dif[i] - c[0]*at[i]
	}
	return c
}

func tanhS(p *prog) val {
	x := p.arg(0)
	a := p.min(p.f(tanhMost32), p.abs(x))
	idx := p.shr(p.max(p.f(tanhLeast32), a), 21)
	y := p.sub(a, p.look(tanhPoint32, idx))
	q := p.look(tanhCoef32[5], idx)
	for i := 4; i >= 0; i-- {
		q = p.fma(q, y, p.look(tanhCoef32[i], idx))
	}
	return p.orSign(q, x)
}
