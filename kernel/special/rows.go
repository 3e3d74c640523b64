package special

import "github.com/mars-project/mars-go/kernel/basic"

// A fused function is a row of package basic: programs run it like NumPy's own. Floats of 32 bits are computed in 64 and rounded once.
type fused struct {
	name    string
	aliases []string
	summary string
	alone   bool // float32 stays itself where all arguments have it, and all other narrow types become float64, as in SciPy
	one     func(float64) float64
	two     func(a, b float64) float64
	three   func(a, b, c float64) float64
	as      string // the row of NumPy's function
}

var fuseds = []fused{
	{name: "erf", summary: "Error function", alone: true, one: Erf},
	{name: "erfc", summary: "Complementary error function, 1 - erf(x)", alone: true, one: Erfc},
	{name: "erfinv", summary: "Inverse of the error function", one: Erfinv},
	{name: "erfcinv", summary: "Inverse of the complementary error function", one: Erfcinv},
	{name: "gamma", summary: "Gamma function", alone: true, one: Gamma},
	{name: "gammaln", summary: "Logarithm of the magnitude of the gamma function", alone: true, one: Gammaln},
	{name: "loggamma", summary: "Logarithm of the gamma function of real numbers, NaN below 0", alone: true, one: Loggamma},
	{name: "rgamma", summary: "Reciprocal of the gamma function", alone: true, one: Rgamma},
	{name: "gammasgn", summary: "Sign of the gamma function", alone: true, one: Gammasgn},
	{name: "digamma", aliases: []string{"psi"}, summary: "Derivative of the logarithm of the gamma function", alone: true, one: Digamma},
	{name: "beta", summary: "Beta function", alone: true, two: Beta},
	{name: "betaln", summary: "Logarithm of the magnitude of the beta function", alone: true, two: Betaln},
	{name: "betainc", summary: "Regularized incomplete beta function of a, b and x", three: Betainc},
	{name: "gammainc", summary: "Regularized lower incomplete gamma function of a and x", alone: true, two: Gammainc},
	{name: "gammaincc", summary: "Regularized upper incomplete gamma function of a and x", alone: true, two: Gammaincc},
	{name: "poch", summary: "Pochhammer's symbol, gamma(z + m) / gamma(z)", two: Poch},
	{name: "binom", summary: "Binomial coefficient of real numbers", two: Binom},
	{name: "i0", summary: "Modified Bessel function of the first kind of order 0", alone: true, one: I0},
	{name: "i0e", summary: "Modified Bessel function of order 0, exponentially scaled", alone: true, one: I0e},
	{name: "i1", summary: "Modified Bessel function of the first kind of order 1", alone: true, one: I1},
	{name: "i1e", summary: "Modified Bessel function of order 1, exponentially scaled", alone: true, one: I1e},
	{name: "j0", summary: "Bessel function of the first kind of order 0", alone: true, one: J0},
	{name: "j1", summary: "Bessel function of the first kind of order 1", alone: true, one: J1},
	{name: "y0", summary: "Bessel function of the second kind of order 0", alone: true, one: Y0},
	{name: "y1", summary: "Bessel function of the second kind of order 1", alone: true, one: Y1},
	{name: "k0", summary: "Modified Bessel function of the second kind of order 0", alone: true, one: K0},
	{name: "k0e", summary: "Modified Bessel function of the second kind of order 0, exponentially scaled", alone: true, one: K0e},
	{name: "k1", summary: "Modified Bessel function of the second kind of order 1", alone: true, one: K1},
	{name: "k1e", summary: "Modified Bessel function of the second kind of order 1, exponentially scaled", alone: true, one: K1e},
	{name: "entr", summary: "Entropy of a number, -x log(x)", one: Entr},
	{name: "rel_entr", summary: "Relative entropy, x log(x / y)", two: RelEntr},
	{name: "kl_div", summary: "Kullback-Leibler divergence, x log(x / y) - x + y", two: KlDiv},
	{name: "xlogy", summary: "x log(y), 0 where x is 0", alone: true, two: Xlogy},
	{name: "xlog1py", summary: "x log(1 + y), 0 where x is 0", alone: true, two: Xlog1py},
	{name: "boxcox", summary: "Transformation of Box and Cox, (x**lmbda - 1) / lmbda", two: Boxcox},
	{name: "inv_boxcox", summary: "Inverse of the transformation of Box and Cox", two: InvBoxcox},
	{name: "huber", summary: "Huber's loss of delta and r", two: Huber},
	{name: "logit", summary: "Logarithm of the odds, log(p / (1 - p))", alone: true, one: Logit},
	{name: "expit", summary: "Logistic function, 1 / (1 + exp(-x))", alone: true, one: Expit},
	{name: "log_expit", summary: "Logarithm of the logistic function", alone: true, one: LogExpit},
	{name: "ndtr", summary: "Normal distribution's area below x", alone: true, one: Ndtr},
	{name: "log_ndtr", summary: "Logarithm of the normal distribution's area below x", alone: true, one: LogNdtr},
	{name: "ndtri", summary: "Inverse of ndtr", one: Ndtri},
	{name: "cosm1", summary: "cos(x) - 1, exact near 0", alone: true, one: Cosm1},
	{name: "exp10", summary: "10**x", alone: true, one: Exp10},
	{name: "exp2", summary: "2**x", alone: true, as: "exp2"},
	{name: "cbrt", summary: "Cube root", alone: true, as: "cbrt"},
	{name: "expm1", summary: "exp(x) - 1, exact near 0", alone: true, as: "expm1"},
	{name: "log1p", summary: "log(1 + x), exact near 0", alone: true, as: "log1p"},
}

func init() {
	var es []basic.Extra
	for _, f := range fuseds {
		e := basic.Extra{Row: basic.Row{Name: "special." + f.name, In: 1, Out: 1, Summary: f.summary, Aliases: f.aliases, Alone: f.alone}, One: f.one, As: f.as}
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
	basic.Add(es...)
}
