package rng

import "math"

var need = math.NaN()

func param(name string, def float64, r rule) Param { return Param{name, def, r} }

type p3 = *[3]float64

// Dists are the distributions of numpy.random that draw one number per element.
func Dists() []Dist {
	return append(continuous(), discrete()...)
}

func continuous() []Dist {
	loc, scale := param("loc", 0, anything), param("scale", 1, notNegative)
	df := param("df", need, positive)
	return []Dist{
		{Name: "random_sample", Summary: "Uniform numbers in [0, 1)", plain: true, value: func(z float64, _ p3) float64 { return z }},
		{
			Name: "uniform", Summary: "Uniform numbers in [low, high)", Params: []Param{param("low", 0, finite), param("high", 1, finite)},
			value: func(z float64, p p3) float64 { return p[0] + z*(p[1]-p[0]) },
			line:  func(p p3) (at, by float64) { return p[0], p[1] - p[0] },
		},
		{Name: "standard_normal", Summary: "Normal numbers of mean 0 and deviation 1", base: normalBase, plain: true, value: func(z float64, _ p3) float64 { return z }},
		{
			Name: "normal", Summary: "Normal numbers", Params: []Param{loc, scale}, base: normalBase,
			value: func(z float64, p p3) float64 { return p[0] + z*p[1] },
			line:  func(p p3) (at, by float64) { return p[0], p[1] },
		},
		{
			Name: "lognormal", Summary: "Numbers whose logarithm is normal", Params: []Param{param("mean", 0, anything), param("sigma", 1, notNegative)},
			base: normalBase, value: func(z float64, p p3) float64 { return math.Exp(p[0] + z*p[1]) },
		},
		{
			Name: "standard_exponential", Summary: "Exponential numbers of mean 1", base: exponentialBase,
			value: func(z float64, _ p3) float64 { return z },
			line:  func(p3) (at, by float64) { return 0, 1 },
		},
		{
			Name: "exponential", Summary: "Exponential numbers", Params: []Param{scale}, base: exponentialBase,
			value: func(z float64, p p3) float64 { return z * p[0] },
			line:  func(p p3) (at, by float64) { return 0, p[0] },
		},
		{
			Name: "gumbel", Summary: "Gumbel numbers", Params: []Param{loc, scale}, base: exponentialBase,
			value: func(z float64, p p3) float64 { return p[0] - p[1]*math.Log(z) },
		},
		{
			Name: "rayleigh", Summary: "Rayleigh numbers", Params: []Param{scale}, base: exponentialBase,
			value: func(z float64, p p3) float64 { return p[0] * math.Sqrt(2*z) },
		},
		{Name: "weibull", Summary: "Weibull numbers of scale 1", Params: []Param{param("a", need, notNegative)}, base: exponentialBase, value: weibull},
		{
			Name: "pareto", Summary: "Pareto numbers of type II (Lomax)", Params: []Param{param("a", need, positive)}, base: exponentialBase,
			value: func(z float64, p p3) float64 { return math.Expm1(z / p[0]) },
		},
		{
			Name: "power", Summary: "Numbers in [0, 1] of density a x^(a-1)", Params: []Param{param("a", need, positive)}, base: exponentialBase,
			value: func(z float64, p p3) float64 { return math.Pow(-math.Expm1(-z), 1/p[0]) },
		},
		{Name: "laplace", Summary: "Laplace numbers", Params: []Param{loc, scale}, base: openBase, value: laplace},
		{
			Name: "logistic", Summary: "Logistic numbers", Params: []Param{loc, scale}, base: openBase,
			value: func(z float64, p p3) float64 { return p[0] + p[1]*math.Log(z/(1-z)) },
		},
		{
			Name: "standard_cauchy", Summary: "Cauchy numbers", base: openBase,
			value: func(z float64, _ p3) float64 { return math.Tan(math.Pi * (z - 0.5)) },
		},
		{
			Name: "triangular", Summary: "Triangular numbers", base: unitBase, value: triangular, check: triangle,
			Params: []Param{param("left", need, anything), param("mode", need, anything), param("right", need, anything)},
		},
		{
			Name: "standard_gamma", Summary: "Gamma numbers of scale 1", Params: []Param{param("shape", need, notNegative)},
			draw: func(d *Draws, p p3) float64 { return d.Gamma(p[0]) },
			many: func(p p3) (together[float64], bool) { return gammasTogether(p[0], 1) },
		},
		{
			Name: "gamma", Summary: "Gamma numbers", Params: []Param{param("shape", need, notNegative), scale},
			draw: func(d *Draws, p p3) float64 { return p[1] * d.Gamma(p[0]) },
			many: func(p p3) (together[float64], bool) { return gammasTogether(p[0], p[1]) },
		},
		{
			Name: "beta", Summary: "Beta numbers", Params: []Param{param("a", need, positive), param("b", need, positive)},
			draw: func(d *Draws, p p3) float64 { return d.Beta(p[0], p[1]) },
			many: func(p p3) (together[float64], bool) { return betasTogether(p[0], p[1]) },
		},
		{
			Name: "chisquare", Summary: "Chi-square numbers", Params: []Param{df},
			draw: func(d *Draws, p p3) float64 { return d.ChiSquare(p[0]) },
			many: func(p p3) (together[float64], bool) { return gammasTogether(p[0]/2, 2) },
		},
		{
			Name: "noncentral_chisquare", Summary: "Chi-square numbers off the centre", Params: []Param{df, param("nonc", need, notNegative)},
			draw: func(d *Draws, p p3) float64 { return d.NoncentralChiSquare(p[0], p[1]) },
		},
		{
			Name: "f", Summary: "F numbers of Fisher", Params: []Param{param("dfnum", need, positive), param("dfden", need, positive)},
			draw: func(d *Draws, p p3) float64 { return d.ChiSquare(p[0]) / p[0] / (d.ChiSquare(p[1]) / p[1]) },
		},
		{
			Name: "noncentral_f", Summary: "F numbers off the centre",
			Params: []Param{param("dfnum", need, positive), param("dfden", need, positive), param("nonc", need, notNegative)},
			draw: func(d *Draws, p p3) float64 {
				return d.NoncentralChiSquare(p[0], p[2]) / p[0] / (d.ChiSquare(p[1]) / p[1])
			},
		},
		{
			Name: "standard_t", Summary: "Numbers of Student's t", Params: []Param{df},
			draw: func(d *Draws, p p3) float64 { return d.StudentT(p[0]) },
			many: func(p p3) (together[float64], bool) { return studentsTogether(p[0]) },
		},
		{
			Name: "vonmises", Summary: "Angles of von Mises", Params: []Param{param("mu", need, anything), param("kappa", need, notNegative)},
			draw: func(d *Draws, p p3) float64 { return d.VonMises(p[0], p[1]) },
		},
		{
			Name: "wald", Summary: "Inverse Gaussian numbers", Params: []Param{param("mean", need, positive), param("scale", need, positive)},
			draw: func(d *Draws, p p3) float64 { return d.Wald(p[0], p[1]) },
		},
	}
}

