package special

import (
	"fmt"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/basic"
)

// A fused function is a row of package basic: programs run it like NumPy's own. Floats of 32 bits are
// computed in 64 and rounded once.
type fused struct {
	name    string
	aliases []string
	summary string
	alone   bool // float32 stays itself where all arguments have it, and all other narrow types become float64, as in SciPy
	one     func(float64) float64
	two     func(a, b float64) float64
	three   func(a, b, c float64) float64
	as      string // the row of NumPy's function
	notes   string // the bound of its error, where no Function states it
}

var fuseds = []fused{
	{name: "erf", summary: "Error function", alone: true, one: Erf, notes: "Real numbers alone."},
	{name: "erfc", summary: "Complementary error function, 1 - erf(x)", alone: true, one: Erfc, notes: "Real numbers alone."},
	{name: "erfinv", summary: "Inverse of the error function", one: Erfinv},
	{name: "erfcinv", summary: "Inverse of the complementary error function", one: Erfcinv, notes: "The error is at most 8 ulp."},
	{name: "gamma", summary: "Gamma function", alone: true, one: Gamma, notes: "Real numbers alone."},
	{name: "gammaln", summary: "Logarithm of the magnitude of the gamma function", alone: true, one: Gammaln},
	{name: "loggamma", summary: "Logarithm of the gamma function of real numbers, NaN below 0", alone: true, one: Loggamma, notes: "Real numbers alone. The error is at most 8 ulp, of values of at least 1."},
	{name: "rgamma", summary: "Reciprocal of the gamma function", alone: true, one: Rgamma, notes: "The error is at most 32 ulp for -170 < x < 178."},
	{name: "gammasgn", summary: "Sign of the gamma function", alone: true, one: Gammasgn, notes: "Exact."},
	{name: "digamma", aliases: []string{"psi"}, summary: "Derivative of the logarithm of the gamma function", alone: true, one: Digamma, notes: "Real numbers alone."},
	{name: "beta", summary: "Beta function", alone: true, two: Beta},
	{name: "betaln", summary: "Logarithm of the magnitude of the beta function", alone: true, two: Betaln},
	{name: "betainc", summary: "Regularized incomplete beta function of a, b and x", three: Betainc},
	{name: "gammainc", summary: "Regularized lower incomplete gamma function of a and x", alone: true, two: Gammainc},
	{name: "gammaincc", summary: "Regularized upper incomplete gamma function of a and x", alone: true, two: Gammaincc},
	{name: "poch", summary: "Pochhammer's symbol, gamma(z + m) / gamma(z)", two: Poch, notes: "The error is at most 2 ulp for each of up to 128 factors where m is an integer, 32 ulp for z and z + m in (0, 170), and in proportion to the logarithm beyond."},
	{name: "binom", summary: "Binomial coefficient of real numbers", two: Binom, notes: "The error is at most 2 ulp for each of up to 128 factors where k is an integer, else 32 ulp, and in proportion to the logarithm where that is over 20."},
	{name: "i0", summary: "Modified Bessel function of the first kind of order 0", alone: true, one: I0, notes: "Its limit at infinity, where SciPy has NaN."},
	{name: "i0e", summary: "Modified Bessel function of order 0, exponentially scaled", alone: true, one: I0e},
	{name: "i1", summary: "Modified Bessel function of the first kind of order 1", alone: true, one: I1, notes: "Its limit at infinity, where SciPy has NaN."},
	{name: "i1e", summary: "Modified Bessel function of order 1, exponentially scaled", alone: true, one: I1e},
	{name: "j0", summary: "Bessel function of the first kind of order 0", alone: true, one: J0, notes: "Its limit at infinity, where SciPy has NaN."},
	{name: "j1", summary: "Bessel function of the first kind of order 1", alone: true, one: J1, notes: "Its limit at infinity, where SciPy has NaN."},
	{name: "y0", summary: "Bessel function of the second kind of order 0", alone: true, one: Y0},
	{name: "y1", summary: "Bessel function of the second kind of order 1", alone: true, one: Y1},
	{name: "k0", summary: "Modified Bessel function of the second kind of order 0", alone: true, one: K0},
	{name: "k0e", summary: "Modified Bessel function of the second kind of order 0, exponentially scaled", alone: true, one: K0e},
	{name: "k1", summary: "Modified Bessel function of the second kind of order 1", alone: true, one: K1},
	{name: "k1e", summary: "Modified Bessel function of the second kind of order 1, exponentially scaled", alone: true, one: K1e},
	{name: "entr", summary: "Entropy of a number, -x log(x)", one: Entr, notes: "The error is at most 2 ulp."},
	{name: "rel_entr", summary: "Relative entropy, x log(x / y)", two: RelEntr, notes: "The error is at most 4 ulp."},
	{name: "kl_div", summary: "Kullback-Leibler divergence, x log(x / y) - x + y", two: KlDiv, notes: "The error is at most 16 ulp, also where x is near y."},
	{name: "xlogy", summary: "x log(y), 0 where x is 0", alone: true, two: Xlogy, notes: "Real numbers alone. The error is at most 2 ulp."},
	{name: "xlog1py", summary: "x log(1 + y), 0 where x is 0", alone: true, two: Xlog1py, notes: "Real numbers alone. The error is at most 2 ulp."},
	{name: "boxcox", summary: "Transformation of Box and Cox, (x**lmbda - 1) / lmbda", two: Boxcox, notes: "The error is at most 8 ulp."},
	{name: "inv_boxcox", summary: "Inverse of the transformation of Box and Cox", two: InvBoxcox, notes: "The error is at most 8 ulp times the logarithm of the result."},
	{name: "huber", summary: "Huber's loss of delta and r", two: Huber, notes: "The error is at most 2 ulp of the larger term."},
	{name: "logit", summary: "Logarithm of the odds, log(p / (1 - p))", alone: true, one: Logit, notes: "The error is at most 4 ulp."},
	{name: "expit", summary: "Logistic function, 1 / (1 + exp(-x))", alone: true, one: Expit, notes: "The error is at most 4 ulp."},
	{name: "log_expit", summary: "Logarithm of the logistic function", alone: true, one: LogExpit, notes: "The error is at most 4 ulp."},
	{name: "ndtr", summary: "Normal distribution's area below x", alone: true, one: Ndtr, notes: "Real numbers alone. The error is at most 12 ulp."},
	{name: "log_ndtr", summary: "Logarithm of the normal distribution's area below x", alone: true, one: LogNdtr, notes: "Real numbers alone. The error is at most 8 ulp."},
	{name: "ndtri", summary: "Inverse of ndtr", one: Ndtri, notes: "The error is at most 8 ulp."},
	{name: "cosm1", summary: "cos(x) - 1, exact near 0", alone: true, one: Cosm1, notes: "The error is at most 4 ulp for x up to 2**20."},
	{name: "exp10", summary: "10**x", alone: true, one: Exp10, notes: "The error is at most 2 ulp."},
	{name: "exp2", summary: "2**x", alone: true, as: "exp2", notes: "As numpy.exp2."},
	{name: "cbrt", summary: "Cube root", alone: true, as: "cbrt", notes: "As numpy.cbrt."},
	{name: "expm1", summary: "exp(x) - 1, exact near 0", alone: true, as: "expm1", notes: "As numpy.expm1."},
	{name: "log1p", summary: "log(1 + x), exact near 0", alone: true, as: "log1p", notes: "As numpy.log1p."},
}

