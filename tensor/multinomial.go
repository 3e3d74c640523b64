package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Multinomial is how often each outcome comes in n trials, along a last axis behind those of size.
func (r *Random) Multinomial(n int, pvals []float64, size ...int) *Tensor {
	return apply(&multinomial{Seeded: r.next(), N: op.WrittenOf(int64(n)), Pvals: op.WrittenOf(op.List(anys(pvals))), Size: size})
}

// MultivariateHypergeometric is how many of each color are in a sample without replacement, along a last axis
// behind those of size.
func (r *Random) MultivariateHypergeometric(colors []int, nsample int, size ...int) *Tensor {
	return apply(&multivariateHypergeometric{Seeded: r.next(), Colors: colors, Nsample: nsample, Size: size})
}

type multinomial struct {
	op.Recipe
	op.Seeded
	N, Pvals op.Written
	Size     []int
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
		Text:  "The last axis has a number for each probability of pvals, whose last one is what the others leave of 1. Rows of pvals, and numbers of trials, broadcast with size.",
		Forms: "n=short pvals=short", Notes: drawnNotes,
	})
	op.Register[multivariateHypergeometric](op.Doc{
		Name: "tensor.random.multivariate_hypergeometric", Like: "numpy.random.Generator.multivariate_hypergeometric",
		Sig: "multivariate_hypergeometric(colors, nsample, size=None, method='marginals')", Forms: "method=any",
		Summary: "How many of each color are in a sample without replacement", Text: "The last axis has a number for each of colors.", Notes: drawnNotes,
	})
}

func (o *multinomial) Build(more []*Tensor) (*Tensor, error) {
	trials, chances := written(o.N, 0, more), written(o.Pvals, 0, more)
	if err := checkCounts(trials); err != nil {
		return nil, err
	}
	if err := checkChances(chances); err != nil {
		return nil, err
	}
	n, one := chunk.Number(trials).(int64)
	ps, flat := realsIn(chances)
	if !one || !flat {
		return o.each(trials, chances)
	}
	rest := 1.0
	return dealt(*o.Seed, len(ps), Full(o.Size, int(n)), o.Size, func(r *Random, k int, left *Tensor) *Tensor {
		p := 0.0
		if rest > 0 {
			p = min(1, ps[k]/rest)
		}
		rest -= ps[k]
		return r.Draw("binomial", Sample{Size: slices.Clone(o.Size)}, left, p)
	}), nil
}

// each is the draw of trials and chances of which each row has its own.
func (o *multinomial) each(trials, chances any) (*Tensor, error) {
	n, err := valueIn(trials)
	if err != nil {
		return nil, err
	}
	p, err := valueIn(chances)
	if err != nil {
		return nil, err
	}
	pm := p.Value().Meta()
	if len(pm.Dims) == 0 {
		return nil, errs.New(errs.Invalid, "pvals must have at least 1 dimension and the last dimension of pvals must be greater than 0.")
	}
	dims, err := op.Broadcast(n.Value().Meta(), op.NewTensor(dtype.Float64, pm.Dims[:len(pm.Dims)-1]...))
	if err != nil {
		return nil, err
	}
	size := o.Size
	if size == nil {
		size = make([]int, len(dims))
		for i, d := range dims {
			if !d.Known() {
				return nil, errs.New(errs.Invalid, "multinomial of tensors of unknown lengths: execute them first")
			}
			size[i] = d.N
		}
	} else if b, err := op.Broadcast(op.NewTensor(dtype.Int64, dims...), op.NewTensor(dtype.Int64, op.Dims(size...)...)); err != nil || !chunk.Fits(b, op.Dims(size...)) {
		return nil, errs.New(errs.Invalid, "Output size %s is not compatible with broadcast dimensions of inputs %s.", nd.ShapeString(size), op.ShapeString(dims))
	}
	last := pm.Dims[len(pm.Dims)-1]
	if !last.Known() {
		return nil, errs.New(errs.Invalid, "multinomial of tensors of unknown lengths: execute them first")
	}
	rest := any(1.0)
	return dealt(*o.Seed, last.N, BroadcastTo(n, size...), size, func(r *Random, k int, left *Tensor) *Tensor {
		chance := Take(p, k, TakeOptions{Axis: new(-1)})
		share := Where(Greater(rest, 0), Minimum(Divide(chance, Maximum(rest, 1e-300)), 1.0), 0.0)
		rest = Subtract(rest, chance)
		return r.Draw("binomial", Sample{Size: slices.Clone(size)}, left, share)
	}), nil
}

// checkCounts refuses numbers of trials that are below 0, as far as they are written.
func checkCounts(v any) error {
	if l, ok := chunk.ItemsIn(v); ok {
		for _, e := range l {
			if err := checkCounts(e); err != nil {
				return err
			}
		}
		return nil
	}
	if n, ok := chunk.Number(v).(int64); ok && n < 0 {
		return errs.New(errs.Invalid, "n < 0")
	}
	return nil
}

// checkChances refuses probabilities that are none, row by row, as far as they are written.
func checkChances(v any) error {
	ps, flat := realsIn(v)
	if l, ok := chunk.ItemsIn(v); ok && !flat {
		for _, e := range l {
			if err := checkChances(e); err != nil {
				return err
			}
		}
	}
	sum := 0.0
	for i, p := range ps {
		if !(p >= 0 && p <= 1) {
			return errs.New(errs.Invalid, "pvals < 0, pvals > 1 or pvals contains NaNs")
		}
		if sum += p; i < len(ps)-1 && sum > 1+1e-12 {
			return errs.New(errs.Invalid, "sum(pvals[:-1]) > 1.0")
		}
	}
	return nil
}

// realsIn are the numbers of a list that a caller wrote.
func realsIn(v any) (out []float64, ok bool) {
	l, ok := chunk.ItemsIn(v)
	for _, e := range l {
		switch n := chunk.Number(e).(type) {
		case float64:
			out = append(out, n)
		case int64:
			out = append(out, float64(n))
		case bool:
			f := 0.0
			if n {
				f = 1
			}
			out = append(out, f)
		default:
			return nil, false
		}
	}
	return out, ok
}

// anys are numbers as a list of values.
func anys(ps []float64) []any {
	out := make([]any, len(ps))
	for i, p := range ps {
		out[i] = p
	}
	return out
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
	return dealt(*o.Seed, len(o.Colors), Full(o.Size, o.Nsample), o.Size, func(r *Random, k int, left *Tensor) *Tensor {
		rest -= o.Colors[k]
		return r.Draw("hypergeometric", Sample{Size: slices.Clone(o.Size)}, o.Colors[k], rest, left)
	}), nil
}

// dealt is counts of kinds that add up to left, along a new last axis: share draws those of kind k among how
// many are left, and the last kind has the rest.
func dealt(seed uint64, kinds int, left *Tensor, size []int, share func(r *Random, k int, left *Tensor) *Tensor) *Tensor {
	r := NewRandom(seed)
	if kinds == 0 {
		return Full(append(slices.Clone(size), 0), 0)
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
