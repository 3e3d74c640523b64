package special

import (
	"math"

	"github.com/mars-project/mars-go/kernel/basic"
)

// K0 is the modified Bessel function of the second kind and order 0, within 8 ulp where it is normal;
// infinite at 0, NaN below.
func K0(x float64) float64 {
	if x > 0.5 {
		return besselK(x, 0) * basic.Exp(-x)
	}
	return k0Small(x)
}

// K0e is e^x K0(x), within 8 ulp.
func K0e(x float64) float64 {
	if x > 0.5 {
		return besselK(x, 0)
	}
	return k0Small(x) * basic.Exp(x)
}

// K1 is the modified Bessel function of the second kind and order 1, within 8 ulp where it is normal;
// infinite at 0, NaN below.
func K1(x float64) float64 {
	if x > 0.5 {
		return besselK(x, 1) * basic.Exp(-x)
	}
	return k1Small(x)
}

// K1e is e^x K1(x), within 8 ulp.
func K1e(x float64) float64 {
	if x > 0.5 {
		return besselK(x, 1)
	}
	return k1Small(x) * basic.Exp(x)
}

const euler = 0.57721566490153286060651209008240243104215933593992

// k0Small is K0 up to 1/2 (Abramowitz and Stegun 9.6.13), where the series loses nothing.
func k0Small(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(1)
	case !(x > 0):
		return math.NaN()
	}
	z := x * x / 4
	s, t, h := 0.0, 1.0, 0.0
	for k := 1.0; k < 20; k++ {
		t *= z / (k * k)
		h += 1 / k
		s += t * h
	}
	return s - (basic.Log(x/2)+euler)*besselSeries(z, 0)
}

// k1Small is K1 up to 1/2 (Abramowitz and Stegun 9.6.11).
func k1Small(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(1)
	case !(x > 0):
		return math.NaN()
	}
	z := x * x / 4
	s, t, h := 0.0, 1.0, 1-2*euler // h is psi(k+1) + psi(k+2)
	for k := 1.0; k < 20; k++ {
		s += t * h
		t *= z / (k * (k + 1))
		h += 1/k + 1/(k+1)
	}
	return 1/x + basic.Log(x/2)*(x/2)*besselSeries(z, 1) - x/4*s
}

// besselK is e^x K_n(x) for x > 1/2: up to 32 a polynomial for each octave, then Hankel's series.
func besselK(x float64, n int) float64 {
	octave := int(math.Float64bits(x)>>52) - 1022 // of [1/2, 1) it is 0
	if uint(octave) >= uint(len(polynomialsK[n])) {
		if math.IsInf(x, 1) {
			return 0
		}
		return besselFar(x, float64(4*n), 1) * math.Sqrt(math.Pi/(2*x))
	}
	least := math.Float64frombits(math.Float64bits(x) &^ (1<<52 - 1)) // of its octave
	t := 4*least/x - 3
	c := &polynomialsK[n][octave]
	s := c[len(c)-1]
	for i := len(c) - 2; i >= 0; i-- {
		s = math.FMA(s, t, c[i])
	}
	return s / math.Sqrt(x)
}
