package accuracy

import (
	"maps"
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/mars-project/mars-go/internal/bigmath"
)

func init() { maps.Copy(functions, specials) }

// specials are the references of package special, over the domains for which it states bounds.
var specials = map[string]function{
	"erf":       of1(bigmath.Erf, between(-6, 6)),
	"erfc":      of1(bigmath.Erfc, between(-6, 26)),
	"erfinv":    of1(erfinv, between(-1, 1)),
	"gamma":     of1(bigmath.Gamma, between(-20, 171)),
	"gammaln":   of1(bigmath.LnGamma, between(-20, 300)),
	"digamma":   of1(bigmath.Digamma, between(-20, 300)),
	"j0":        of1(order(bigmath.J, 0, 0), between(-50, 50)),
	"j1":        of1(order(bigmath.J, 1, 0), between(-50, 50)),
	"y0":        of1(order(bigmath.Y, 0, 0), between(0, 50)),
	"y1":        of1(order(bigmath.Y, 1, 0), between(0, 50)),
	"i0":        of1(order(bigmath.I, 0, 0), between(-50, 50)),
	"i0e":       of1(order(bigmath.I, 0, -1), between(-50, 50)),
	"i1":        of1(order(bigmath.I, 1, 0), between(-50, 50)),
	"i1e":       of1(order(bigmath.I, 1, -1), between(-50, 50)),
	"k0":        of1(order(bigmath.K, 0, 0), between(0, 30)),
	"k0e":       of1(order(bigmath.K, 0, 1), between(0, 30)),
	"k1":        of1(order(bigmath.K, 1, 0), between(0, 30)),
	"k1e":       of1(order(bigmath.K, 1, 1), between(0, 30)),
	"beta":      of2(bigmath.Beta, shapes(15)),
	"betaln":    of2(bigmath.LnBeta, shapes(300)),
	"gammainc":  of2(bigmath.GammaP, around),
	"gammaincc": of2(gammaQ, around),
	"betainc": {value: func(a []float64) *big.Float { return bigmath.BetaI(exactly(a[0]), exactly(a[1]), exactly(a[2])) }, draw: func(r *rand.Rand, a []float64) {
		for {
			a[0], a[1] = shapes(60)(r)
			m := a[0] / (a[0] + a[1])
			s := math.Sqrt(m * (1 - m) / (a[0] + a[1] + 1))
			if a[2] = m + s*(r.Float64()*8-4); a[2] > 0 && a[2] < 1 {
				return
			}
		}
	}},
}

func of1(value func(x *big.Float) *big.Float, draw func(r *rand.Rand) float64) function {
	return function{value: func(a []float64) *big.Float { return value(exactly(a[0])) }, draw: func(r *rand.Rand, a []float64) { a[0] = draw(r) }}
}

func of2(value func(x, y *big.Float) *big.Float, draw func(r *rand.Rand) (x, y float64)) function {
	return function{
		value: func(a []float64) *big.Float { return value(exactly(a[0]), exactly(a[1])) },
		draw:  func(r *rand.Rand, a []float64) { a[0], a[1] = draw(r) },
	}
}

// between draws from [lo, hi], half of it near 0 at any small magnitude; never an integer below 1, where
// gamma has its poles.
func between(lo, hi float64) func(r *rand.Rand) float64 {
	return func(r *rand.Rand) float64 {
		for {
			x := lo + r.Float64()*(hi-lo)
			if r.IntN(2) == 0 {
				x = math.Ldexp(1+r.Float64(), r.IntN(24)-20) * sign(r)
			}
			if x > lo && x < hi && (x > 0 || x != math.Trunc(x)) {
				return x
			}
		}
	}
}

// shapes are pairs of positive numbers up to most.
func shapes(most float64) func(r *rand.Rand) (a, b float64) {
	one := func(r *rand.Rand) float64 { return math.Pow(most, r.Float64()*1.5-0.5) }
	return func(r *rand.Rand) (float64, float64) { return one(r), one(r) }
}

// around is an a up to 100 and an x some deviations from it.
func around(r *rand.Rand) (a, x float64) {
	for {
		a = math.Pow(100, r.Float64()*1.5-0.5)
		if x = a + (r.Float64()*8-4)*math.Sqrt(a); x > 0 {
			return a, x
		}
	}
}

func gammaQ(a, x *big.Float) *big.Float {
	return new(big.Float).SetPrec(300).Sub(big.NewFloat(1), bigmath.GammaP(a, x))
}

// order is a Bessel function of one order, times e^(s|x|).
func order(f func(n int, x *big.Float) *big.Float, n int, s int64) func(x *big.Float) *big.Float {
	return func(x *big.Float) *big.Float {
		v := f(n, x)
		if s != 0 {
			e := bigmath.Exp(new(big.Float).Abs(x))
			if s > 0 {
				return v.Mul(v, e)
			}
			return v.Quo(v, e)
		}
		return v
	}
}

// erfinv is by Newton's steps from 0 on, each doubling the digits.
func erfinv(x *big.Float) *big.Float {
	f, _ := x.Float64()
	y := new(big.Float).SetPrec(300).SetFloat64(math.Erfinv(f))
	if y.IsInf() || y.Sign() == 0 {
		return y
	}
	half := new(big.Float).SetPrec(300).Sqrt(bigmath.Pi())
	half.SetMantExp(half, -1)
	for range 3 {
		d := new(big.Float).SetPrec(300).Sub(bigmath.Erf(y), x)
		e := bigmath.Exp(new(big.Float).SetPrec(300).Mul(y, y))
		y.Sub(y, d.Mul(d, e.Mul(e, half)))
	}
	return y
}