func discrete() []Dist {
	count := func(name string) Param { return param(name, need, notNegative) }
	return []Dist{
		{
			Name: "binomial", Summary: "Numbers of successes in n trials", Whole: true, Params: []Param{count("n"), param("p", need, probability)},
			count: func(d *Draws, p p3) int64 { return d.Binomial(int64(p[0]), p[1]) },
			whole: func(p p3) (together[int64], bool) { return binomialsTogether(int64(p[0]), p[1]) },
		},
		{
			Name: "negative_binomial", Summary: "Numbers of failures before n successes", Whole: true,
			Params: []Param{param("n", need, positiveNumber), param("p", need, likely)},
			count:  func(d *Draws, p p3) int64 { return d.NegativeBinomial(p[0], p[1]) },
		},
		{
			Name: "poisson", Summary: "Poisson numbers", Whole: true, Params: []Param{param("lam", 1, rate)},
			count: func(d *Draws, p p3) int64 { return d.Poisson(p[0]) },
			whole: func(p p3) (together[int64], bool) { return poissonsTogether(p[0]) },
		},
		{
			Name: "geometric", Summary: "Numbers of trials until the first success", Whole: true, Params: []Param{param("p", need, likely)},
			count: func(d *Draws, p p3) int64 { return d.Geometric(p[0]) },
			whole: func(p p3) (together[int64], bool) { return geometricsTogether(p[0]) },
		},
		{
			Name: "hypergeometric", Summary: "Numbers of good ones in a sample without replacement", Whole: true, check: sampleFits,
			Params: []Param{count("ngood"), count("nbad"), count("nsample")},
			count:  func(d *Draws, p p3) int64 { return d.Hypergeometric(int64(p[0]), int64(p[1]), int64(p[2])) },
		},
		{
			Name: "zipf", Summary: "Zipf numbers", Whole: true, Params: []Param{param("a", need, aboveOne)},
			count: func(d *Draws, p p3) int64 { return d.Zipf(p[0]) },
		},
		{
			Name: "logseries", Summary: "Numbers of the logarithmic series", Whole: true, Params: []Param{param("p", need, unsure)},
			count: func(d *Draws, p p3) int64 { return d.LogSeries(p[0]) },
		},
	}
}

func weibull(z float64, p p3) float64 {
	if p[0] == 0 {
		return 0
	}
	return math.Pow(z, 1/p[0])
}

func laplace(z float64, p p3) float64 {
	if z < 0.5 {
		return p[0] + p[1]*math.Log(2*z)
	}
	return p[0] - p[1]*math.Log(2*(1-z))
}

func triangle(p p3) string {
	switch {
	case p[0] > p[1]:
		return "left > mode"
	case p[1] > p[2]:
		return "mode > right"
	case p[0] == p[2]:
		return "left == right"
	}
	return ""
}

func triangular(z float64, p p3) float64 {
	left, mode, right := p[0], p[1], p[2]
	if rise := mode - left; z*(right-left) <= rise {
		return left + math.Sqrt(z*rise*(right-left))
	}
	return right - math.Sqrt((1-z)*(right-mode)*(right-left))
}

func sampleFits(p p3) string {
	if p[0]+p[1] < p[2] {
		return "ngood + nbad < nsample"
	}
	return ""
}
