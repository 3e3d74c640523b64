package double

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/internal/bigmath"
)

func exactly(x Num) *big.Float {
	v := new(big.Float).SetPrec(300).SetFloat64(x.Hi)
	return v.Add(v, new(big.Float).SetFloat64(x.Lo))
}

func unary(f func(x Num) Num, g func(x *big.Float) *big.Float) func(a []float64) (Num, *big.Float) {
	return func(a []float64) (Num, *big.Float) { return f(Of(a[0])), g(exactly(Of(a[0]))) }
}

func binary(f func(x, y Num) Num, g func(x, y *big.Float) *big.Float) func(a []float64) (Num, *big.Float) {
	return func(a []float64) (Num, *big.Float) {
		return f(Of(a[0]), Of(a[1])), g(exactly(Of(a[0])), exactly(Of(a[1])))
	}
}

func order(n int, f func(n int, x Num) Num, g func(n int, x *big.Float) *big.Float) func(a []float64) (Num, *big.Float) {
	return func(a []float64) (Num, *big.Float) { return f(n, Of(a[0])), g(n, exactly(Of(a[0]))) }
}

// TestFunctions compares with 200 bits: random arguments of the domain, half of them of any magnitude in it.
func TestFunctions(t *testing.T) {
	for name, c := range map[string]struct {
		f      func(a []float64) (Num, *big.Float)
		lo, hi float64
		least  float64 // the error is relative to at least this
	}{
		"exp": {unary(Exp, bigmath.Exp), -600, 600, 0}, "exp2": {unary(Exp2, bigmath.Exp2), -900, 900, 0}, "expm1": {unary(Expm1, bigmath.Expm1), -40, 600, 0},
		"log": {unary(Log, bigmath.Log), 0, 1e300, 0}, "log1p": {unary(Log1p, bigmath.Log1p), -1, 1e300, 0}, "log near 1": {unary(Log, bigmath.Log), 0.5, 2, 0},
		"log2": {unary(Log2, bigmath.Log2), 0, 3, 0}, "log10": {unary(Log10, bigmath.Log10), 0, 3, 0},
		"sin": {unary(Sin, bigmath.Sin), -1e6, 1e6, 0}, "cos": {unary(Cos, bigmath.Cos), -1e6, 1e6, 0}, "tan": {unary(Tan, bigmath.Tan), -100, 100, 0},
		"atan": {unary(Atan, bigmath.Atan), -10, 10, 0}, "atan far": {unary(Atan, bigmath.Atan), -1e300, 1e300, 0},
		"asin": {unary(Asin, bigmath.Asin), -1, 1, 0}, "acos": {unary(Acos, bigmath.Acos), -1, 1, 0},
		"sinh": {unary(Sinh, bigmath.Sinh), -600, 600, 0}, "cosh": {unary(Cosh, bigmath.Cosh), -600, 600, 0}, "tanh": {unary(Tanh, bigmath.Tanh), -20, 20, 0},
		"asinh": {unary(Asinh, bigmath.Asinh), -1e200, 1e200, 0}, "acosh": {unary(Acosh, bigmath.Acosh), 1, 1e200, 0}, "acosh near 1": {unary(Acosh, bigmath.Acosh), 1, 1.1, 0},
		"atanh": {unary(Atanh, bigmath.Atanh), -1, 1, 0}, "cbrt": {unary(Cbrt, bigmath.Cbrt), -1e300, 1e300, 0},
		"atan2": {binary(Atan2, bigmath.Atan2), -10, 10, 0}, "hypot": {binary(Hypot, bigmath.Hypot), -1e300, 1e300, 0},
		"pow": {binary(Pow, bigmath.Pow), 0, 200, 0},
		"erf": {unary(Erf, bigmath.Erf), -6, 6, 0}, "erfc": {unary(Erfc, bigmath.Erfc), -6, 25, 0},
		"gamma": {unary(Gamma, bigmath.Gamma), -20, 140, 0}, "lngamma": {unary(LnGamma, bigmath.LnGamma), -20, 300, 1}, "digamma": {unary(Digamma, bigmath.Digamma), -20, 300, 1},
		"j0": {order(0, J, bigmath.J), -50, 50, 1}, "j1": {order(1, J, bigmath.J), -50, 50, 1}, "y0": {order(0, Y, bigmath.Y), 0, 50, 1}, "y1": {order(1, Y, bigmath.Y), 0, 50, 1},
		"i0": {order(0, I, bigmath.I), -50, 50, 0}, "i1": {order(1, I, bigmath.I), -50, 50, 0}, "k0": {order(0, K, bigmath.K), 0, 30, 0}, "k1": {order(1, K, bigmath.K), 0, 30, 0},
		"gammap": {binary(GammaP, bigmath.GammaP), 0.3, 90, 0},
		"erfinv": {func(a []float64) (Num, *big.Float) { return Of(a[0]), bigmath.Erf(exactly(Erfinv(Of(a[0])))) }, -0.999999, 0.999999, 0},
		"betai": {func(a []float64) (Num, *big.Float) {
			x := Of(a[1] / 60)
			return BetaI(Of(a[0]), Of(2.5), x), bigmath.BetaI(exactly(Of(a[0])), exactly(Of(2.5)), exactly(x))
		}, 0.3, 59, 1},
		"beta": {binary(Beta, bigmath.Beta), 0.3, 15, 0}, "lnbeta": {binary(LnBeta, bigmath.LnBeta), 0.2, 300, 1},
	} {
		r := rand.New(rand.NewPCG(1, 2))
		a := make([]float64, 2)
		worst := 0.0
		for i := range 300 {
			for k := range a {
				for {
					a[k] = c.lo + r.Float64()*(c.hi-c.lo)
					if i%2 == 0 {
						a[k] = math.Ldexp(1+r.Float64(), r.IntN(1600)-800) * float64(1-2*r.IntN(2))
					} else if i%3 == 0 {
						a[k] = math.Ldexp(1+r.Float64(), r.IntN(30)-28) * float64(1-2*r.IntN(2))
					}
					trig := name == "sin" || name == "cos" || name == "tan"
					pole := name == "gamma" || name == "lngamma" || name == "digamma"
					if a[k] > c.lo && a[k] < c.hi && (!pole || a[k] != math.Trunc(a[k])) && (!trig || Near(a[k])) {
						break
					}
				}
			}
			got, want := c.f(a)
			if e := want.MantExp(nil); want.IsInf() || e > 900 || c.least == 0 && e < -900 {
				continue
			}
			e := new(big.Float).Sub(exactly(got), want)
			if w := new(big.Float).Abs(want); w.Cmp(big.NewFloat(c.least)) > 0 {
				e.Quo(e, w)
			}
			f, _ := e.Float64()
			worst = max(worst, math.Abs(f))
			if !(math.Abs(f) < 0x1p-70) {
				t.Errorf("%s of %v is off by 2^%.1f", name, a, math.Log2(math.Abs(f)))
				break
			}
		}
		t.Logf("%-12s within 2^%.1f", name, math.Log2(worst))
	}
}
