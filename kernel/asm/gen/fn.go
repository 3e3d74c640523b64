package main

import (
	"fmt"
	"math"
	"math/big"
)

// A fn is a function of one or two arguments as two programs: for float64, and for float32, in lanes of
// float64 or in lanes of its own.
type fn struct {
	name, is   string  // name, and what it is
	ulp, ulp32 float64 // the bounds of the error in units of the last place, which the proof holds them to
	args       int
	d, s       func(p *prog) val
	native     bool // s is a program for lanes of 32 bits
}

// program is the program for one size of floats, for AVX-512, or for AVX2 and Go.
func (f *fn) program(single, wide bool) (*prog, val) {
	p := &prog{wide: wide, native: single && f.native, name: f.name, doc: fmt.Sprintf("is %s, within %v ulp.", f.is, f.ulp), args: f.args, single: single, rare: noVal, known: map[string]val{}}
	if single {
		p.doc = fmt.Sprintf("is %s, within %v ulp.", f.is, f.ulp32)
		return p, f.s(p)
	}
	return p, f.d(p)
}

// digits is a number in 300 bits from its decimal digits.
func digits(s string) *big.Float {
	f, _, err := big.ParseFloat(s, 10, 300, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	return f
}

var (
	ln2   = digits("0.693147180559945309417232121458176568075500134360255254120680009493393621969694715605863326996418687")
	ln10  = digits("2.302585092994045684017991454684364207601101488628772976033327900967572609677352480235997205089598298")
	pi    = digits("3.141592653589793238462643383279502884197169399375105820974944592307816406286208998628034825342117068")
	log2e = new(big.Float).SetPrec(300).Quo(big.NewFloat(1), ln2)
	lge   = new(big.Float).SetPrec(300).Quo(big.NewFloat(1), ln10)
)

// near is x rounded to float64, after is what that lost.
func near(x *big.Float) float64 { f, _ := x.Float64(); return f }

func after(x *big.Float, hi float64) *big.Float {
	return new(big.Float).SetPrec(300).Sub(x, big.NewFloat(hi))
}

// parts is x as a sum: each but the last of the given number of bits.
func parts(x *big.Float, bits ...uint) []float64 {
	var o []float64
	for _, b := range bits {
		h := near(new(big.Float).SetPrec(b).Set(x))
		o = append(o, h)
		x = after(x, h)
	}
	return append(o, near(x))
}

func scaled(x *big.Float, by float64) *big.Float {
	return new(big.Float).SetPrec(300).Mul(x, big.NewFloat(by))
}

// exp2Of is 2^x in 300 bits for |x| <= 1, logOf log(x) for x in [1/2, 2].
func exp2Of(x float64) *big.Float {
	y, s, t := scaled(ln2, x), digits("1"), digits("1")
	for i := 1; i < 80; i++ {
		t.Quo(t.Mul(t, y), big.NewFloat(float64(i)))
		s.Add(s, t)
	}
	return s
}

func logOf(x float64) *big.Float { // 2 atanh((x-1)/(x+1))
	b := new(big.Float).SetPrec(300).SetFloat64(x)
	z := new(big.Float).SetPrec(300).Quo(new(big.Float).SetPrec(300).Sub(b, big.NewFloat(1)), new(big.Float).SetPrec(300).Add(b, big.NewFloat(1)))
	z2, s, t := new(big.Float).SetPrec(300).Mul(z, z), digits("0"), new(big.Float).SetPrec(300).Set(z)
	for i := 1; i < 400; i += 2 {
		s.Add(s, new(big.Float).SetPrec(300).Quo(t, big.NewFloat(float64(i))))
		t.Mul(t, z2)
	}
	return s.Mul(s, big.NewFloat(2))
}

var inf = math.Inf(1)
