package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Multinomial is how often each outcome comes in n trials, along a last axis behind those of size.
func (r *Random) Multinomial(n int, pvals []float64, size ...int) *Tensor {
	return apply(&multinomial{Seeded: r.next(), N: n, Pvals: pvals, Size: size})
}

// MultivariateHypergeometric is how many of each color are in a sample without replacement, along a last axis
// behind those of size.
func (r *Random) MultivariateHypergeometric(colors []int, nsample int, size ...int) *Tensor {
	return apply(&multivariateHypergeometric{Seeded: r.next(), Colors: colors, Nsample: nsample, Size: size})
}

type multinomial struct {
	op.Recipe
	op.Seeded
	N     int
	Pvals []float64
	Size  []int
}

// multivariateHypergeometric deals as multinomial does, without replacement.
type multivariateHypergeometric struct {
	op.Recipe
	op.Seeded
	Colors  []int
	Nsample int
	Size    []int
}

func init() {
	op.Register[multinomial](op.Doc{
		Name: "tensor.random.multinomial", Like: "numpy.random.multinomial", Sig: "multinomial(n, pvals, size=None)", Summary: "How often each outcome comes in n trials",
		Text: "The last axis has a number for each probability of pvals; the last probability is what the others leave of 1.", Notes: drawnNotes,
	})
	op.Register[multivariateHypergeometric](op.Doc{
		Name: "tensor.random.multivariate_hypergeometric", Like: "numpy.random.Generator.multivariate_hypergeometric",
		Sig: "multivariate_hypergeometric(colors, nsample, size=None, method='marginals')", Forms: "method=any",
		Summary: "How many of each color are in a sample without replacement", Text: "The last axis has a number for each of colors.", Notes: drawnNotes,
	})
}

func (o *multinomial) Build() (*Tensor, error) {
	if o.N < 0 {
		return nil, errs.New(errs.Invalid, "n < 0")
	}
	sum := 0.0
	for i, p := range o.Pvals {
		if !(p >= 0 && p <= 1) {
			return nil, errs.New(errs.Invalid, "pvals < 0, pvals > 1 or pvals contains NaNs")
		}
		if sum += p; i < len(o.Pvals)-1 && sum > 1+1e-12 {
			return nil, errs.New(errs.Invalid, "sum(pvals[:-1]) > 1.0")
		}
	}
	rest := 1.0
	return dealt(*o.Seed, len(o.Pvals), o.N, o.Size, func(r *Random, k int, left *Tensor) *Tensor {
		p := 0.0
		if rest > 0 {
			p = min(1, o.Pvals[k]/rest)
		}
		rest -= o.Pvals[k]
		return r.Draw("binomial", Sample{Size: slices.Clone(o.Size)}, left, p)
	}), nil
}

func (o *multivariateHypergeometric) Build() (*Tensor, error) {
	rest := 0
	for _, c := range o.Colors {
		if rest += c; c < 0 {
			return nil, errs.New(errs.Invalid, "colors must be nonnegative integers")
		}
	}
	if o.Nsample < 0 || o.Nsample > rest {
		return nil, errs.New(errs.Invalid, "nsample > sum(colors)")
	}
	return dealt(*o.Seed, len(o.Colors), o.Nsample, o.Size, func(r *Random, k int, left *Tensor) *Tensor {
		rest -= o.Colors[k]
		return r.Draw("hypergeometric", Sample{Size: slices.Clone(o.Size)}, o.Colors[k], rest, left)
	}), nil
}

// dealt is counts of kinds that add up to n, along a new last axis: share draws those of kind k among how
// many are left, and the last kind has the rest.
func dealt(seed uint64, kinds, n int, size []int, share func(r *Random, k int, left *Tensor) *Tensor) *Tensor {
	r, left := NewRandom(seed), Full(size, n)
	if kinds == 0 {
		return Full(append(slices.Clone(size), 0), n)
	}
	parts := make([]*Tensor, kinds)
	for k := range parts {
		if parts[k] = left; k < kinds-1 {
			parts[k] = share(r, k, left)
			left = Subtract(left, parts[k])
		}
	}
	return Stack(parts, -1)
}
