package accuracy

import (
	"math"

	"github.com/mars-project/mars-go/internal/double"
)

// slack is what the error by pairs of floats may be off by, in units of the last place: far more than 2^-70
// of the value.
const slack = 0.001

// quicks are references of more than 70 bits, and whether they hold at a point. A point whose error they show
// to be below the worst one found needs no reference of 200 bits; all that is reported comes from those.
var quicks = map[string]func(a []float64) (v double.Num, ok bool){
	"exp":     within(double.Exp, 650),
	"exp2":    within(double.Exp2, 900),
	"expm1":   within(double.Expm1, 650),
	"log":     within(double.Log, 0x1p900),
	"log2":    within(double.Log2, 0x1p900),
	"log10":   within(double.Log10, 0x1p900),
	"log1p":   within(double.Log1p, 0x1p900),
	"sin":     turned(double.Sin),
	"cos":     turned(double.Cos),
	"tan":     turned(double.Tan),
	"arcsin":  within(double.Asin, 1),
	"arccos":  within(double.Acos, 1),
	"arctan":  within(double.Atan, 0x1p900),
	"sinh":    within(double.Sinh, 650),
	"cosh":    within(double.Cosh, 650),
	"tanh":    within(double.Tanh, 300),
	"arcsinh": within(double.Asinh, 0x1p900),
	"arccosh": within(double.Acosh, 0x1p900),
	"arctanh": within(double.Atanh, 1),
	"cbrt":    within(double.Cbrt, 0x1p900),
	"arctan2": func(a []float64) (double.Num, bool) {
		q := math.Abs(a[0] / a[1])
		return double.Atan2(double.Of(a[0]), double.Of(a[1])), q > 0x1p-800 && q < 0x1p800
	},
	"hypot": pair(double.Hypot),
	"power": func(a []float64) (double.Num, bool) {
		x := math.Abs(a[0])
		if t := math.Abs(a[1] * math.Log(x)); !(t < 600) {
			return double.Num{}, false
		}
		v := double.Pow(double.Of(x), double.Of(a[1]))
		if a[0] < 0 && math.Mod(a[1], 2) != 0 {
			v = v.Neg()
		}
		return v, true
	},
	"erf":       within(double.Erf, 8),
	"erfc":      within(double.Erfc, 26),
	"erfinv":    within(double.Erfinv, 1-0x1p-30),
	"gamma":     within(double.Gamma, 172),
	"gammaln":   within(double.LnGamma, 1000),
	"digamma":   within(double.Digamma, 1000),
	"j0":        bessel(double.J, 0, 0),
	"j1":        bessel(double.J, 1, 0),
	"y0":        bessel(double.Y, 0, 0),
	"y1":        bessel(double.Y, 1, 0),
	"i0":        bessel(double.I, 0, 0),
	"i0e":       bessel(double.I, 0, -1),
	"i1":        bessel(double.I, 1, 0),
	"i1e":       bessel(double.I, 1, -1),
	"k0":        bessel(double.K, 0, 0),
	"k0e":       bessel(double.Ke, 0, 0),
	"k1":        bessel(double.K, 1, 0),
	"k1e":       bessel(double.Ke, 1, 0),
	"beta":      pair(double.Beta),
	"betaln":    pair(double.LnBeta),
	"gammainc":  pair(double.GammaP),
	"gammaincc": pair(func(a, x double.Num) double.Num { return double.Of(1).Sub(double.GammaP(a, x)) }),
	"betainc": func(a []float64) (double.Num, bool) {
		return double.BetaI(double.Of(a[0]), double.Of(a[1]), double.Of(a[2])), true
	},
}

// within takes arguments of less magnitude than most.
func within(f func(x double.Num) double.Num, most float64) func(a []float64) (double.Num, bool) {
	return func(a []float64) (double.Num, bool) {
		if !(math.Abs(a[0]) < most) {
			return double.Num{}, false
		}
		return f(double.Of(a[0])), true
	}
}

func turned(f func(x double.Num) double.Num) func(a []float64) (double.Num, bool) {
	return func(a []float64) (double.Num, bool) {
		if !double.Near(a[0]) {
			return double.Num{}, false
		}
		return f(double.Of(a[0])), true
	}
}

func pair(f func(x, y double.Num) double.Num) func(a []float64) (double.Num, bool) {
	return func(a []float64) (double.Num, bool) { return f(double.Of(a[0]), double.Of(a[1])), true }
}

// bessel is a function of order n times e^(s|x|).
func bessel(f func(n int, x double.Num) double.Num, n int, s float64) func(a []float64) (double.Num, bool) {
	return func(a []float64) (double.Num, bool) {
		v := f(n, double.Of(a[0]))
		if s != 0 {
			v = v.Mul(double.Exp(double.Of(s * math.Abs(a[0]))))
		}
		return v, math.Abs(a[0]) <= 50
	}
}

// settled says whether the error at a point is surely no worse than what was found and promised.
func (r *Result) settled(f function, a []float64, got float64, b Promise) bool {
	quick := quicks[b.Name]
	if quick == nil || got != got || math.IsInf(got, 0) {
		return false
	}
	for _, x := range a {
		if x = math.Abs(x); !(x > 0x1p-900 && x < 0x1p900) {
			return false
		}
	}
	if f.std != nil {
		if std := f.std(a); std != std || f.exact(a, std) {
			return false
		}
	}
	v, ok := quick(a)
	return ok && apart(v, got, b)+slack <= math.Min(r.Worst, r.Bound)
}

// apart is the distance of got from v in units of the last place, or more.
func apart(v double.Num, got float64, b Promise) float64 {
	digits, least, most := floats(b.Size)
	m := math.Abs(v.Hi)
	if !(m > 0x1p-900 && m < 0x1p900 && m < math.Ldexp(1, most-1)) {
		return math.Inf(1)
	}
	if b.Least > 0 {
		m = math.Max(m, b.Least)
	}
	f, e := math.Frexp(m)
	if f == 0.5 && m != b.Least { // the value may be just below
		e--
	}
	return math.Abs(math.Ldexp((got-v.Hi)-v.Lo, -max(e-digits, least)))
}
