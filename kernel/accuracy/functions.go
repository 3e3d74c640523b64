package accuracy

import (
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/mars-project/mars-go/internal/bigmath"
)

// edges are the points that every function is held at, functions of two arguments at every pair of them.
var edges = []float64{
	0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, -math.MaxFloat64, 5e-324, -5e-324, 0x1p-1022, -0x1p-1022, 0x1.fffffffffffffp-1023,
	math.MaxFloat32, -math.MaxFloat32, 0x1p-149, 0x1p-126, -0x1p-126, 65504, 65520, 0x1p-24, 0x1p-14, 0.5, -0.5, 0.25, 0.75, 1.5, 2, -2, 3, -3, 4, 10, 1000, -27,
	math.Pi, -math.Pi, math.Pi / 2, -math.Pi / 2, math.Pi / 4, 3 * math.Pi / 4, 355, 6381956970095103 * 0x1p797, 5319372648326541 * 0x1p-52 * 6, 0x1.6ac5b262ca1ffp+849,
	1 - 0x1p-53, 1 + 0x1p-52, 1 - 0x1p-24, 1 + 0x1p-23, -1 + 0x1p-53, 709.782712893384, 709.7827128933841, 710.4758600739439, 710.475860073944, -708.3964185322641, -745.1332191019411,
	-745.1332191019412, 1024, -1022, -1074, -1075, -1076, 88.72283, 88.72284, -87.33655, -103.97207, -103.97208, 128, -126, -149, -150, 11.09, -17.5, 16, -25, 0x1p28, 0x1p30, 0x1p53, 0x1p54, 1e22,
}

// A function is a reference: the standard library's for what is special, bigmath's for the rest.
type function struct {
	std   func(a []float64) float64 // nil where the package's own tests hold the special values
	value func(a []float64) *big.Float
	exact func(a []float64, std float64) bool // std is to be met, signs of zeros included
	draw  func(r *rand.Rand, a []float64)
}

// corners is how many points the edges make.
func (f function) corners(args int) int {
	if f.std == nil {
		return 0
	}
	n := 1
	for range args {
		n *= len(edges)
	}
	return n
}

// anywhere is a finite number of any magnitude.
func anywhere(r *rand.Rand) float64 {
	return math.Ldexp(1+r.Float64(), r.IntN(2098)-1074) * sign(r)
}

// modest is a number between 2^-32 and 2^32, any magnitude as likely as another.
func modest(r *rand.Rand) float64 { return math.Ldexp(1+r.Float64(), r.IntN(64)-32) * sign(r) }

func sign(r *rand.Rand) float64 { return float64(r.IntN(2))*2 - 1 }

// besides is a number around c, at any distance.
func besides(r *rand.Rand, c float64) float64 {
	return c + math.Ldexp(1+r.Float64(), -r.IntN(54))*sign(r)*max(1, math.Abs(c))/4
}

// mix draws of each kind alike: any magnitude, modest ones, between lo and hi, around c.
func mix(lo, hi, c float64) func(r *rand.Rand) float64 {
	return func(r *rand.Rand) float64 {
		switch r.IntN(4) {
		case 0:
			return anywhere(r)
		case 1:
			return modest(r)
		case 2:
			return besides(r, c)
		}
		return lo + r.Float64()*(hi-lo)
	}
}

// positive is mix for what has no values below 0.
func positive(hi, c float64) func(r *rand.Rand) float64 {
	m := mix(0, hi, c)
	return func(r *rand.Rand) float64 { return math.Abs(m(r)) }
}

func zeroAt(a []float64, _ float64) bool { return a[0] == 0 }

// poles are where the function is infinite too.
func poles(a []float64, std float64) bool {
	return a[0] == 0 || math.IsInf(std, 0) && math.Abs(a[0]) <= 1
}

func one(std func(float64) float64, value func(*big.Float) *big.Float, exact func(a []float64, std float64) bool, draw func(r *rand.Rand) float64) function {
	return function{
		func(a []float64) float64 { return std(a[0]) },
		func(a []float64) *big.Float { return value(exactly(a[0])) },
		exact,
		func(r *rand.Rand, a []float64) { a[0] = draw(r) },
	}
}

func exactly(x float64) *big.Float { return new(big.Float).SetPrec(53).SetFloat64(x) }