// bound is the notes, for a Function of All from what that promises.
func (f fused) bound() string {
	p := Lookup(f.name)
	if p == nil {
		return f.notes
	}
	unit := ""
	if p.Least > 0 {
		unit = fmt.Sprintf(", of values of at least %v", p.Least)
	}
	return strings.TrimSpace(fmt.Sprintf("%s The error is at most %v ulp%s.", f.notes, p.Bound, unit))
}

var extras = func() basic.Extras {
	var es []basic.Extra
	for _, f := range fuseds {
		e := basic.Extra{Row: basic.Row{Name: "special." + f.name, In: 1, Out: 1, Summary: f.summary, Aliases: f.aliases, Alone: f.alone, Notes: f.bound()}, One: f.one, As: f.as}
		switch {
		case f.two != nil:
			two := f.two
			e.In, e.Func = 2, func(a [3]float64) float64 { return two(a[0], a[1]) }
		case f.three != nil:
			three := f.three
			e.In, e.Func = 3, func(a [3]float64) float64 { return three(a[0], a[1], a[2]) }
		}
		es = append(es, e)
	}
	return basic.NewExtras(es...)
}()

// Rows lists the functions that programs may call, as "special.erf".
func Rows() []basic.Row { return extras.Rows() }

// Resolve finds the loop of one for argument dtypes, as basic.Resolve does.
func Resolve(name string, in ...dtype.DType) (basic.Loop, error) { return extras.Resolve(name, in...) }
