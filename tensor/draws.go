package tensor

import (
	"math"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/random"
)

// Draw is numbers of the distribution that numpy.random calls name, with its parameters in order: Go numbers
// or tensors, which broadcast. Trailing parameters that have a default may be left out.
func (r *Random) Draw(name string, o Sample, params ...any) *Tensor {
	return r.draw(name, o, params...)
}

func (r *Random) draw(name string, s Sample, params ...any) *Tensor {
	full := "tensor.random." + name
	def := op.Lookup(full)
	if def == nil {
		return bad(full, errs.New(errs.NotFound, "there is no distribution %q", name))
	}
	o, ok := def.New().(*random.Distribution)
	if !ok {
		return bad(full, errs.New(errs.NotFound, "%s is not a distribution of one number per element", name))
	}
	for i := len(params); i < o.Places() && !math.IsNaN(o.Standard(i)); i++ {
		params = append(params, o.Standard(i))
	}
	if len(params) != o.Places() {
		return bad(full, errs.New(errs.Type, "%s() takes %d parameters but %d were given", errs.Name(name), o.Places(), len(params)))
	}
	var in []*Tensor
	for _, p := range params {
		n := chunk.Number(p)
		if n == nil {
			t, err := As(p)
			if err != nil {
				return bad(full, err)
			}
			in = append(in, t)
		}
		o.Args = append(o.Args, n)
	}
	o.Seeded, o.Size, o.Dtype, o.ChunkSize = r.next(), s.Size, s.DType, s.Chunk
	return apply(o, in...)
}

// ChoiceOptions are the options of Choice.
type ChoiceOptions struct {
	Size   []int     // shape; nil for one element without axes
	Unique bool      // draw no element twice: replace=False
	P      []float64 // probabilities of the elements; nil for equal ones
	Chunk  []int
}

// Choice draws elements of a vector, or numbers below an int. Errors: Invalid, in NumPy's words.
func (r *Random) Choice(a any, o ...ChoiceOptions) *Tensor {
	a = only(a, o)
	c := &random.Choice{Seeded: r.next()}
	if len(o) > 0 {
		again := !o[0].Unique
		c.Size, c.Replace, c.P, c.ChunkSize = o[0].Size, &again, o[0].P, o[0].Chunk
	}
	if n, ok := chunk.Number(a).(int64); ok {
		c.Args = []any{n}
		return apply(c)
	}
	t, err := As(a)
	if err != nil {
		return bad("tensor.random.choice", err)
	}
	return apply(c, t)
}

// Permutation is the rows of a tensor in random order, or the numbers below an int.
func (r *Random) Permutation(a any) *Tensor {
	p := &random.Permutation{Seeded: r.next()}
	if n, ok := chunk.Number(a).(int64); ok {
		p.Args = []any{n}
		return apply(p)
	}
	t, err := As(a)
	if err != nil {
		return bad("tensor.random.permutation", err)
	}
	return apply(p, t)
}

// Shuffle brings the rows of t into random order: the cell moves, and of a view its base.
func (r *Random) Shuffle(t *Tensor) { t.move(r.Permutation(t).Value()) }

// Randint is integers from low up to high, without it, each as likely as the others. Invalid: there are none,
// or they do not fit the dtype.
func (r *Random) Randint(low, high int64, o ...Sample) *Tensor {
	if err := op.Once(o); err != nil {
		return bad("tensor.random.randint", err)
	}
	s := sampleOf(o)
	return apply(&random.Randint{Seeded: r.next(), Low: low, High: &high, Size: s.Size, Dtype: s.DType, ChunkSize: s.Chunk})
}

// PlacesDrawn is k places below n, as numpy.random.RandomState(seed).choice draws them. Draws depend on those
// before them: one task makes all of them.
func PlacesDrawn(n, k int, seed uint32, replace bool) *Tensor {
	return apply(&random.PlacesDrawn{N: n, Size: k, Seed: int64(seed), Replace: replace})
}

// PlacesWeighed is PlacesDrawn by weights, one for each place.
func PlacesWeighed(n, k int, seed uint32, replace bool, weights *Tensor) *Tensor {
	return apply(&random.PlacesDrawn{N: n, Size: k, Seed: int64(seed), Replace: replace, Weights: op.In(0)}, weights)
}
