package accuracy

import (
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/mars-project/mars-go/internal/bigmath"
)

// special are the points that every function is held at, functions of two arguments at every pair of them.
var special = []float64{
	0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, -math.MaxFloat64, 5e-324, -5e-324, 0x1p-1022, -0x1p-1022, 0x1.fffffffffffffp-1023,
	math.MaxFloat32, -math.MaxFloat32, 0x1p-149, 0x1p-126, -0x1p-126, 65504, 65520, 0x1p-24, 0x1p-14, 0.5, -0.5, 0.25, 0.75, 1.5, 2, -2, 3, -3, 4, 10, 1000, -27,
	math.Pi, -math.Pi, math.Pi / 2, -math.Pi / 2, math.Pi / 4, 3 * math.Pi / 4, 355, 6381956970095103 * 0x1p797, 5319372648326541 * 0x1p-52 * 6, 0x1.6ac5b262ca1ffp+849,
	1 - 0x1p-53, 1 + 0x1p-52, 1 - 0x1p-24, 1 + 0x1p-23, -1 + 0x1p-53, 709.782712893384, 709.7827128933841, 710.4758600739439, 710.475860073944, -708.3964185322641, -745.1332191019411,
	-745.1332191019412, 1024, -1022, -1074, -1075, -1076, 88.72283, 88.72284, -87.33655, -103.97207, -103.97208, 128, -126, -149, -150, 11.09, -17.5, 16, -25, 0x1p28, 0x1p30, 0x1p53, 0x1p54, 1e22,
}

// A function is a reference: the standard library's for what is special, bigmath's for the rest.
type function struct {
	std   func(x, y float64) float64
	value func(x, y float64) *big.Float
	exact func(x, y, std float64) bool // std is to be met, signs of zeros included
	draw  func(r *rand.Rand) (x, y float64)
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

func zeroAt(x, _, _ float64) bool { return x == 0 }

// poles are where the function is infinite too.
func poles(x, _, std float64) bool { return x == 0 || math.IsInf(std, 0) && math.Abs(x) <= 1 }

func one(std func(float64) float64, value func(*big.Float) *big.Float, exact func(x, y, std float64) bool, draw func(r *rand.Rand) float64) function {
	return function{
		func(x, _ float64) float64 { return std(x) },
		func(x, _ float64) *big.Float { return value(new(big.Float).SetPrec(53).SetFloat64(x)) },
		func(x, _, s float64) bool { return exact(x, 0, s) },
		func(r *rand.Rand) (float64, float64) { return draw(r), 0 },
	}
}

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
	"arctan2": {math.Atan2, pair(bigmath.Atan2), zeros, near(mix(-10, 10, 1))},
	"hypot":   {math.Hypot, pair(bigmath.Hypot), zeros, near(mix(-10, 10, 1))},
	"power":   {math.Pow, power, powers, drawPower},
}

func pair(f func(x, y *big.Float) *big.Float) func(x, y float64) *big.Float {
	return func(x, y float64) *big.Float {
		return f(new(big.Float).SetPrec(53).SetFloat64(x), new(big.Float).SetPrec(53).SetFloat64(y))
	}
}

func zeros(x, y, _ float64) bool { return x == 0 && y == 0 }

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
func powers(x, y, _ float64) bool { return x == 0 || y == 0 || x == 1 }

func power(x, y float64) *big.Float {
	v := pair(bigmath.Pow)(math.Abs(x), y)
	if x < 0 && math.Mod(y, 2) != 0 {
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
