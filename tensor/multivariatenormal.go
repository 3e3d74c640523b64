package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// MultivariateNormal is normal vectors of a mean and a matrix of covariances, along a last axis behind those
// of size.
func (r *Random) MultivariateNormal(mean, cov any, size ...int) *Tensor {
	m, err := As(mean)
	if err != nil {
		return bad("tensor.random.multivariate_normal", err)
	}
	c, err := As(cov)
	if err != nil {
		return bad("tensor.random.multivariate_normal", err)
	}
	return apply(&multivariateNormal{Seeded: r.next(), Size: size}, m, c)
}

type multivariateNormal struct {
	op.Recipe
	op.Seeded
	Size []int
}

func init() {
	op.Register[multivariateNormal](op.Doc{
		Name: "tensor.random.multivariate_normal", Like: "numpy.random.multivariate_normal",
		Sig: "multivariate_normal(mean, cov, size=None, check_valid='warn', tol=1e-8, method='svd')", Forms: "check_valid=any tol=any method=any",
		Summary: "Normal vectors of a mean and a matrix of covariances", Text: "The last axis is that of mean.", Notes: drawnNotes,
	})
}

func (o *multivariateNormal) Build(mean, cov *Tensor) (*Tensor, error) {
	n := mean.size(0)
	switch m := cov.Value().Meta().Dims; {
	case mean.Rank() != 1:
		return nil, errs.New(errs.Invalid, "mean must be 1 dimensional")
	case len(m) != 2 || m[0] != m[1]:
		return nil, errs.New(errs.Invalid, "cov must be 2 dimensional and square")
	case m[0] != n || !n.Known():
		return nil, errs.New(errs.Invalid, "mean and cov must have same length")
	}
	_, s, vh := SVD(cov)
	z := NewRandom(*o.Seed).Draw("standard_normal", Sample{Size: append(slices.Clone(o.Size), n.N)})
	return Add(mean, Matmul(z, Multiply(ExpandDims(Sqrt(s), 1), vh))), nil
}
