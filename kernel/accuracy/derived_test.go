package accuracy

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/internal/bigmath"
	"github.com/mars-project/mars-go/kernel/special"
)

func of(v float64) *big.Float             { return new(big.Float).SetPrec(300).SetFloat64(v) }
func plus(a, b *big.Float) *big.Float     { return new(big.Float).SetPrec(300).Add(a, b) }
func minus(a, b *big.Float) *big.Float    { return new(big.Float).SetPrec(300).Sub(a, b) }
func times(a, b *big.Float) *big.Float    { return new(big.Float).SetPrec(300).Mul(a, b) }
func quotient(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(300).Quo(a, b) }

// normal is the area of the normal distribution below x.
func normal(x *big.Float) *big.Float {
	root := new(big.Float).SetPrec(300).Sqrt(of(2))
	return quotient(bigmath.Erfc(quotient(new(big.Float).Neg(x), root)), of(2))
}

// stepped is the y of erfc(y) = x, a step of Newton's method from what was found, which doubles its digits.
func stepped(x, y float64) *big.Float {
	slope := quotient(times(of(2), bigmath.Exp(of(-y*y))), new(big.Float).SetPrec(300).Sqrt(bigmath.Pi()))
	return plus(of(y), quotient(minus(bigmath.Erfc(of(y)), of(x)), slope))
}

func span(lo, hi float64) func(r *rand.Rand) float64 {
	return func(r *rand.Rand) float64 { return lo + r.Float64()*(hi-lo) }
}

// TestDerivedBounds holds what package special makes of its other functions to the bounds that its rows
// state, over the domains that these name.
func TestDerivedBounds(t *testing.T) {
	tiny := func(r *rand.Rand) float64 { return math.Ldexp(1+r.Float64(), -r.IntN(900)) / 2 }
	for _, c := range []struct {
		name  string
		bound float64
		a, b  func(r *rand.Rand) float64
		got   func(a, b float64) float64
		want  func(a, b, got float64) *big.Float
	}{
		{
			"rgamma", 32, span(-20, 178), nil, func(a, _ float64) float64 { return special.Rgamma(a) },
			func(a, _, _ float64) *big.Float { return quotient(of(1), bigmath.Gamma(of(a))) },
		},
		{
			"entr", 2, span(0, 5), nil, func(a, _ float64) float64 { return special.Entr(a) },
			func(a, _, _ float64) *big.Float { return times(of(-a), bigmath.Log(of(a))) },
		},
		{
			"rel_entr", 4, span(0.01, 5), span(0.01, 5), special.RelEntr,
			func(a, b, _ float64) *big.Float { return times(of(a), bigmath.Log(quotient(of(a), of(b)))) },
		},
		{
			"kl_div", 16, span(0.5, 2), span(0.5, 2), special.KlDiv,
			func(a, b, _ float64) *big.Float {
				return plus(minus(times(of(a), bigmath.Log(quotient(of(a), of(b)))), of(a)), of(b))
			},
		},
		{"xlogy", 2, span(-5, 5), span(0, 5), special.Xlogy, func(a, b, _ float64) *big.Float { return times(of(a), bigmath.Log(of(b))) }},
		{"xlog1py", 2, span(-5, 5), span(-1, 5), special.Xlog1py, func(a, b, _ float64) *big.Float { return times(of(a), bigmath.Log1p(of(b))) }},
		{
			"boxcox", 8, span(0.1, 5), span(-3, 3), special.Boxcox,
			func(a, b, _ float64) *big.Float {
				return quotient(bigmath.Expm1(times(of(b), bigmath.Log(of(a)))), of(b))
			},
		},
		{
			"logit", 4, span(0, 1), nil, func(a, _ float64) float64 { return special.Logit(a) },
			func(a, _, _ float64) *big.Float { return bigmath.Log(quotient(of(a), minus(of(1), of(a)))) },
		},
		{
			"expit", 4, span(-700, 40), nil, func(a, _ float64) float64 { return special.Expit(a) },
			func(a, _, _ float64) *big.Float { return quotient(of(1), plus(of(1), bigmath.Exp(of(-a)))) },
		},
		{
			"log_expit", 4, span(-50, 700), nil, func(a, _ float64) float64 { return special.LogExpit(a) },
			func(a, _, _ float64) *big.Float { return new(big.Float).Neg(bigmath.Log1p(bigmath.Exp(of(-a)))) },
		},
		{"ndtr", 12, span(-37, 8), nil, func(a, _ float64) float64 { return special.Ndtr(a) }, func(a, _, _ float64) *big.Float { return normal(of(a)) }},
		{
			"log_ndtr", 8, span(-37, 8), nil, func(a, _ float64) float64 { return special.LogNdtr(a) },
			func(a, _, _ float64) *big.Float {
				if a < 0 {
					return bigmath.Log(normal(of(a)))
				}
				return bigmath.Log1p(new(big.Float).Neg(normal(of(-a))))
			},
		},
		{"erfcinv", 8, tiny, nil, func(a, _ float64) float64 { return special.Erfcinv(a) }, func(a, _, y float64) *big.Float { return stepped(a, y) }},
		{
			"erfcinv above 1/2", 8, span(0.5, 2), nil, func(a, _ float64) float64 { return special.Erfcinv(a) },
			func(a, _, y float64) *big.Float { return stepped(a, y) },
		},
		{
			"cosm1", 4, span(-9, 9), nil, func(a, _ float64) float64 { return special.Cosm1(a) },
			func(a, _, _ float64) *big.Float { return minus(bigmath.Cos(of(a)), of(1)) },
		},
		{"exp10", 2, span(-300, 300), nil, func(a, _ float64) float64 { return special.Exp10(a) }, func(a, _, _ float64) *big.Float { return bigmath.Pow(of(10), of(a)) }},
		{
			"poch", 32, span(0.1, 60), span(0.1, 60), special.Poch,
			func(a, b, _ float64) *big.Float {
				return quotient(bigmath.Gamma(plus(of(a), of(b))), bigmath.Gamma(of(a)))
			},
		},
		{"binom", 32, span(20, 60), span(0.1, 18), special.Binom, func(a, b, _ float64) *big.Float {
			up := bigmath.Gamma(plus(of(a), of(1)))
			return quotient(quotient(up, bigmath.Gamma(plus(of(b), of(1)))), bigmath.Gamma(plus(minus(of(a), of(b)), of(1))))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, worst := rand.New(rand.NewPCG(3, 4)), 0.0
			for range 150 {
				a, b := c.a(r), 0.0
				if c.b != nil {
					b = c.b(r)
				}
				got := c.got(a, b)
				d := Distance(got, c.want(a, b, got), 8)
				if worst = math.Max(worst, d); !(d <= c.bound) {
					t.Fatalf("%s of %v and %v is %v: %v ulp, the bound is %v", c.name, a, b, got, d, c.bound)
				}
			}
			if worst < 0.05 {
				t.Errorf("worst is %v: was it measured?", worst)
			}
			t.Logf("worst %.3g of %v", worst, c.bound)
		})
	}
}