var functions = map[string]function{
	"exp":     one(math.Exp, bigmath.Exp, zeroAt, mix(-746, 710, 0)),
	"exp2":    one(math.Exp2, bigmath.Exp2, zeroAt, mix(-1076, 1025, 0)),
	"expm1":   one(math.Expm1, bigmath.Expm1, zeroAt, mix(-40, 710, 0)),
	"log":     one(math.Log, bigmath.Log, zeroAt, positive(100, 1)),
	"log2":    one(math.Log2, bigmath.Log2, zeroAt, positive(100, 1)),
	"log10":   one(math.Log10, bigmath.Log10, zeroAt, positive(100, 1)),
	"log1p":   one(math.Log1p, bigmath.Log1p, poles, mix(-1, 10, -1)),
	"sin":     one(math.Sin, bigmath.Sin, zeroAt, mix(-100, 100, math.Pi)),
	"cos":     one(math.Cos, bigmath.Cos, zeroAt, mix(-100, 100, math.Pi/2)),
	"tan":     one(math.Tan, bigmath.Tan, zeroAt, mix(-100, 100, math.Pi/2)),
	"arcsin":  one(math.Asin, bigmath.Asin, zeroAt, mix(-1, 1, 1)),
	"arccos":  one(math.Acos, bigmath.Acos, zeroAt, mix(-1, 1, 1)),
	"arctan":  one(math.Atan, bigmath.Atan, zeroAt, mix(-10, 10, 1)),
	"sinh":    one(math.Sinh, bigmath.Sinh, zeroAt, mix(-711, 711, 1)),
	"cosh":    one(math.Cosh, bigmath.Cosh, zeroAt, mix(-711, 711, 0)),
	"tanh":    one(math.Tanh, bigmath.Tanh, zeroAt, mix(-20, 20, 0.5)),
	"arcsinh": one(math.Asinh, bigmath.Asinh, zeroAt, mix(-10, 10, 1)),
	"arccosh": one(math.Acosh, bigmath.Acosh, zeroAt, positive(100, 1)),
	"arctanh": one(math.Atanh, bigmath.Atanh, poles, mix(-1, 1, 1)),
	"cbrt":    one(math.Cbrt, bigmath.Cbrt, zeroAt, mix(-10, 10, 1)),
	"arctan2": two(math.Atan2, bigmath.Atan2, zeros, near(mix(-10, 10, 1))),
	"hypot":   two(math.Hypot, bigmath.Hypot, zeros, near(mix(-10, 10, 1))),
	"power":   two(math.Pow, nil, powers, drawPower).valued(power),
}

func two(std func(x, y float64) float64, value func(x, y *big.Float) *big.Float, exact func(a []float64, std float64) bool, draw func(r *rand.Rand) (x, y float64)) function {
	return function{
		func(a []float64) float64 { return std(a[0], a[1]) },
		func(a []float64) *big.Float { return value(exactly(a[0]), exactly(a[1])) },
		exact,
		func(r *rand.Rand, a []float64) { a[0], a[1] = draw(r) },
	}
}

func (f function) valued(value func(a []float64) *big.Float) function {
	f.value = value
	return f
}

func zeros(a []float64, _ float64) bool { return a[0] == 0 && a[1] == 0 }

// near draws pairs, half of them of like magnitudes.
func near(one func(r *rand.Rand) float64) func(r *rand.Rand) (x, y float64) {
	return func(r *rand.Rand) (float64, float64) {
		x := one(r)
		if r.IntN(2) == 0 {
			return x, one(r)
		}
		return x, x * math.Ldexp(1+r.Float64(), r.IntN(16)-8) * sign(r)
	}
}

// powers are the powers that C99 lists.
func powers(a []float64, _ float64) bool { return a[0] == 0 || a[1] == 0 || a[0] == 1 }

func power(a []float64) *big.Float {
	v := bigmath.Pow(exactly(math.Abs(a[0])), exactly(a[1]))
	if a[0] < 0 && math.Mod(a[1], 2) != 0 {
		v.Neg(v)
	}
	return v
}

// drawPower draws x of any magnitude or near 1 and y so that most powers are finite.
func drawPower(r *rand.Rand) (x, y float64) {
	x = positive(100, 1)(r)
	switch r.IntN(4) {
	case 0:
		y = mix(-10, 10, 0)(r)
	case 1: // an integer, of a negative number
		return -x, float64(r.IntN(200) - 100)
	default:
		y = (r.Float64()*2 - 1) * 745 / math.Max(math.Abs(math.Log(x)), 1e-300)
	}
	return x, y
}
