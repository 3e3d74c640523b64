package tensor

import (
	"math"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type multigammaln struct {
	op.Recipe
	D int
}

func init() {
	op.Register[multigammaln](op.Doc{
		Name: "tensor.special.multigammaln", Like: "scipy.special.multigammaln", Sig: "multigammaln(a, d)",
		Summary: "Logarithm of the multivariate gamma function", Notes: "NaN where a <= (d - 1) / 2, where SciPy raises.",
		Go: "Multigammaln", Text: "d is the dimension.",
	})
}

func (o *multigammaln) Build(a *Tensor) (*Tensor, error) {
	if o.D < 1 || o.D > 1000 {
		return nil, errs.New(errs.Invalid, "d should be a positive integer (dimension) up to 1000, not %d", o.D)
	}
	d := float64(o.D)
	sum := Gammaln(a)
	for j := 1; j < o.D; j++ {
		sum = Add(sum, Gammaln(Subtract(a, float64(j)/2)))
	}
	return Where(Greater(a, (d-1)/2), Add(sum, d*(d-1)/4*math.Log(math.Pi)), math.NaN()), nil
}
